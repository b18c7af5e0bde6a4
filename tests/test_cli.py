"""The commands, as a user types them."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from arena import __version__
from arena.bench import Measure
from arena.cli import main


def arena(*words: str) -> Result:
    """Run a command."""
    return CliRunner().invoke(main, words)


def test_rulesets_lists_every_ruleset_with_its_numbers() -> None:
    lines = arena("rulesets").output.splitlines()
    names = [line.split()[0] for line in lines[1:]]
    assert names[:3] == ["usa2004", "usa2004+warehouses", "usa"]
    assert len(names) == 24
    mega = next(line for line in lines if line.startswith("mega "))
    assert mega.split() == [
        *("mega", "usa", "2-5", "45", "69", "5", "keep", "3", "4", "keep", "1"),
        *("globetrotter,", "longest_path"),
    ]


def test_ctrl_c_is_not_taken_for_a_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(names: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("arena.catalogue.rulesets", interrupt)
    stopped = arena("rulesets")
    assert (stopped.exit_code, stopped.output) == (130, "Stopped.\n")


def test_rulesets_says_that_africas_tickets_are_reconstructed() -> None:
    assert "tickets reconstructed" in arena("rulesets", "africa").output
    assert "reconstructed" not in arena("rulesets", "oldwest").output


def test_rulesets_as_json_are_the_same_rulesets() -> None:
    rows = json.loads(arena("rulesets", "oldwest+alvin", "usa", "--json").output)
    assert [row["name"] for row in rows] == ["oldwest+alvin", "usa"]
    assert rows[0]["trains"] == 40
    assert rows[0]["modules"] == ["towns", "alvin"]


def test_rules_lists_every_rule_under_its_letter() -> None:
    lines = arena("rules").output.splitlines()
    assert lines[0] == "G: Every game"
    assert "  T5   Three locomotives clear the row" in lines
    assert "X: Europe" in lines
    assert [line.split()[0] for line in lines if line.startswith("  V")] == ["V1", "V2", "V3", "V4"]


def test_rules_prints_a_rule_with_its_rulings() -> None:
    text = arena("rules", "t6").output
    assert text.startswith("T: Taking cards\n\nT6: A new deck\n\nA deck that is used up")
    assert "\n\nRuling: this could be done when" in text
    assert "T5: " not in text


def test_rules_prints_several_rules_each_once_and_whole_letters() -> None:
    lines = arena("rules", "g1", "V", "V2", "G1").output.splitlines()
    assert [line.split(":")[0] for line in lines if line[1:3].strip(":").isdigit()] == [
        *("G1", "V1", "V2", "V3", "V4"),
    ]


@pytest.mark.parametrize(("columns", "width"), [("20", 80), ("90", 90), ("300", 100)])
def test_rules_are_wrapped_for_the_terminal(
    columns: str, width: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    longest = max(map(len, arena("rules", *"GTCDEUWAOVX").output.splitlines()))
    assert width - 5 < longest <= width


def test_rules_as_json_are_the_same_rules() -> None:
    rows = json.loads(arena("rules", "T5", "x", "--json").output)
    assert [row["rule"] for row in rows[:3]] == ["T5", "X1", "X2"]
    assert rows[0]["title"] == "Three locomotives clear the row"
    assert rows[0]["chapter"] == "T: Taking cards"
    assert len(rows[0]["rulings"]) == 1
    assert len(json.loads(arena("rules", "--json").output)) > 60


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("rulesets", "usa1911"), "there is no ruleset 'usa1911'; did you mean usa1910"),
        (("bench", "oldwest+allvin"), "there is no ruleset 'oldwest+allvin'; did you mean oldwest"),
        (("boards", "no/such/folder"), "no/such/folder"),
        (("rules", "t9"), "there is no rule 'T9'; did you mean T8 or T7 or T6?"),
        (("rules", "T5", "W44"), "there is no rule 'W44'; did you mean W4?"),
        (("rules", "Q1"), "there is no rule 'Q1', only A, C, D, E, G, O, T, U, ..."),
        (("rulsets",), "there is no command 'rulsets'; did you mean rulesets or rules?"),
        (("bench", "--seconds", "0"), "--seconds"),
        (("bench", "--sconds", "1"), "--seconds"),
        (("bench", "beliefs", "africaa"), "there is no ruleset 'africaa'; did you mean africa"),
        (("bench", "beliefs", "--seconds", "1"), "not by --seconds"),
        (("bench", "beliefs", "--games", "1"), "--games"),
        (("bench", "usa", "--games", "3"), "--games is for `arena bench beliefs`"),
    ],
)
def test_a_wrong_word_is_one_sentence_and_exit_code_2(words: tuple[str], sentence: str) -> None:
    result = arena(*words)
    assert result.exit_code == 2
    assert sentence in result.output
    assert "Traceback" not in result.output


def test_boards_checks_a_folder_of_the_user(tmp_path: Path) -> None:
    (tmp_path / "cities.csv").write_text("name\nHere\nThere\n")
    (tmp_path / "routes.csv").write_text("city_a,city_b,length,color\nHere,There,3,red\n")
    (tmp_path / "tickets.csv").write_text("city_a,city_b,points\nHere,There,3\n")
    assert arena("boards", str(tmp_path)).exit_code == 0
    (tmp_path / "routes.csv").write_text("city_a,city_b,length,color\nHere,There,12,red\n")
    result = arena("boards", str(tmp_path))
    assert result.exit_code == 2
    assert "routes.csv, line 2" in result.output


@pytest.fixture
def brief_bench(monkeypatch: pytest.MonkeyPatch) -> None:
    """A benchmark of the same figures from less work: what they are worth is not the matter."""
    for part in ("referee", "kernel", "isolation"):
        monkeypatch.setattr(f"arena.bench.{part}.ROUNDS", 2)
    monkeypatch.setattr("arena.bench.referee.NETWORKS", 30)
    monkeypatch.setattr("arena.bench.kernel.COPIES", 1000)
    monkeypatch.setattr("arena.bench.isolation.HEATS", 1)
    monkeypatch.setattr("arena.bench.tournament.PART", 100)


def test_bench_beliefs_prints_a_row_for_each_turn_and_number_of_seats() -> None:
    result = arena("bench", "beliefs", "usa", "--games", "2")
    _, heads, *rows = result.output.splitlines()
    assert result.exit_code == 0
    assert heads.split()[:3] == ["ruleset", "seats", "turn"]
    assert [row.split()[1] for row in rows if row.split()[2] == "all"] == ["2", "4"]
    assert len(rows) >= 8


@pytest.mark.usefixtures("brief_bench")
def test_bench_measures_what_it_says() -> None:
    report = json.loads(arena("bench", "usa", "--seconds", "0.01", "--json").output)
    assert report["arena"] == __version__
    units = {measure["name"]: measure["unit"] for measure in report["measures"]}
    assert units["random games, usa, 2 seats"] == "games/s"
    assert units["a decision, usa, 4 seats"] == "µs"
    assert units["clone(), usa, 2 seats"] == "µs"
    assert units["sample(), usa, 2 seats"] == "µs"
    assert units["longest path, random games of usa"] == "µs"
    assert any(name.startswith("longest path, worst of 45 trains on usa") for name in units)
    assert all(measure["value"] > 0 for measure in report["measures"] if measure["unit"])


def test_bench_as_text_has_a_line_for_each_figure(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of two parts only: the test before this one runs all of them."""
    for part in ("environments", "isolation", "tournament"):
        monkeypatch.setattr(f"arena.bench.measure_{part}", lambda *_: iter(()))
    monkeypatch.setattr("arena.bench.measure_kernel", lambda *_: measured_in_vain())
    lines = arena("bench", "usa", "--seconds", "0.01").output.splitlines()
    figures, remark = lines[:-1], lines[-1]
    assert figures[0].split()[:2] == ["random", "games,"]
    assert figures[0].endswith("games/s")
    assert all(re.search(r" [\d,]+\.\d\d \S+$", line) for line in figures)
    assert remark == "there is no kernel here"


def measured_in_vain() -> Iterator[Measure]:
    """What a part says that has nothing to measure."""
    yield Measure("there is no kernel here", 0.0, "")


def test_help_imports_nothing_that_takes_time() -> None:
    code = (
        "import sys\n"
        "from click.testing import CliRunner\n"
        "from arena.cli import main\n"
        "assert CliRunner().invoke(main, ['--help']).exit_code == 0\n"
        "print([m for m in ('pandas', 'numpy', 'pyarrow', 'msgspec', 'arena.referee') "
        "if m in sys.modules])\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
