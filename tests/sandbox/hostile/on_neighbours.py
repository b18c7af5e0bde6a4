"""Attacks by what all processes share: futexes, clocks, the scheduler, keys and queues."""

import ctypes
import mmap
import os
import platform
import signal
import time
from pathlib import Path

LIBC = ctypes.CDLL(None, use_errno=True)
NUMBERS = {
    "x86_64": {
        "futex": 202, "set_robust_list": 273, "get_robust_list": 274, "timer_create": 222,
        "adjtimex": 159, "clock_adjtime": 305, "sched_getattr": 315, "membarrier": 324,
        "mincore": 27, "move_pages": 279, "get_mempolicy": 239, "ioprio_get": 252,
        "add_key": 248, "keyctl": 250, "kcmp": 312, "seccomp": 317, "sysinfo": 99,
        "getpgid": 121, "getsid": 124, "rseq": 334, "bpf": 321, "userfaultfd": 323,
        "perf_event_open": 298, "arch_prctl": 158, "mlock": 149, "rt_sigqueueinfo": 129,
        "tgkill": 234, "sched_yield": 24,
    },
    "aarch64": {
        "futex": 98, "set_robust_list": 99, "get_robust_list": 100, "timer_create": 107,
        "adjtimex": 171, "clock_adjtime": 266, "sched_getattr": 275, "membarrier": 283,
        "mincore": 232, "move_pages": 239, "get_mempolicy": 236, "ioprio_get": 31,
        "add_key": 217, "keyctl": 219, "kcmp": 272, "seccomp": 277, "sysinfo": 179,
        "getpgid": 155, "getsid": 156, "rseq": 293, "bpf": 280, "userfaultfd": 282,
        "perf_event_open": 241, "arch_prctl": 160, "mlock": 228, "rt_sigqueueinfo": 138,
        "tgkill": 131, "sched_yield": 124,
    },
}[platform.machine()]  # fmt: skip
PIDFD_OPEN, IO_URING_SETUP, PROCESS_MADVISE, FUTEX_WAITV, FUTEX_WAKE = 434, 425, 440, 449, 454
WAIT, WAKE, REQUEUE, LOCK_PI, TRYLOCK_PI, PRIVATE = 0, 1, 3, 6, 8, 128
MADV_MERGEABLE, MADV_HUGEPAGE, MADV_COLD, MADV_PAGEOUT, MADV_POPULATE_READ = 12, 14, 20, 21, 22
MADV_HWPOISON = 100
PAGE = 4096
NOBODY = (1 << 22) - 1  # the greatest number that a process can have


def checked(result):
    """What a call returned; its error, raised, if it failed."""
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


def call(name, *arguments):
    """What a call by its number returned, and one more."""
    return checked(LIBC.syscall(NUMBERS[name], *map(as_long, arguments))) + 1


def as_long(value):
    """Numbers in the size that calls take."""
    return ctypes.c_long(value) if isinstance(value, int) else value


def moment():
    """The shortest time to wait for."""
    return ctypes.byref((ctypes.c_long * 2)(0, 1))


def in_library():
    """A place in a library that every process has mapped."""
    return ctypes.cast(LIBC.getenv, ctypes.c_void_p).value & -4


def advise(advice):
    """Advise the kernel about a page of the library."""
    return checked(LIBC.madvise(ctypes.c_void_p(in_library() & -PAGE), PAGE, advice)) + 1


def own_page():
    """A page of memory of its own."""
    room = mmap.mmap(-1, PAGE, flags=mmap.MAP_PRIVATE)
    return room, ctypes.addressof(ctypes.c_char.from_buffer(room))


def seeming_holder(number, operation):
    """What the kernel says to one who wants a lock that this process seems to hold."""
    held = ctypes.c_uint32(number)
    LIBC.syscall(NUMBERS["futex"], ctypes.byref(held), operation | PRIVATE, 0, moment(), 0, 0)
    return ctypes.get_errno()


