"""What a table of the kernel promises: the referee's deals and sentences, and safe copies."""

from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import pytest

from arena.errors import ArenaError
from arena.kernel import KernelError, Table
from arena.kernel.batch import FIELDS, Batch, state_of
from arena.referee.actions import Claim, Keep, Pass, Take
from arena.referee.chance import Recorded, RecordError
from arena.referee.game import Game, IllegalAction
from arena.referee.record import outcomes, record_of
from arena.referee.rulesets import Ruleset, RulesetError, find_ruleset
from tests.kernel.lockstep import in_lockstep


def random_board(folder: Path, cities: int, routes: int, seed: int) -> Path:
    """A board of so many cities and routes, with ferries and parallel routes among them."""
    rng = Random(seed)
    names = [f"City{number}" for number in range(cities)]
    rows = [f"{names[n - 1]},{names[n]},{rng.randint(1, 9)},gray,0" for n in range(1, cities)]
    while len(rows) < routes:
        a, b = rng.sample(names, 2)
        length = rng.randint(1, 9)
        color = rng.choice(["gray", "gray", "red", "blue", "black", "purple"])
        rows.append(f"{a},{b},{length},{color},{rng.choice([0, 0, length // 2 * (length < 8)])}")
    pairs = {tuple(sorted(rng.sample(names, 2))) for _ in range(60)}
    tickets = [f"{a},{b},{rng.randint(2, 20)}" for a, b in sorted(pairs)][:40]
    (folder / "cities.csv").write_text("\n".join(["name", *names]) + "\n")
    (folder / "routes.csv").write_text(
        "\n".join(["city_a,city_b,length,color,locomotives", *rows]) + "\n"
    )
    (folder / "tickets.csv").write_text("\n".join(["city_a,city_b,points", *tickets]) + "\n")
    return folder


@pytest.mark.parametrize("base", ["usa", "oldwest+warehouses", "africa+warehouses"])
def test_boards_of_ones_own_are_played_as_the_referee_plays_them(tmp_path: Path, base: str) -> None:
    for seed, (cities, routes) in enumerate([(9, 20), (30, 140), (45, 190)]):
        folder = tmp_path / str(seed)
        folder.mkdir()
        board = random_board(folder, cities, routes, seed)
        ruleset = find_ruleset(base).on_board(str(board))
        for policy in ("random", "claimer", "mixed"):
            in_lockstep(ruleset, 2 + seed, seed, policy)


@pytest.mark.parametrize(
    ("cities", "routes", "sentence"), [(20, 200, "1 to 192 routes, not 200"), (99, 150, "cities")]
)
def test_a_board_that_is_too_large_is_refused_in_a_sentence(
    tmp_path: Path, cities: int, routes: int, sentence: str
) -> None:
    ruleset = find_ruleset("usa").on_board(str(random_board(tmp_path, cities, routes, 1)))
    with pytest.raises(KernelError, match=sentence):
        Table(ruleset, 2, 1)
    assert Game(ruleset, 2, 1).legal()


def test_rulesets_of_ones_own_are_played_as_the_referee_plays_them() -> None:
    odd: Ruleset = replace(
        find_ruleset("usa"),
        name="odd",
        trains=20,
        deal=4,
        keep=1,
        take=2,
        row=4,
        crowd=3,
        first_hand=1,
        last_trains=5,
        open_doubles=3,
        cards=(5, 6, 7, 8, 9, 4, 5, 6, 12),
        bonuses=frozenset({"globetrotter", "longest_path"}),
    )
    for seed, policy in enumerate(("random", "hoarder", "shunner", "mixed", "glutton")):
        in_lockstep(odd, 2 + seed % 3, seed, policy)


def test_a_row_that_would_be_cleared_almost_for_ever_is_refused_in_a_sentence() -> None:
    easily_crowded: Ruleset = replace(find_ruleset("usa"), name="odd", crowd=2)
    with pytest.raises(KernelError, match="crowd is 3 to 5 for the kernel, not 2"):
        Table(easily_crowded, 2, 1)
    assert Game(easily_crowded, 2, 1).legal()


