"""Attacks by calls to the kernel that Python has no function for."""

import ctypes
import errno
import platform

LIBC = ctypes.CDLL(None, use_errno=True)
X32 = 0x40000000
NEW_CALLS = {
    "pidfd_send_signal": 424, "io_uring_setup": 425, "io_uring_enter": 426,
    "io_uring_register": 427, "open_tree": 428, "move_mount": 429, "fsopen": 430,
    "fsconfig": 431, "fsmount": 432, "fspick": 433, "pidfd_open": 434, "clone3": 435,
    "close_range": 436, "openat2": 437, "pidfd_getfd": 438, "process_madvise": 440,
    "epoll_pwait2": 441, "mount_setattr": 442, "quotactl_fd": 443, "landlock_create": 444,
    "landlock_add": 445, "landlock_restrict": 446, "memfd_secret": 447,
    "process_mrelease": 448, "set_mempolicy_home_node": 450, "fchmodat2": 452,
    "map_shadow_stack": 453, "statmount": 457, "listmount": 458, "lsm_set_self_attr": 460,
}  # fmt: skip
"""Calls with the same number on every machine."""
OLD_CALLS = {
    "open": 2, "pwrite64": 18, "shmget": 29, "shmat": 30, "shmctl": 31, "dup2": 33,
    "sendfile": 40, "socket": 41, "connect": 42, "accept": 43, "sendto": 44, "sendmsg": 46,
    "recvmsg": 47, "bind": 49, "listen": 50, "socketpair": 53, "clone": 56, "execve": 59,
    "kill": 62, "semget": 64, "msgget": 68, "truncate": 76, "ftruncate": 77, "rename": 82,
    "creat": 85, "link": 86, "unlink": 87, "chmod": 90, "ptrace": 101, "syslog": 103,
    "setpgid": 109, "capset": 126, "rt_sigqueueinfo": 129, "mknod": 133, "personality": 135,
    "setpriority": 141, "sched_setscheduler": 144, "modify_ldt": 154, "pivot_root": 155,
    "prctl": 157, "arch_prctl": 158, "adjtimex": 159, "setrlimit": 160, "chroot": 161,
    "acct": 163, "settimeofday": 164, "mount": 165, "umount2": 166, "swapon": 167,
    "reboot": 169, "iopl": 172, "ioperm": 173, "init_module": 175, "delete_module": 176,
    "quotactl": 179, "tkill": 200, "sched_setaffinity": 203, "io_setup": 206,
    "remap_file_pages": 216, "timer_create": 222, "clock_settime": 227, "tgkill": 234,
    "mbind": 237, "mq_open": 240, "kexec_load": 246, "add_key": 248, "request_key": 249,
    "keyctl": 250, "inotify_init": 253, "migrate_pages": 256, "unlinkat": 263,
    "renameat": 264, "unshare": 272, "splice": 275, "vmsplice": 278, "move_pages": 279,
    "signalfd": 282, "timerfd_create": 283, "fallocate": 285, "eventfd2": 290, "dup3": 292,
    "epoll_create1": 291, "pipe2": 293, "pwritev": 296, "perf_event_open": 298,
    "fanotify_init": 300, "prlimit64": 302, "name_to_handle_at": 303,
    "open_by_handle_at": 304, "setns": 308, "process_vm_readv": 310,
    "process_vm_writev": 311, "kcmp": 312, "finit_module": 313, "sched_setattr": 314,
    "renameat2": 316, "seccomp": 317, "memfd_create": 319, "kexec_file_load": 320,
    "bpf": 321, "execveat": 322, "userfaultfd": 323, "copy_file_range": 326,
    "pkey_mprotect": 329,
}  # fmt: skip
"""Calls by their numbers on x86_64."""


def call_by_number(target):
    """Makes every call that could be of use, with arguments that make no sense."""
    calls = NEW_CALLS | (OLD_CALLS if platform.machine() == "x86_64" else {})
    nonsense = [ctypes.c_long(-1)] * 6
    reached = []
    for name, number in calls.items():
        ctypes.set_errno(0)
        if (
            LIBC.syscall(ctypes.c_long(number), *nonsense) != -1
            or ctypes.get_errno() != errno.EPERM
        ):
            reached.append(name)
    return reached or None


def call_by_other_numbers(target):
    """Makes a call by the numbers of the x32 kind."""
    return LIBC.syscall(ctypes.c_long(X32 + 39))


def call_as_old_machine(target):
    """Makes a call as programs of 32 bits do, whose numbers mean something else."""
    import mmap

    code = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    code.write(b"\xb8\x14\x00\x00\x00\xcd\x80\xc3")  # mov eax, 20; int 0x80; ret
    address = ctypes.addressof(ctypes.c_char.from_buffer(code))
    return ctypes.CFUNCTYPE(ctypes.c_long)(address)()


def send_terminal_input(target):
    """Types at the terminal of whoever runs the referee."""
    if LIBC.ioctl(0, 0x5412, b"x") < 0:  # TIOCSTI
        raise OSError(ctypes.get_errno(), "no terminal")
    return "typed"


def seal_output(target):
    """Seals its output, which the referee reads."""
    if LIBC.fcntl(1, 1033, 1) < 0:  # F_ADD_SEALS
        raise OSError(ctypes.get_errno(), "not sealed")
    return "sealed"


def have_signals_sent(target):
    """Has the kernel send the referee a signal when the channel has news."""
    if LIBC.fcntl(3, 8, target["referee"]) < 0:  # F_SETOWN
        raise OSError(ctypes.get_errno(), "not the owner")
    return "arranged"


def load_more_rights(target):
    """Asks for the rights that it has given up."""
    header = (ctypes.c_uint32 * 2)(0x20080522, 0)
    rights = (ctypes.c_uint32 * 6)(*[0xFFFFFFFF] * 6)
    if LIBC.capset(ctypes.byref(header), ctypes.byref(rights)) < 0:
        raise OSError(ctypes.get_errno(), "not given")
    return "given"
