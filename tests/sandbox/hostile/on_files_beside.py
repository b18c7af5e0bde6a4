"""Attacks by way of the memory that holds the files of a bot's folder, and on those of others."""

import ctypes
import gc
import mmap
import os

from arena.bot import data

LIBC = ctypes.CDLL(None, use_errno=True)
LIBC.mmap.restype = ctypes.c_void_p
LIBC.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, *[ctypes.c_int] * 3, ctypes.c_long]
READ, WRITE, SHARED = 1, 2, 1
NAME = "note.bin"
PAGE = mmap.PAGESIZE


def write_through_python(target):
    """Writes by the view that it is given."""
    data(NAME).getbuffer()[0] = 1
    return "written"


def write_through_object_of_view(target):
    """Writes by the object that the view is of."""
    data(NAME).getbuffer().obj[0] = 1
    return "written"


def write_through_file(target):
    """Writes by the open file."""
    return data(NAME).write(b"x")


def ask_for_descriptor(target):
    """Asks the open file for a descriptor that bots might share."""
    return data(NAME).fileno()


def find_descriptor(target):
    """Looks among all descriptors for one of memory with the bot's files."""
    for descriptor in range(4, 4096):
        try:
            size = os.lseek(descriptor, 0, os.SEEK_END)
        except OSError:
            continue
        if size:
            return descriptor, size
    return None


def map_shared_with_others(target):
    """Maps what any of its descriptors stands for, to write what others can read."""
    for descriptor in range(2, 4096):
        address = LIBC.mmap(None, PAGE, READ | WRITE, SHARED, descriptor, 0)
        if address != ctypes.c_void_p(-1).value and descriptor not in (1, 2):
            return descriptor
    return None


def reach_files_of_other_bots(target):
    """Looks for the secret of the folder of another bot in all that Python knows of."""
    secret = bytes(target["note"])[::-1]
    for thing in gc.get_objects():
        for part in gc.get_referents(thing):
            if isinstance(part, (bytes, memoryview)) and secret in bytes(part):
                return "found"
    return None


def read_file_of_other_bot_by_name(target):
    """Asks for a file that only the folder of another bot has."""
    return data("other.bin").read()


def climb_out_of_folder(target):
    """Asks for a file outside of its folder."""
    return data("../../../../../../etc/passwd").read()


def read_absolute_path(target):
    """Asks for a file of the system."""
    return data("/etc/passwd").read()


def read_file_after_forgetting_folder(target):
    """Has arena believe that no bot is being asked, when files are read from the disk."""
    from arena import own_files

    own_files.readable.files = None
    return data("/etc/passwd").read()