def wake_partner(target):
    """Wakes whoever waits at a place in a library."""
    return call("futex", in_library(), WAKE, 1, 0, 0, 0)


def wait_for_partner(target):
    """Waits to be woken by whoever knows the place in the library."""
    word = ctypes.c_uint32.from_address(in_library()).value
    result = LIBC.syscall(NUMBERS["futex"], ctypes.c_void_p(in_library()), WAIT, word, moment())
    if result < 0 and ctypes.get_errno() != 110:  # ETIMEDOUT
        raise OSError(ctypes.get_errno(), "not waited")
    return "waited"


def move_waiters(target):
    """Moves whoever waits at one place to another."""
    return call("futex", in_library(), REQUEUE, 1, 1, in_library() + 4, 0)


def wait_for_many(target):
    """Waits at many places by the newest call."""
    places = (ctypes.c_uint64 * 3)(0, in_library(), 2)
    result = LIBC.syscall(FUTEX_WAITV, places, 1, 0, moment(), 1)
    if result < 0 and ctypes.get_errno() in (11, 110):  # EAGAIN, ETIMEDOUT
        return "waited"
    return checked(result)


def wake_by_newest_call(target):
    """Wakes whoever waits at a place, by the newest call."""
    place = ctypes.c_void_p(in_library())
    return checked(LIBC.syscall(FUTEX_WAKE, place, ctypes.c_ulong(0xFFFFFFFF), 1, 2)) + 1


def find_own_number(target):
    """Finds out its own number by locks that claim to be held by each number in turn."""
    if seeming_holder(NOBODY, LOCK_PI) == 1:
        raise PermissionError("not told")
    return next(number for number in range(1, NOBODY) if seeming_holder(number, LOCK_PI) == 35)


def find_process(target):
    """Finds out whether there is a process with a number, by a lock that it seems to hold."""
    found = [seeming_holder(number, TRYLOCK_PI) for number in (target["canary"], NOBODY)]
    if found[0] == found[1]:
        raise PermissionError("not told")
    return found


def leave_locks_behind(target):
    """Has the kernel write to memory when it ends."""
    return call("set_robust_list", (ctypes.c_long * 3)(), 24)


def read_locks_of_others(target):
    """Asks where another process keeps its locks."""
    there, size = ctypes.c_long(), ctypes.c_long()
    return call("get_robust_list", 0, ctypes.byref(there), ctypes.byref(size))


def read_clock_of_parent(target):
    """Reads how much processor time its parent has used, which every game changes."""
    return time.clock_gettime((~target["referee"] << 3) | 2)


def read_clock_of_first_process(target):
    """Reads how much processor time the first of all processes has used."""
    return time.clock_gettime((~1 << 3) | 2)


def read_clock_of_thread(target):
    """Reads the clock of a thread of another process."""
    return time.clock_gettime((~target["canary"] << 3) | 6)


def sleep_by_clock_of_other(target):
    """Sleeps until another process has used some time."""
    clock = ctypes.c_int((~target["referee"] << 3) | 2)
    error = LIBC.clock_nanosleep(clock, 0, moment(), None)
    if error:
        raise OSError(error, os.strerror(error))
    return "slept"


def resolve_clock_of_other(target):
    """Asks how fine the clock of another process is, which tells whether there is one."""
    return time.clock_getres((~target["canary"] << 3) | 2) + 1


def set_time(target):
    """Sets the clock of the machine to what it is."""
    time.clock_settime(time.CLOCK_REALTIME, time.time())
    return "set"


def trim_time(target):
    """Asks how the machine's clock is kept."""
    return call("adjtimex", (ctypes.c_char * 256)())


def trim_clock(target):
    """Asks the same of one clock."""
    return call("clock_adjtime", 0, (ctypes.c_char * 256)())


def set_timer_of_kernel(target):
    """Has itself woken by a timer of the kernel."""
    return call("timer_create", 0, None, ctypes.byref(ctypes.c_int()))


