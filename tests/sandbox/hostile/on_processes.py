"""Attacks by processes: new ones, signals to others, and rights that a bot has given up."""

import _thread
import ctypes
import os
import resource
import signal
import time

LIBC = ctypes.CDLL(None, use_errno=True)
PR_SET_PDEATHSIG, PR_SET_DUMPABLE = 1, 4
CLONE_NEWUSER, CLONE_NEWNS = 0x10000000, 0x00020000
MANY = 30


def checked(result):
    """What a call returned; its error, raised, if it failed."""
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


def fork(target):
    """Forks."""
    child = os.fork()
    if child == 0:
        os._exit(0)
    return child


def fork_many(target):
    """Forks as often as it can."""
    forked = 0
    for _ in range(MANY):
        try:
            forked += fork(target) > 0
        except PermissionError:
            continue
    return forked or None


def fork_with_terminal(target):
    """Forks a process with a terminal of its own."""
    child, _ = os.forkpty()
    if child == 0:
        os._exit(0)
    return child


def start_threads(target):
    """Starts threads, which could think while others have their turn."""
    return [_thread.start_new_thread(time.sleep, (0.1,)) for _ in range(MANY)]


def become_program(target):
    """Becomes another program."""
    os.execv("/bin/true", ["true"])


def spawn_program(target):
    """Starts a program."""
    return os.posix_spawn("/bin/true", ["true"], {})


def run_shell(target):
    """Runs a command by the shell."""
    return "ran" if os.system(f"touch {target['folder']}/{target['planted']}") == 0 else None


def run_subprocess(target):
    """Runs a command as programs do."""
    import subprocess

    return subprocess.run(["touch", f"{target['folder']}/{target['planted']}"]).returncode


def run_with_multiprocessing(target):
    """Starts a worker process."""
    import multiprocessing

    worker = multiprocessing.get_context("fork").Process(target=time.sleep, args=(0,))
    worker.start()
    return worker.pid


def kill_canary(target):
    """Kills a process of the same user."""
    os.kill(target["canary"], signal.SIGKILL)
    return "killed"


def signal_referee(target):
    """Sends the referee a signal."""
    os.kill(target["referee"], signal.SIGCONT)
    return "sent"


def signal_parent(target):
    """Sends a signal to the process that forked it."""
    os.kill(os.getppid(), signal.SIGCONT)
    return "sent"


def signal_sibling(target):
    """Sends a signal to the bot at the next seat."""
    os.kill(os.getpid() + 1, signal.SIGCONT)
    return "sent"


def signal_group(target):
    """Sends a signal to the referee and all that it has started."""
    os.killpg(target["group"], signal.SIGCONT)
    return "sent"


def signal_everybody(target):
    """Sends a signal to every process that it may."""
    os.kill(-1, signal.SIGCONT)
    return "sent"


def signal_itself(target):
    """Stops itself, so that somebody has to wait for it."""
    os.kill(os.getpid(), signal.SIGSTOP)
    return "stopped"


def signal_by_handle(target):
    """Sends a signal by a handle on a process."""
    signal.pidfd_send_signal(os.pidfd_open(target["canary"]), signal.SIGKILL)
    return "killed"


def outlive_parent(target):
    """Arranges not to be ended with its parent."""
    return checked(LIBC.prctl(PR_SET_PDEATHSIG, 0, 0, 0, 0))


def show_itself(target):
    """Lets other processes read its memory."""
    return checked(LIBC.prctl(PR_SET_DUMPABLE, 1, 0, 0, 0))


def raise_memory_limit(target):
    """Allows itself all memory."""
    resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    return "raised"


def raise_file_limit(target):
    """Allows itself many open files."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (1000, 1000))
    return "raised"


def limit_canary(target):
    """Takes another process's processor time away."""
    return resource.prlimit(target["canary"], resource.RLIMIT_CPU, (0, 0))


def mount(target):
    """Puts another file system over the results."""
    return checked(LIBC.mount(b"none", target["empty"].encode(), b"tmpfs", 0, None))


def be_root_elsewhere(target):
    """Makes a world where it is root."""
    return checked(LIBC.unshare(CLONE_NEWUSER | CLONE_NEWNS))


def join_world_of_referee(target):
    """Goes where the referee is, by handle."""
    return checked(LIBC.setns(os.pidfd_open(target["referee"]), CLONE_NEWNS))


def change_root(target):
    """Makes a folder the top of the file system."""
    os.chroot(target["folder"])
    return "changed"


def change_user(target):
    """Becomes another user."""
    os.setresuid(1, 1, 1)
    return "changed"


def become_root(target):
    """Becomes root."""
    os.setuid(0)
    return "changed"


def change_group(target):
    """Leaves its group of processes."""
    os.setpgid(0, 0)
    return "left"


def change_name_of_machine(target):
    """Gives the machine its own name again, as only root may."""
    name = os.uname().nodename.encode()
    return checked(LIBC.sethostname(name, len(name)))


def hurry(target):
    """Goes before all others."""
    return os.nice(-5)


def dawdle(target):
    """Lets all others go first, so that its time is not its own."""
    return os.nice(5)


def choose_processor(target):
    """Keeps to one processor."""
    os.sched_setaffinity(0, {0})
    return "chosen"


def slow_down_canary(target):
    """Keeps another process to one processor."""
    os.sched_setaffinity(target["canary"], {0})
    return "slowed"


def set_alarm(target):
    """Has itself woken up, to think while others have their turn."""
    woken = []
    signal.signal(signal.SIGALRM, lambda *_: woken.append("woken"))
    signal.alarm(1)
    time.sleep(1.2)
    return woken or None


def set_timer(target):
    """Has itself woken up again and again."""
    signal.signal(signal.SIGVTALRM, lambda *_: None)
    return signal.setitimer(signal.ITIMER_VIRTUAL, 0.01, 0.01)


def import_other_package(target):
    """Imports a package that is not a bot's."""
    import click

    return click.__name__


def import_tests(target):
    """Imports these tests."""
    from tests.match import tables

    return tables.__name__


def import_results(target):
    """Imports the part of the project that knows all results."""
    import arena.tournament

    return arena.tournament.__name__


def import_venue(target):
    """Imports the part of the project that starts games."""
    from arena.sandbox import venue

    return venue.__name__
