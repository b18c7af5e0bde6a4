"""Attacks by sockets: to the network, to this machine and to other bots."""

import fcntl
import os
import socket

CHANNEL, QUESTIONS = 3, 4


def connect(target):
    """Connects to a server on this machine."""
    return socket.create_connection(("127.0.0.1", target["tcp"]), 1).fileno()


def connect_by_six(target):
    """Connects by the newer internet protocol."""
    return socket.create_connection(("::1", target["tcp"]), 1).fileno()


def listen(target):
    """Becomes a server."""
    return socket.create_server(("127.0.0.1", 0)).getsockname()


def send_datagram(target):
    """Sends a datagram."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
        return sender.sendto(b"a leak", ("127.0.0.1", target["udp"]))


def send_raw(target):
    """Sends a packet that it made all by itself."""
    return socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP).fileno()


def connect_by_file(target):
    """Connects to a server by the name of a file."""
    with socket.socket(socket.AF_UNIX) as caller:
        caller.connect(target["socket"])
        return caller.send(b"a leak")


def connect_without_file(target):
    """Connects to a server by a name that is no file."""
    with socket.socket(socket.AF_UNIX) as caller:
        caller.connect("\0" + target["abstract"])
        return caller.send(b"a leak")


def listen_without_file(target):
    """Becomes a server that a partner can find."""
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(f"\0{target['planted']}-partner")
        return server.getsockname()


def make_pair(target):
    """Makes two sockets that are connected."""
    return [end.fileno() for end in socket.socketpair()]


def make_pipe(target):
    """Makes a pipe."""
    return os.pipe()


def ask_kernel(target):
    """Asks the kernel about the network."""
    return socket.socket(socket.AF_NETLINK, socket.SOCK_RAW).fileno()


def look_up_name(target):
    """Asks for the address of a name."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
        sender.connect(("127.0.0.1", 53))
        return sender.getsockname()


def ask_who_writes(target):
    """Asks which file the channel is: both ends of a pipe have the same number."""
    return os.fstat(QUESTIONS).st_ino


def hear_of_questions(target):
    """Asks the system for a signal whenever the referee writes to the channel."""
    fcntl.fcntl(QUESTIONS, fcntl.F_SETOWN, os.getpid())
    return fcntl.fcntl(QUESTIONS, fcntl.F_SETFL, os.O_ASYNC)


def widen_channel(target):
    """Takes memory of the system's for a larger channel."""
    return fcntl.fcntl(CHANNEL, fcntl.F_SETPIPE_SZ, 1 << 20)
