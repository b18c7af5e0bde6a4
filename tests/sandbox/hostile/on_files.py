"""Attacks on files: the results, other bots, the project and the machine's own."""

import os
from pathlib import Path


def read_secret(target):
    """Reads a file that only the referee should know."""
    return Path(target["secret"]).read_text()


def read_results(target):
    """Reads the results of other games."""
    return Path(target["results"]).read_text()


def read_rival(target):
    """Reads the code of another bot."""
    return Path(target["rival"]).read_text()


def read_project(target):
    """Reads the referee's own code."""
    return Path(target["package"], "match", "match.py").read_text()


def read_users(target):
    """Reads who uses this machine."""
    return Path("/etc/passwd").read_text()


def read_by_way_of_proc(target):
    """Reads a file by another of its names."""
    return Path(f"/proc/self/root{target['secret']}").read_text()


def read_by_bare_handle(target):
    """Gets a handle that needs no right to read, and opens the file by it."""
    handle = os.open(target["secret"], os.O_PATH)
    return Path(f"/proc/self/fd/{handle}").read_text()


def read_next_to_handle(target):
    """Gets a handle on a folder, and opens a file below it."""
    folder = os.open(target["folder"], os.O_PATH | os.O_DIRECTORY)
    return os.read(os.open("secret", os.O_RDONLY, dir_fd=folder), 100)


def read_command_line(target):
    """Reads how the referee was started."""
    return Path(f"/proc/{target['referee']}/cmdline").read_bytes()


def read_environment(target):
    """Reads the referee's environment."""
    return Path(f"/proc/{target['referee']}/environ").read_bytes()


def read_kernel_version(target):
    """Reads which kernel there is to be attacked."""
    return Path("/proc/version").read_text()


def list_home(target):
    """Lists the home of the user."""
    return [path.name for path in Path(target["home"]).iterdir()]


def list_results(target):
    """Lists the folder of the results."""
    return [path.name for path in Path(target["folder"]).iterdir()]


def list_root(target):
    """Lists the top of the file system."""
    return [path.name for path in Path("/").iterdir()]


def list_processes(target):
    """Lists all processes."""
    return [path.name for path in Path("/proc").iterdir()]


def list_own_handles(target):
    """Lists what is open in its own process."""
    return [path.name for path in Path("/proc/self/fd").iterdir()]


def write_results(target):
    """Adds a win of its own to the results."""
    return Path(target["results"]).open("a").write("attacker,1\n")


def write_folder(target):
    """Leaves a file beside the results."""
    return Path(target["folder"], target["planted"]).write_text("planted")


def write_temporary(target):
    """Leaves a file for later games in the folder for temporary files."""
    return Path(target["temporary"], target["planted"]).write_text("planted")


def write_beside_itself(target):
    """Leaves a file for later games where it stands."""
    return Path(target["planted"]).write_text("planted")


def write_package(target):
    """Adds a module to the referee's package."""
    return Path(target["package"], target["planted"]).write_text("planted")


def write_shared_memory(target):
    """Leaves shared memory for a partner to find."""
    return Path("/dev/shm", target["planted"]).write_text("planted")


def write_unnamed(target):
    """Makes a file without a name, to name it later."""
    return os.open(target["folder"], os.O_TMPFILE | os.O_RDWR)


def empty_results(target):
    """Empties the results by opening them."""
    return os.open(target["results"], os.O_RDONLY | os.O_TRUNC)


def truncate_results(target):
    """Cuts the results off."""
    os.truncate(target["results"], 0)
    return "cut off"


def delete_results(target):
    """Deletes the results."""
    Path(target["results"]).unlink()
    return "deleted"


def rename_results(target):
    """Puts the results out of the way."""
    return Path(target["results"]).rename(f"{target['results']}.gone")


def replace_rival(target):
    """Puts another file in the place of a rival's."""
    return Path(target["results"]).replace(target["rival"])


def link_secret(target):
    """Gives a file a second name."""
    Path(target["folder"], target["planted"]).hardlink_to(target["secret"])
    return "linked"


def point_to_secret(target):
    """Leaves a link to a file."""
    Path(target["folder"], target["planted"]).symlink_to(target["secret"])
    return "linked"


def make_folder(target):
    """Makes a folder."""
    Path(target["folder"], target["planted"]).mkdir()
    return "made"


def remove_folder(target):
    """Removes a folder."""
    Path(target["empty"]).rmdir()
    return "removed"


def make_pipe_with_a_name(target):
    """Makes a pipe that a partner could open."""
    os.mkfifo(Path(target["folder"], target["planted"]))
    return "made"


def open_to_all(target):
    """Lets everybody read and write the results."""
    Path(target["results"]).chmod(0o666)
    return "opened"


def date_back(target):
    """Makes the results look old."""
    os.utime(target["results"], (0, 0))
    return "dated back"


def own_attribute(target):
    """Marks a file with an attribute."""
    os.setxattr(target["results"], "user.planted", b"planted")
    return "marked"


def change_folder(target):
    """Goes to another folder."""
    os.chdir(target["folder"])
    return "gone there"
