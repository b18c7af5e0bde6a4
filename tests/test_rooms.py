"""How the house is kept: a noun is one class, an expansion is one place, seeds have one file."""

import ast
import re
from collections import defaultdict
from pathlib import Path

from arena.referee.modules import MODULES

PACKAGE = Path(__file__).parents[1] / "arena"
FILES = {
    path.relative_to(PACKAGE).as_posix(): path.read_text("utf-8") for path in PACKAGE.rglob("*.py")
}
BUNDLED = ("alvin", "europe", "terrain", "towns", "warehouses")
HOMES = ("referee/modules/", "planning/judges/", "kernel/")
"""Where an expansion may be named: the kernel is a second home of the bundled ones."""
NAMES_RULESETS = "referee/rulesets.py"
"""The file that says which ruleset has which expansions."""


def test_a_noun_is_one_class() -> None:
    homes = defaultdict(list)
    for file, text in FILES.items():
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.ClassDef):
                homes[node.name].append(file)
    assert {noun: files for noun, files in homes.items() if len(files) > 1} == {}


def test_nothing_outside_its_place_names_an_expansion() -> None:
    assert set(BUNDLED) <= MODULES.keys()
    imports = re.compile(r"arena\.(?:referee\.modules|planning\.judges)\.(\w+)")
    elsewhere = {
        file: found
        for file, text in FILES.items()
        if not file.startswith(HOMES)
        and (found := sorted(set(imports.findall(text)) - {"exports"}))
    }
    assert elsewhere == {}


def test_no_code_outside_its_place_asks_for_an_expansion_by_its_class() -> None:
    nouns = {thing.__name__ for name in BUNDLED for thing in MODULES[name].exports}
    nouns |= {event.__name__ for name in BUNDLED for event in MODULES[name].events}
    for file, text in FILES.items():
        if not file.startswith(HOMES) and file != NAMES_RULESETS:
            used = {node.id for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Name)}
            assert used & nouns == set(), file


def test_seeds_are_derived_in_one_file() -> None:
    assert [file for file, text in FILES.items() if "blake2b" in text] == ["seeds.py"]


def test_plies_are_told_from_other_events_in_one_function() -> None:
    both = re.compile(r"Decided\W+(?:or\W.*)?Shuffled|Shuffled\W+Decided")
    telling = [
        file for file, text in FILES.items() if both.search(re.sub(r"import [^\n]*", "", text))
    ]
    assert telling in ([], ["referee/record.py"])