def yield_core(target):
    """Lets others go first, again and again, without being idle."""
    return call("sched_yield")


def choose_schedule(target):
    """Asks to run only when nobody else does."""
    os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    return "changed"


def ask_schedule_of_other(target):
    """Asks how another process is scheduled."""
    return os.sched_getscheduler(target["canary"]) + 1


def ask_schedule_in_detail(target):
    """Asks the same by a newer call."""
    return call("sched_getattr", target["canary"], (ctypes.c_char * 64)(), 64, 0)


def ask_affinity_of_other(target):
    """Asks on which cores another process may run."""
    return list(os.sched_getaffinity(target["canary"]))


def ask_priority_of_other(target):
    """Asks for the priority of another process."""
    return os.getpriority(os.PRIO_PROCESS, target["canary"]) + 1


def ask_priority_of_disk(target):
    """Asks for the priority of another process at the disk."""
    return call("ioprio_get", 1, target["canary"])


def ask_group_of_other(target):
    """Asks to which group a process belongs, which tells whether there is one."""
    return call("getpgid", target["canary"])


def ask_session_of_other(target):
    """Asks for the session of a process."""
    return call("getsid", target["canary"])


def ask_about_system(target):
    """Asks how many processes there are and how much memory is free."""
    return call("sysinfo", (ctypes.c_char * 256)())


def ask_load(target):
    """Asks how busy the machine is."""
    return os.getloadavg()


def compare_processes(target):
    """Asks whether two processes share something."""
    return call("kcmp", target["canary"], target["referee"], 1, 0, 0)


def hold_barrier(target):
    """Interrupts all other cores."""
    return call("membarrier", 0, 0, 0)


def look_into_cache(target):
    """Asks which pages of a library are in memory."""
    found = (ctypes.c_char * 1)()
    return call("mincore", in_library() & -PAGE, PAGE, found)


def ask_where_pages_are(target):
    """Asks where a page of a library lies."""
    pages = (ctypes.c_void_p * 1)(in_library() & -PAGE)
    return call("move_pages", 0, 1, pages, 0, (ctypes.c_int * 1)(), 0)


def ask_for_memory_policy(target):
    """Asks from where it gets its memory."""
    return call("get_mempolicy", ctypes.byref(ctypes.c_int()), 0, 0, 0, 0)


def push_out_page(target):
    """Pushes a page of a library out of memory, for the next game to miss."""
    return advise(MADV_PAGEOUT)


def cool_page(target):
    """Has a page of a library leave memory sooner."""
    return advise(MADV_COLD)


def fetch_pages(target):
    """Fetches pages of a library without touching them."""
    return advise(MADV_POPULATE_READ)


def poison_page(target):
    """Has a page treated as broken."""
    return advise(MADV_HWPOISON)


def merge_pages(target):
    """Has equal pages of all processes merged, so that a write to one takes longer."""
    room, address = own_page()
    return checked(LIBC.madvise(ctypes.c_void_p(address), PAGE, MADV_MERGEABLE)) + len(room)


def ask_for_huge_pages(target):
    """Asks for pages of which there are few, to see whether a partner has taken them."""
    room, address = own_page()
    return checked(LIBC.madvise(ctypes.c_void_p(address), PAGE, MADV_HUGEPAGE)) + len(room)


def map_huge_page(target):
    """Maps one of the machine's reserved huge pages."""
    try:
        return mmap.mmap(-1, 2 << 20, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x40000)
    except OSError as error:
        if error.errno == 12:  # ENOMEM: there are none, and that is an answer, too
            return "told that there are none"
        raise


def map_locked_page(target):
    """Maps memory that can't be pushed out."""
    return len(mmap.mmap(-1, PAGE, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x2000))


def lock_page(target):
    """Locks memory, of which a user has so much in all."""
    room, address = own_page()
    return call("mlock", address, PAGE) + len(room)


