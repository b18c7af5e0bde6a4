"""Attacks by modules that no import statement of the file names, loaded in the middle of a game."""

import ctypes
import importlib
import importlib.machinery
import importlib.util
import marshal
import os
import sys
import zipfile
from pathlib import Path

LIBRARY = Path(os.__file__).parent
ABSENT = "wave"  # a module of the standard library that no bot has


def import_late(target):
    """Imports a module when the game has begun."""
    return importlib.import_module(ABSENT).__name__


def import_by_builtin(target):
    """Calls what an import statement calls."""
    return __import__(ABSENT).__name__


def import_in_text(target):
    """Has Python read the import statement only now."""
    space = {}
    exec(f"import {ABSENT} as found", space)
    return space["found"].__name__


def import_without_guard(target):
    """Takes away who guards imports."""
    del sys.meta_path[0]
    importlib.invalidate_caches()
    return importlib.import_module(ABSENT).__name__


def import_past_guard(target):
    """Asks another finder than the first."""
    finder = importlib.machinery.PathFinder
    spec = finder.find_spec(ABSENT, [str(LIBRARY)])
    return spec and spec.origin


def load_by_path(target):
    """Loads a module from where it is."""
    path = str(LIBRARY / f"{ABSENT}.py")
    spec = importlib.util.spec_from_file_location(ABSENT, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.__name__


def load_data(target):
    """Reads a file by what loads modules."""
    loader = importlib.machinery.SourceFileLoader("secret", target["secret"])
    return loader.get_data(target["secret"])


def load_bytecode(target):
    """Loads a compiled module."""
    path = importlib.util.cache_from_source(os.__file__)
    return marshal.loads(loaded(path)[16:])


def loaded(path):
    """What is in a file, read by what loads compiled modules."""
    return importlib.machinery.SourcelessFileLoader("os", path).get_data(path)


def load_library(target):
    """Loads a library of the system."""
    return ctypes.CDLL("libutil.so.1").login


def load_library_by_path(target):
    """Loads a library from where it stands."""
    return ctypes.CDLL(target["secret"])


def import_from_archive(target):
    """Opens an archive of modules."""
    return zipfile.ZipFile(target["secret"])


def import_frozen(target):
    """Imports a module that is part of Python itself."""
    return importlib.import_module("__phello__").__name__


def import_built_in(target):
    """Imports a module of the interpreter that no bot has."""
    return importlib.import_module("faulthandler").__name__


def run_module(target):
    """Runs a module as a program."""
    import runpy

    return runpy.run_module("timeit")


def run_path(target):
    """Runs a file as a program."""
    import runpy

    return runpy.run_path(target["rival"])


def change_path(target):
    """Adds a folder to those where modules are looked for."""
    sys.path.insert(0, target["folder"])
    return importlib.import_module("rival").PLAN


def reload_module(target):
    """Loads a module once more."""
    return importlib.reload(os).__name__
