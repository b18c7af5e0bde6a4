"""What an honest bot may import works in the sandbox, where nothing is loaded during a game."""

from textwrap import indent

import pytest

from arena.match.limits import Limits
from arena.sandbox.imports import modules_of
from tests.match.tables import FIRST, play_elsewhere, written

SNIPPETS = {
    "array": "import array; array.array('i', [1, 2])",
    "ast": "import ast; ast.literal_eval('[1, 2]')",
    "asyncio": "import asyncio; asyncio.Future",
    "base64": "import base64; base64.b64decode(base64.b64encode(b'x'))",
    "bz2": "import bz2; bz2.decompress(bz2.compress(b'x'))",
    "calendar": "import calendar; calendar.monthrange(2026, 11)",
    "codecs": "import codecs; 'ä'.encode('latin-1').decode('latin-1').encode('ascii', 'replace')",
    "contextlib": "import contextlib; contextlib.suppress(ValueError)",
    "csv": "import csv, io; list(csv.reader(io.StringIO('a,b')))",
    "dataclasses": "import dataclasses; dataclasses.make_dataclass('P', ['x', 'y'])(1, 2)",
    "datetime": "import datetime; datetime.datetime.strptime('2026-11-17', '%Y-%m-%d')",
    "decimal": "import decimal; decimal.Decimal(2).sqrt()",
    "difflib": "import difflib; difflib.get_close_matches('appel', ['apple'])",
    "fractions": "import fractions; fractions.Fraction(1, 3) + 1",
    "graphlib": "import graphlib; list(graphlib.TopologicalSorter({1: [2]}).static_order())",
    "gzip": "import gzip; gzip.decompress(gzip.compress(b'x'))",
    "hashlib": "import hashlib; hashlib.sha256(b'x').hexdigest()",
    "heapq": "import heapq; heapq.nsmallest(1, [2, 1])",
    "json": "import json; json.loads(json.dumps({'a': [1]}))",
    "logging": "import logging; logging.getLogger('bot').warning('hm')",
    "named_characters": r"eval(r'''"
    r" '\N{BLACK CHESS KNIGHT}' ''')",
    "pathlib": "import pathlib; pathlib.PurePath('a', 'b').name",
    "pickle": "import pickle; pickle.loads(pickle.dumps([1, {2: 3}]))",
    "pprint": "import pprint; pprint.pformat({1: 2})",
    "profile": "import cProfile, pstats, io; p = cProfile.Profile(); p.enable(); p.disable();"
    " pstats.Stats(p, stream=io.StringIO())",
    "queue": "import queue; queue.PriorityQueue().put(1)",
    "random": "import random; random.choice([1]); random.Random(1).sample(range(9), 3)",
    "re": "import re; re.sub('(?i)a', 'b', 'A')",
    "secrets": "import secrets; secrets.token_hex(4)",
    "statistics": "import statistics; statistics.NormalDist(0, 1).cdf(1)",
    "string": "import string; string.Template('$x').substitute(x=1)",
    "struct": "import struct; struct.pack('<I', 1)",
    "tempfile": "import tempfile; tempfile.SpooledTemporaryFile",
    "threading": "import threading; threading.Lock().acquire()",
    "time": "import time; time.strftime('%Y'); time.strptime('2026', '%Y')",
    "timeit": "import timeit; timeit.timeit('1', number=1)",
    "tracebacks": "import traceback\ntry: 1 / 0\nexcept ZeroDivisionError: traceback.format_exc()",
    "unittest": "from unittest import mock; mock.Mock()()",
    "uuid": "import uuid; uuid.UUID(int=1)",
    "warnings": "import warnings; warnings.warn('hm')",
    "weakref": "import weakref; weakref.WeakValueDictionary()",
    "zlib": "import zlib; zlib.crc32(b'x')",
    "numpy": "import numpy as np; (np.arange(6).reshape(2, 3) @ np.ones((3, 2))).sum()",
    "numpy.linalg": "import numpy as np; np.linalg.solve(np.eye(3), np.ones(3))",
    "numpy.random": "import numpy as np; np.random.default_rng(1).normal(); np.random.rand(2)",
    "numpy.fft": "import numpy as np; np.fft.fft(np.ones(4))",
    "numpy.ma": "import numpy as np; np.ma.masked_array([1, 2], [0, 1]).mean()",
    "numpy.polynomial": "from numpy.polynomial import Polynomial; Polynomial([1, 2])(3)",
    "numpy_files": "import io, numpy as np; f = io.BytesIO(); np.savez(f, a=np.ones(2));"
    " f.seek(0); np.load(f)['a']",
    "numpy_text": "import numpy as np; repr(np.ones((50, 50))); np.array(['a']).astype('U3')",
}
"""What bots do with modules, by what it is about."""


def test_what_bots_do_with_modules_works_in_the_sandbox() -> None:
    code = "def nothing(): pass\n"
    for number, snippet in enumerate(SNIPPETS.values()):
        code += f"def try_{number}():\n{indent(snippet.replace('; ', chr(10)), '    ')}\n"
    code += f"""
class Bot:
    def choose(self, view, legal):
        found = []
        for number, name in enumerate({list(SNIPPETS)!r}):
            try:
                globals()[f"try_{{number}}"]()
            except BaseException as error:
                found.append(f"{{name}}: {{error!r}}")
        raise LookupError(found)
"""
    played = play_elsewhere("sandbox", written(code), FIRST, limits=Limits())
    assert played.faults[0].sentence == "LookupError: []"


@pytest.mark.parametrize(
    ("code", "modules"),
    [
        (b"import csv", ("csv",)),
        (b"import csv, queue as q # and json", ("csv", "queue")),
        (b"if 1: import csv; import queue", ("csv", "queue")),
        (b"from xml.etree import (ElementTree as E,\n  x)", ("xml.etree.ElementTree",)),
        (b"from \\\n  csv import \\\n reader", ("csv",)),
        (b"\timport csv\r\nimport queue\rimport glob", ("csv", "glob", "queue")),
        (b"import random, click, os.system, arena.sandbox.venue, antigravity", ()),
        (b"reimport csv\nimported = 1", ()),
        (b"import csv\xff", ()),
    ],
)
def test_modules_are_found_by_what_import_statements_name(
    code: bytes, modules: tuple[str, ...]
) -> None:
    assert modules_of(code) == modules
