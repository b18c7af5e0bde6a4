"""Attacks by names of files, through every call that takes one.

Nothing need be read: that a name was looked up is noted by the kernel, and a later game finds it.
"""

import ctypes
import os
import platform
from pathlib import Path

LIBC = ctypes.CDLL(None, use_errno=True)
HERE = -100  # AT_FDCWD
NUMBERS = {
    "x86_64": {"newfstatat": 262, "name_to_handle_at": 303, "open_by_handle_at": 304},
    "aarch64": {"newfstatat": 79, "name_to_handle_at": 264, "open_by_handle_at": 265},
}[platform.machine()]
OPENAT2, FACCESSAT2, STATMOUNT, LISTMOUNT, OPEN_TREE, FSOPEN = 437, 439, 457, 458, 428, 430


def checked(result):
    """What a call returned; its error, raised, if it failed."""
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


def name(wanted):
    """The file that is looked for, as the kernel takes names."""
    return wanted["secret"].encode()


def space():
    """Room for an answer."""
    return ctypes.create_string_buffer(4096)


def stat_name(target):
    """Asks when a file was last read."""
    return Path(target["secret"]).stat().st_atime_ns


def lstat_name(target):
    """Asks the same of a link."""
    return os.lstat(target["secret"]).st_atime_ns


def stat_below_folder(target):
    """Asks by a call for names below a folder."""
    return checked(LIBC.syscall(NUMBERS["newfstatat"], HERE, name(target), space(), 0)) + 1


def stat_descriptor(target):
    """Asks for the number of its input, which counts up with every process."""
    return os.fstat(0).st_ino


def stat_descriptor_by_empty_name(target):
    """Asks the same by a call for names, without a name."""
    return checked(LIBC.syscall(NUMBERS["newfstatat"], 0, b"", space(), 0x1000)) + 1


def stat_in_detail(target):
    """Asks by the newest call, which also tells when a file was made."""
    return checked(LIBC.statx(HERE, name(target), 0, 0xFFF, space())) + 1


def stat_descriptor_in_detail(target):
    """Asks for the number of its channel by the newest call."""
    return checked(LIBC.statx(3, b"", 0x1000, 0xFFF, space())) + 1


def stat_file_system(target):
    """Asks how full the disk is, which others can change."""
    return os.statvfs("/").f_bfree + 1


def stat_file_system_of_descriptor(target):
    """Asks how many files without a name there are."""
    return checked(LIBC.fstatfs(1, space())) + 1


def access_name(target):
    """Asks whether there is a file."""
    return checked(LIBC.access(name(target), 0)) + 1


def access_name_by_newest_call(target):
    """Asks the same by the newest call."""
    return checked(LIBC.syscall(FACCESSAT2, HERE, name(target), 0, 0)) + 1


def access_missing_name(target):
    """Looks for a name that there is not, which the kernel remembers as well."""
    missing = f"{target['folder']}/{target['planted']}-never".encode()
    if LIBC.access(missing, 0) < 0 and ctypes.get_errno() == 2:
        return "told that there is none"
    raise OSError(ctypes.get_errno(), "not told")


def read_link(target):
    """Reads where a link of its own process leads."""
    return str(Path("/proc/self/exe").readlink())


def open_with_conditions(target):
    """Opens a file only if that needs no disk, by the newest call: a look into the cache."""
    how = (ctypes.c_uint64 * 3)(os.O_RDONLY, 0, 0x20)  # RESOLVE_CACHED
    return checked(LIBC.syscall(OPENAT2, HERE, name(target), how, ctypes.sizeof(how)))


def open_as_path(target):
    """Opens a file only as a name."""
    return os.open(target["secret"], os.O_PATH)


def open_library(target):
    """Opens a file that every process has mapped."""
    return os.open(os.__file__, os.O_RDONLY)


def handle_of_name(target):
    """Has a file's name turned into a handle."""
    handle = (ctypes.c_uint32 * 40)(128)
    mount = ctypes.c_int()
    arguments = (HERE, name(target), handle, ctypes.byref(mount), 0)
    return checked(LIBC.syscall(NUMBERS["name_to_handle_at"], *arguments)) + 1


def open_by_handle(target):
    """Opens the file with a guessed number."""
    handle = (ctypes.c_uint32 * 4)(8, 1, 2, 0)
    return checked(LIBC.syscall(NUMBERS["open_by_handle_at"], HERE, handle, os.O_RDONLY))


def list_by_descriptor(target):
    """Lists what is below the only descriptor that it was given."""
    return os.listdir(0)


def list_attributes(target):
    """Lists the attributes of a file."""
    return [*os.listxattr(target["secret"]), "listed"]


def read_attribute(target):
    """Reads an attribute of a file."""
    return os.getxattr(target["secret"], "user.planted")


def mark_output(target):
    """Marks its output, which it can do without a name."""
    os.setxattr(1, "user.planted", b"planted")
    return "marked"


def watch_name(target):
    """Has itself told whenever anyone opens a library."""
    descriptor = checked(LIBC.inotify_init())
    return checked(LIBC.inotify_add_watch(descriptor, os.__file__.encode(), 0x20))


def watch_file_system(target):
    """Has itself told whenever anyone opens anything."""
    return checked(LIBC.fanotify_init(0, os.O_RDONLY))


def go_by_descriptor(target):
    """Goes to the folder of a descriptor."""
    os.fchdir(0)
    return "gone there"


def make_unnamed_memory(target):
    """Makes a file in memory, which is named in a list of all."""
    return os.memfd_create(target["planted"])


def list_mounts(target):
    """Lists what is mounted."""
    request = (ctypes.c_uint64 * 4)(24, 0xFFFFFFFFFFFFFFFF, 0)
    return checked(LIBC.syscall(LISTMOUNT, request, space(), 10, 0))


def ask_about_mount(target):
    """Asks what is mounted at the top."""
    request = (ctypes.c_uint64 * 4)(24, 1, 0)
    return checked(LIBC.syscall(STATMOUNT, request, space(), 4096, 0)) + 1


def copy_tree(target):
    """Makes a view of the files of its own."""
    return checked(LIBC.syscall(OPEN_TREE, HERE, b"/", 0))


def open_file_system(target):
    """Makes a file system of its own."""
    return checked(LIBC.syscall(FSOPEN, b"tmpfs", 0))


def sync_file(target):
    """Has a file written to disk, which takes longer if anyone has written."""
    os.fsync(1)
    return "synced"


def advise_on_file(target):
    """Throws its output out of the cache."""
    os.posix_fadvise(1, 0, 0, os.POSIX_FADV_DONTNEED)
    return "thrown out"


def lock_file(target):
    """Locks its output."""
    import fcntl

    fcntl.flock(1, fcntl.LOCK_EX)
    return "locked"


def lock_part_of_file(target):
    """Locks a part of its output, or asks who has."""
    import fcntl

    fcntl.lockf(1, fcntl.LOCK_EX)
    return "locked"


def lease_file(target):
    """Has itself told when anyone opens its output."""
    import fcntl

    fcntl.fcntl(1, fcntl.F_SETLEASE, fcntl.F_RDLCK)
    return "leased"


def enlarge_pipe(target):
    """Takes more room for its input, of which a user has so much in all."""
    import fcntl

    return fcntl.fcntl(0, 1031, 1 << 16)  # F_SETPIPE_SZ


def name_of_window(target):
    """Asks for the size of a terminal."""
    return os.get_terminal_size(0).columns + 1