def test_a_table_is_dealt_from_given_piles() -> None:
    game = Game("africa", 3, 5)
    piles = outcomes(game.rules, record_of(game).rows)
    table = Table("africa", 3, Recorded(piles))
    assert table.difference(Table.from_game(game)) is None


def test_a_chance_that_fails_leaves_the_table_as_it_was() -> None:
    game = Game("usa", 2, 5)
    table = Table("usa", 2, Recorded(outcomes(game.rules, record_of(game).rows)))
    rng, before, refused = Random(1), table, ""
    while not refused:
        before = table.clone()
        try:
            table.play(rng.randrange(table.count()))
        except RecordError as error:
            refused = str(error)
    assert refused == "the record lacks shuffle 2 of the pile 'deck'"
    assert table.difference(before) is None
    assert table.legal() == before.legal()


@pytest.mark.parametrize(
    ("action", "sentence"),
    [
        (Pass(), "'pass' does not answer the question 'keep'"),
        (Keep((1, 2)), "only tickets just dealt can be kept"),
        (Take(True), "'take' does not answer the question"),
        ("keep", "a str does not answer the question"),
    ],
)
def test_a_refusal_is_the_referees(action: object, sentence: str) -> None:
    table, game = Table("usa", 2, 1), Game("usa", 2, 1)
    with pytest.raises(IllegalAction, match=sentence) as refused:
        table.apply(action)  # type: ignore[arg-type]
    assert str(refused.value) == game.refusal(action)  # type: ignore[arg-type]
    assert table.refusal(action) == game.refusal(action)  # type: ignore[arg-type]


def test_texts_of_actions_are_those_of_records() -> None:
    table = Table("usa", 2, 1)
    assert table.text(Claim(0, 8, 1)) == Claim(0, 8, 1).text(table.rules.board)
    assert table.parse("take ?") == Take(-1)


@pytest.mark.parametrize("seats", [1, 6, 2.0, True])
def test_a_wrong_number_of_seats_is_refused(seats: object) -> None:
    with pytest.raises(RulesetError, match="usa is for 2 to 5 seats"):
        Table("usa", seats, 1)  # type: ignore[arg-type]


def test_a_seed_of_too_many_bits_is_refused() -> None:
    with pytest.raises(ArenaError, match="no more than 128 bits"):
        Table("usa", 2, 1 << 128)
    with pytest.raises(ArenaError, match="no more than 128 bits"):
        Batch("usa", 2, [1 << 128])


@pytest.mark.parametrize("seed", [0, -1, 7, 2**31, 2**32, 2**64 - 1, -(2**100), 2**128 - 1])
def test_a_seed_of_any_size_deals_as_for_the_referee(seed: int) -> None:
    game = Game("oldwest", 4, seed)
    assert Table("oldwest", 4, seed).difference(Table.from_game(game)) is None


def test_a_clone_is_independent() -> None:
    table = Table("usa", 2, 1)
    copy = table.clone()
    copy.play_out(Random(1))
    assert not table.over
    assert table.difference(Table("usa", 2, 1)) is None


def test_numpy_looks_at_the_state_without_copying_and_cannot_change_it() -> None:
    batch = Batch("usa", 3, range(5))
    states = batch.states()
    assert states["turns"].tolist() == [0] * 5
    batch.play_out(Random(2))
    assert (states["turns"] > 50).all()
    assert states["over"].tolist() == [1] * 5
    assert not states.flags.writeable
    table = batch.table(3)
    assert state_of(table)["scores"].tolist() == table.values()["scores"]


def test_results_of_a_batch_are_those_of_its_tables() -> None:
    batch = Batch("mega", 2, range(20))
    assert not batch.results().any()
    batch.play_out(Random(3))
    scores = batch.results()[:, :, FIELDS.index("score")]
    told = [[seat.score for seat in batch.table(n).result().seats] for n in range(20)]
    assert scores.tolist() == told
    assert np.unique(scores).size > 10


def test_a_batch_plays_all_actions_or_none() -> None:
    batch = Batch("usa", 2, range(3))
    before = batch.clone()
    with pytest.raises(KernelError, match="game 2 has no legal action 99"):
        batch.play(np.array([0, 0, 99], np.int32))
    assert [batch.table(n).difference(before.table(n)) for n in range(3)] == [None] * 3
