"""Games as text: what is told, what can be typed, and what is said to wrong answers."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner, Result

from arena.cli import main
from arena.play.keyboard import completions
from arena.play.playing import LEFT, GameOfPeople
from arena.play.session import Quit
from arena.play.text import TextTable
from arena.results.stored_game import find_game
from arena.results.verify import verify
from tests.play.page_games import QUICK, bundled_bot, invitation

KEEP = "keep 5 6"


class Typist:
    """Types these lines, and then what a policy makes of the texts that may be typed."""

    def __init__(self, lines: Sequence[str], plays_on: bool = False) -> None:
        self.lines = list(lines)
        self.plays_on = plays_on
        self.prompts: list[str] = []
        self.said: list[str] = []
        self._rng = Random(2)

    def read(self, prompt: str, texts: Callable[[], Sequence[str]]) -> str:
        """The next line; nothing more to type leaves the game."""
        self.prompts.append(prompt)
        if self.lines:
            return self.lines.pop(0)
        if not self.plays_on:
            raise Quit
        answers = texts()
        claims = [text for text in answers if text.startswith("claim")]
        return max(claims, key=len) if claims else self._rng.choice([*answers] or [""])

    @property
    def text(self) -> str:
        """All that was said."""
        return "\n".join(self.said)


def typed(typist: Typist, folder: Path, ruleset: str = "usa", **changes: object) -> Path | None:
    """Play a game as text; returns its folder, or None if it was left."""
    asked = invitation(ruleset, out=folder / "game", **changes)
    game = GameOfPeople(asked)
    table = TextTable(game.names, game.people, asked.practice, typist.read, typist.said.append)
    try:
        with game.venue() as venue:
            return game.play(venue, table).folder
    except Quit:
        return None


def test_a_game_is_played_as_text_and_verified(tmp_path: Path) -> None:
    typist = Typist(["keep", "claim 0 LL"], plays_on=True)
    bots = (bundled_bot("planner"), bundled_bot("hoarder"))
    folder = typed(typist, tmp_path, "oldwest+alvin+warehouses", bots=bots)
    assert folder is not None
    assert verify(folder, 1).complete
    assert find_game(folder, 0).names == ["person", "planner", "hoarder"]
    refusals = [said for said in typist.said if said.startswith("No: ")]
    assert len(refusals) == 2
    assert "(G5)" in refusals[0]
    assert "(G6)" in refusals[1]
    assert "the game is over after" in typist.text
    assert "In which town do you start?" in typist.text


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("?", "Answer with a number of the list, or with its text:"),
        ("? T5", "  T5: Three locomotives clear the row"),
        ("? take ?", "That is legal now."),
        ("? claim 0 LL", "No: it takes 2 locomotive cards and the hand has 0 (C1)."),
        ("claim 0 LL", "  C1: The payment"),
        ("rubbish", "No: 'rubbish' is no action of usa."),
        ("1000", "No: there is no answer 1000, only 1 to"),
        ("", "Type the number or the text of an answer; ? helps."),
        ("? Z9", "there is no rule 'Z9', only"),
        ("h", "The planner would "),
        ("t", "the table now:"),
        ("u", "No: only in a practice game a decision can be taken back"),
    ],
)
def test_what_can_be_typed_instead_of_an_answer(line: str, sentence: str, tmp_path: Path) -> None:
    typist = Typist(["1", line])
    assert typed(typist, tmp_path) is None
    assert any(said.lstrip().startswith(sentence.lstrip()) for said in typist.said), typist.text


def test_the_answers_are_listed_again(tmp_path: Path) -> None:
    typist = Typist(["a"])
    typed(typist, tmp_path)
    assert typist.text.count("Which of these tickets do you keep?") == 2


def test_a_decision_is_taken_back_in_a_practice_game(tmp_path: Path) -> None:
    typist = Typist(["u", "1", "take ?", "u", "tickets"], plays_on=True)
    folder = typed(typist, tmp_path, practice=True)
    assert folder is not None
    assert "No: there is no decision of yours to take back." in typist.said
    assert "Your decision is taken back." in typist.said
    own = [row.action for row in find_game(folder, 0).record.rows if row.seat == 0]
    assert own[1] == "tickets"
    assert verify(folder, 1).complete


def test_the_keyboard_is_passed_between_people(tmp_path: Path) -> None:
    typist = Typist(["", "1", "", "1"])
    typed(typist, tmp_path, bots=(), people=2, names=("Ada", "Bob"))
    passed = [prompt for prompt in typist.prompts if "Pass" in prompt]
    assert passed[:2] == [
        "Pass the keyboard to Ada (seat 0), who presses Enter. ",
        "Pass the keyboard to Bob (seat 1), who presses Enter. ",
    ]
    first, second = typist.text.split("\n" * 50, 2)[1:]
    assert "Ada (0)  is dealt tickets:" in first
    assert "Ada (0)  is dealt 3 tickets" in second


def test_a_game_over_a_pipe_that_ends_is_left_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = arena("play", "usa", "quick.py", "--text", given="1\n")  # in the sandbox
    assert result.exit_code == 130
    assert result.stderr.strip().endswith(LEFT)
    assert not Path("results").exists()


def test_a_game_over_a_pipe_is_stored_in_a_folder_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    lines = "\n".join(["2", *["1"] * 2000])
    options = ("--text", "--trusted", "--seed", "3")
    result = arena("play", "usa", "quick.py", *options, given=lines)
    assert result.exit_code == 0, result.output
    assert "See it again with: arena replay results/play/usa-1 0 --open" in result.output
    assert Path("results/play/usa-1/seal.sha256").exists()
    again = arena("leaderboard", "results/play/usa-1")
    assert again.exit_code == 2
    assert "holds a game with people, which is not rated" in again.stderr


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["usaa", "quick.py"], "there is no ruleset 'usaa'; did you mean usa"),
        (["usa"], "nobody plays alone: name a bot's file after the ruleset, or say --people 2"),
        (["usa", "none.py"], "there is no bot file 'none.py'"),
        (["usa", *["quick.py"] * 5], "usa is for at most 5 seats, not 1 for people and 5 for bots"),
        (["usa", "quick.py", "--seat", "2"], "there is no seat 2 among 2"),
        (["usa", "--seat", "1", "--seat", "1"], "seat 1 is taken: --seat 1 is there twice"),
        (["usa", "quick.py", "--people", "1", "--seat", "0", "--seat", "1"], "2 seats are asked"),
        (["usa", "--name", "a", "--name", "a"], "two at the table are called a"),
        (["usa", "quick.py", "--name", "Quick"], "the name 'quick' looks like Quick"),
        (["usa", "quick.py", "--name", "a/b"], "'a/b' can't be a name"),
        (["usa", "quick.py", "--out", "full"], "full is not empty, and a game with people has"),
        (["usa", "quick.py", "--out", "quick.py/x"], "quick.py/x can't be written to"),
        (["usa", "quick.py", "--port", "1"], "--text plays in the terminal"),
        (["usa", "quick.py", "--board", "none"], "none"),
        (["usa", "bad.py"], "bad: bad.py has no class with a method choose(view, legal)"),
    ],
)
def test_a_game_that_cannot_be_is_refused_in_a_sentence(
    arguments: list[str], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bad.py").write_text("x = 1\n")
    Path("full").mkdir()
    Path("full/file").touch()
    result = arena("play", *arguments, "--text", "--trusted")
    assert result.exit_code == 2, result.output
    assert sentence in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_tournament_named_play_keeps_its_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("results/play").mkdir(parents=True)
    Path("results/play/manifest.json").touch()
    result = arena("play", "usa", "quick.py", "--text", "--trusted")
    assert "results/play holds a tournament: choose another folder with --out" in result.stderr


def test_the_same_bot_twice_has_two_names_and_people_sit_where_they_ask(tmp_path: Path) -> None:
    asked = invitation("usa", bots=invitation("usa").bots * 2, seats=(1,), out=tmp_path / "game")
    assert GameOfPeople(asked).names == ["quick", "person", "quick 2"]


def test_the_tab_key_completes_word_by_word() -> None:
    texts = ["take R", "take ?", "claim 17 BBB", "claim 17 BBL", "claim 4 RR", "tickets"]
    assert completions("c", texts) == ["claim "]
    assert completions("claim ", texts) == ["claim 17", "claim 4"]
    assert completions("claim 17 ", texts) == ["claim 17 BBB", "claim 17 BBL"]
    assert completions("t", texts) == ["take", "tickets"]
    assert completions("x", texts) == []


@pytest.fixture(autouse=True)
def quick_file(tmp_path: Path) -> Iterator[None]:
    """A bot's file in the folder of each test."""
    (tmp_path / "quick.py").write_bytes(QUICK)
    return


def arena(*arguments: str, given: str = "") -> Result:
    """Run a command with this on its standard input."""
    return CliRunner().invoke(main, arguments, input=given)
