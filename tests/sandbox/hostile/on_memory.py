"""Attacks on the memory of the referee, of the parent and of other bots."""

import ctypes
import os
from pathlib import Path

LIBC = ctypes.CDLL(None, use_errno=True)
PTRACE_TRACEME, PTRACE_SEIZE = 0, 0x4206
PIDFD_OPEN, PIDFD_GETFD = 434, 438


class Span(ctypes.Structure):
    """A stretch of memory."""

    _fields_ = (("address", ctypes.c_void_p), ("size", ctypes.c_size_t))


def checked(result):
    """What a call returned; its error, raised, if it failed."""
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


def memory_of(process, target):
    """What stands at the secret's address in a process."""
    with Path(f"/proc/{process}/mem").open("rb", buffering=0) as memory:
        memory.seek(target["address"])
        return memory.read(target["size"]).decode()


def copied_from(process, target):
    """What stands at the secret's address in a process, without opening a file."""
    found = ctypes.create_string_buffer(target["size"])
    here = Span(ctypes.cast(found, ctypes.c_void_p), target["size"])
    there = Span(target["address"], target["size"])
    checked(LIBC.process_vm_readv(process, ctypes.byref(here), 1, ctypes.byref(there), 1, 0))
    return found.value.decode()


def open_memory_of_referee(target):
    """Reads the referee's memory as a file."""
    return memory_of(target["referee"], target)


def open_memory_of_parent(target):
    """Opens the memory of the process that forked it."""
    return os.open(f"/proc/{os.getppid()}/mem", os.O_RDONLY)


def open_memory_of_sibling(target):
    """Opens the memory of the bot at the next seat, or of whoever was born after it and lives."""
    for other in range(os.getpid() + 1, os.getpid() + 200):
        try:
            return os.open(f"/proc/{other}/mem", os.O_RDONLY)
        except (FileNotFoundError, ProcessLookupError):
            continue  # another process had that number, and has ended
    raise LookupError("nobody was born later")


def open_own_memory(target):
    """Opens its own memory, to write where it is read-only."""
    return os.open("/proc/self/mem", os.O_RDWR)


def read_map_of_referee(target):
    """Reads where things are in the referee's memory."""
    return Path(f"/proc/{target['referee']}/maps").read_text()[:100]


def copy_from_referee(target):
    """Copies from the referee's memory."""
    return copied_from(target["referee"], target)


def copy_from_parent(target):
    """Copies from the memory of the process that forked it."""
    return copied_from(os.getppid(), target)


def copy_from_sibling(target):
    """Copies from the memory of the bot at the next seat."""
    return copied_from(os.getpid() + 1, target)


def trace_referee(target):
    """Becomes the referee's debugger."""
    return checked(LIBC.ptrace(PTRACE_SEIZE, target["referee"], 0, 0))


def trace_canary(target):
    """Becomes the debugger of a process of the same user."""
    return checked(LIBC.ptrace(PTRACE_SEIZE, target["canary"], 0, 0))


def trace_sibling(target):
    """Becomes the debugger of the bot at the next seat."""
    return checked(LIBC.ptrace(PTRACE_SEIZE, os.getpid() + 1, 0, 0))


def be_traced(target):
    """Lets its parent be its debugger, and so stops at every signal."""
    return checked(LIBC.ptrace(PTRACE_TRACEME, 0, 0, 0))


def take_descriptor_of_referee(target):
    """Takes an open file out of the referee."""
    handle = checked(LIBC.syscall(PIDFD_OPEN, target["referee"], 0))
    return checked(LIBC.syscall(PIDFD_GETFD, handle, 0, 0))


def read_folder_of_referee(target):
    """Reads in which folder the referee works."""
    return str(Path(f"/proc/{target['referee']}/cwd").readlink())