def advise_other(target):
    """Advises the kernel about the memory of another process."""
    handle = checked(LIBC.syscall(PIDFD_OPEN, target["canary"], 0))
    span = (ctypes.c_void_p * 2)(in_library() & -PAGE, PAGE)
    return checked(LIBC.syscall(PROCESS_MADVISE, handle, span, 1, MADV_COLD, 0))


def leave_key(target):
    """Leaves a key with a message in the ring of its user."""
    text = target["planted"].encode()
    return call("add_key", b"user", text, text, len(text), ctypes.c_long(-4))


def find_key(target):
    """Looks for the ring of its user."""
    return call("keyctl", 0, ctypes.c_long(-4), 1)


def leave_shared_memory(target):
    """Makes memory of the old kind, which stays when it has ended."""
    return checked(LIBC.shmget(0x5EED, PAGE, 0o1600))


def leave_semaphore(target):
    """Makes a semaphore of the old kind, which stays when it has ended."""
    return checked(LIBC.semget(0x5EED, 1, 0o1600))


def leave_queue(target):
    """Makes a queue of the old kind, which stays when it has ended."""
    return checked(LIBC.msgget(0x5EED, 0o1600))


def open_queue(target):
    """Opens a queue by its name."""
    return checked(
        LIBC.mq_open(b"/" + target["planted"].encode(), os.O_CREAT | os.O_RDWR, 0o600, 0)
    )


def loosen_filter(target):
    """Puts a filter of its own before ours."""
    allow = (ctypes.c_uint64 * 1)(0x7FFF000000000006)
    program = (ctypes.c_void_p * 2)(1, ctypes.addressof(allow))
    return call("seccomp", 1, 0, program)


def register_sequence(target):
    """Has the kernel note on which core it runs."""
    return call("rseq", (ctypes.c_char * 32)(), 32, 0, 0x53053053)


def load_program(target):
    """Loads a program into the kernel."""
    return call("bpf", 5, (ctypes.c_char * 128)(), 128)


def count_events(target):
    """Counts what happens on a core."""
    return call("perf_event_open", (ctypes.c_char * 128)(), 0, -1, -1, 0)


def catch_faults(target):
    """Stalls the kernel whenever it touches a page."""
    return call("userfaultfd", 1)


def open_ring(target):
    """Has calls made for it by the kernel."""
    return checked(LIBC.syscall(IO_URING_SETUP, 1, (ctypes.c_char * 120)()))


def hide_clock(target):
    """Asks for a trap at every look at the processor's own clock."""
    return checked(LIBC.prctl(26, 1, 0, 0, 0)) + 1


def name_itself(target):
    """Gives its process a name, for all to see."""
    return checked(LIBC.prctl(15, target["planted"].encode(), 0, 0, 0)) + 1


def change_character(target):
    """Becomes a process of another system."""
    return checked(LIBC.personality(0xFFFFFFFF)) + 1


def move_register(target):
    """Asks the kernel where its own data begin."""
    return call("arch_prctl", 0x1003, ctypes.byref(ctypes.c_long()))


def signal_with_message(target):
    """Sends a number along with a signal."""
    return call("rt_sigqueueinfo", target["canary"], signal.SIGCONT, (ctypes.c_char * 128)())


def signal_thread(target):
    """Sends a signal to a thread of another process."""
    return call("tgkill", target["canary"], target["canary"], signal.SIGCONT)


def wait_for_others(target):
    """Waits for a process that is not its own."""
    return os.waitid(os.P_PID, target["canary"], os.WEXITED | os.WNOHANG)


def read_random_pool(target):
    """Asks how much chance the kernel has gathered."""
    return Path("/proc/sys/kernel/random/entropy_avail").read_text()


def read_who_counts(target):
    """Reads how many processes were ever made."""
    return Path("/proc/stat").read_text()[:100]


def read_own_story(target):
    """Reads the kernel's account of its own process, with its number."""
    return Path("/proc/self/stat").read_text()[:100]
