"""An expansion is one place: the toy is one file, and everything else of the project knows it."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner

import arena.bot
from arena.boards import BoardError, load_board
from arena.cli import main
from arena.match.substitute import quietest
from arena.planning import Follower, Judgement, Weights
from arena.referee import Game, IllegalAction, play_out, record_of
from arena.referee.actions import Take
from arena.referee.module import Module
from arena.referee.modules import MODULES, register, rules_of
from arena.referee.rules import Rules
from arena.referee.rulesets import RulesetError, find_ruleset, register_ruleset
from arena.results import verify
from arena.results.store import GameStore
from arena.story.board_picture import position_picture
from arena.story.telling import tell
from arena.tournament import run as running
from arena.workers import games, workforce
from tests import toy
from tests.tournament.tournaments import InPlace, configuration, named, rewrite
from tests.toy import GIVEN_UP, TOLLGATES, PayToll, TakeCoin, TollPhase, tolls_of

PROJECT = Path(__file__).parents[1]
COUNTED = named("counted", "return next((a for a in legal if a.word == 'coin'), legal[-1])")
CLAIMER = named("claimer", "return next((a for a in legal if a.word == 'claim'), legal[0])")


@pytest.fixture(autouse=True)
def with_toy() -> Iterator[None]:
    """Here the toy is known."""
    with toy.toy_in_use():
        yield


def at_a_gate(wanted: int) -> Game:
    """A game at the question for a toll of this value, asked of a seat that has such a coin."""
    for seed in range(500):
        game, rng = Game(TOLLGATES, 2, seed), Random(seed)
        while not game.over:
            tolls = tolls_of(game)
            is_asked = game.phase is TollPhase.TOLL and tolls.gate == wanted
            if is_asked and tolls.coins[game.seat][wanted]:
                return game
            legal = game.legal()
            coins = [action for action in legal if action.word == "coin"]
            game.apply(coins[0] if coins and rng.random() < 0.2 else rng.choice(legal))
    raise AssertionError("no such question")


def test_a_claim_of_a_gated_route_waits_for_the_toll() -> None:
    game = at_a_gate(1)
    seat, laid = game.seat, game.pending
    assert laid is not None
    hand, score, trains = game.hand_sizes[seat], game.scores[seat], game.trains[seat]
    assert not game.owned[seat] >> laid.route & 1
    game.apply(PayToll(1))
    length = game.board.lengths[laid.route]
    assert game.owned[seat] >> laid.route & 1
    assert (game.hand_sizes[seat], game.trains[seat]) == (hand, trains - length)
    assert game.scores[seat] == score + game.rules.points[laid.route]
    assert game.pending is None


def test_a_toll_that_is_not_paid_gives_the_payment_back_and_ends_the_turn() -> None:
    game = at_a_gate(1)
    seat, laid = game.seat, game.pending
    assert laid is not None
    hand = game.hand_sizes[seat]
    game.apply(PayToll(GIVEN_UP))
    assert not game.owned[seat] >> laid.route & 1
    assert game.hand_sizes[seat] == hand + game.board.lengths[laid.route]
    assert game.open_to[seat] >> laid.route & 1
    assert game.turn != seat


def test_while_the_payment_lies_on_the_table_everybody_sees_it_and_it_is_no_part_of_the_hand() -> (
    None
):
    game = at_a_gate(2)
    for seat in (0, 1):
        view = game.view(seat)
        assert view.pending == game.pending
        assert view.hand_sizes == game.hand_sizes
    assert game.hand_sizes[game.seat] == sum(game.hands[game.seat])


def test_refusals_of_the_toy_cite_its_rules() -> None:
    game = at_a_gate(2)
    with pytest.raises(IllegalAction, match=r"the toll is 2 and the coin is worth 1 \(Z2\)"):
        game.apply(PayToll(1))
    with pytest.raises(IllegalAction, match=r"no coin of value 3 \(Z2\)"):
        game.apply(PayToll(3))


def test_others_do_not_learn_the_value_of_a_coin() -> None:
    game = Game(TOLLGATES, 2, 3)
    for _ in range(2):
        game.apply(game.legal()[0])
    game.apply(TakeCoin())
    assert [sum(coins) for coins in tolls_of(game.view(0)).coins] == [1, 0]
    assert [sum(coins) for coins in tolls_of(game.view(1)).coins] == [0, 0]
    assert tolls_of(game.view(1)).sizes == [1, 0]


def test_a_sample_gives_every_seat_its_coins() -> None:
    game = Game(TOLLGATES, 3, 3)
    for _ in range(3):
        game.apply(game.legal()[0])
    for _ in range(2):
        game.apply(TakeCoin())
    worlds = [game.view(game.seat).sample(Random(seed)) for seed in range(30)]
    assert len({str(tolls_of(world).coins) for world in worlds}) > 1
    for world in worlds:
        assert [sum(coins) for coins in tolls_of(world).coins] == [1, 1, 0]
        assert len(toy.pile_of(world)) == 10
        play_out(world, Random(1))


def test_the_quiet_answer_to_a_toll_is_to_give_up() -> None:
    game = at_a_gate(1)
    assert quietest(game.rules, game.legal()) == PayToll(GIVEN_UP)


def test_its_events_are_told_in_its_words() -> None:
    game = at_a_gate(1)
    game.apply(PayToll(1))
    play_out(game, Random(1))
    told = "\n".join(tell(record_of(game), ["ada", "bob"]))
    for words in ("the coins are shuffled: 12 cards", "takes a coin of", "meets a toll of 1"):
        assert words in told
    assert re.search(r"lays down .* for ", told)
    assert "pays a coin of 1" in told
    assert "coins bonus" in told
    seen = "\n".join(tell(record_of(game), ["ada", "bob"], 0))
    assert re.search(r"bob \(1\) +takes a coin\n", seen)
    assert not re.search(r"bob \(1\) +takes a coin of", seen)
    assert "coins: " in "\n".join(tell(record_of(game), ["ada", "bob"], None, 9))


def test_authors_import_its_names_from_arena_bot() -> None:
    assert arena.bot.TakeCoin is TakeCoin
    assert arena.bot.tolls_of is tolls_of
    with pytest.raises(AttributeError, match="no attribute 'TakeCion'"):
        arena.bot.TakeCion  # noqa: B018


def test_what_modules_export_is_what_their_files_say() -> None:
    for name in ("alvin", "europe", "terrain", "towns", "warehouses"):
        file = __import__(f"arena.referee.modules.{name}", fromlist=["__all__"])
        exported = {thing.__name__ for thing in MODULES[name].exports}
        assert exported == set(file.__all__) <= set(arena.bot.__all__)


def test_the_planner_and_followers_play_a_game_whose_module_has_no_judge() -> None:
    game = Game(TOLLGATES, 2, 7)
    judgement, follower = Judgement(Weights()), Follower(1, Weights())
    while not game.over:
        if game.seat == 1:
            game.apply(follower.choose(game))
            continue
        view = game.view(0)
        values = judgement.values(view, view.legal())
        game.apply(max(values, key=lambda valued: valued[0])[1] if values else view.legal()[0])
    assert game.result().end == "trains"


# In a tournament


@pytest.fixture
def results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Games of the toy, played without workers: other processes don't know it."""
    monkeypatch.setattr(workforce, "WorkerPool", InPlace)
    monkeypatch.setattr(verify, "WorkerPool", InPlace)
    monkeypatch.setattr(games, "silence", lambda: None)
    chosen = configuration((COUNTED, CLAIMER), rulesets=(TOLLGATES,), rounds=3)
    running.run(chosen, tmp_path / "out", workforce.on_this_machine(1), print)
    return tmp_path / "out"


def seat_rows(folder: Path) -> list[dict[str, Any]]:
    """The rows of the table `seats`."""
    return [row for file in (folder / "seats").glob("*") for row in pq.read_table(file).to_pylist()]


def test_its_bonus_has_a_column_and_the_score_is_its_parts(results: Path) -> None:
    rows = seat_rows(results)
    assert any(row["coins_bonus"] for row in rows)
    for row in rows:
        bonuses = sum(points for column, points in row.items() if column.endswith("_bonus"))
        assert row["score"] == row["routes"] + row["tickets_won"] - row["tickets_lost"] + bonuses


def test_its_games_are_verified(results: Path) -> None:
    said = CliRunner().invoke(main, ["verify", str(results)])
    assert (said.exit_code, "every score is right" in said.output) == (0, True), said.output


def test_a_wrong_bonus_is_found_and_its_rule_named(results: Path) -> None:
    def one_more(rows: list[dict[str, Any]]) -> None:
        rows[0]["coins_bonus"] += 1

    rewrite(GameStore(results), "seats", 0, one_more)
    said = CliRunner().invoke(main, ["verify", str(results)])
    assert said.exit_code == 1
    assert re.search(r"coins_bonus is \d+ but the record gives \d+ \(Z3\)", said.output)


# How modules go together


def test_the_order_in_which_a_ruleset_names_its_modules_does_not_matter() -> None:
    chosen = find_ruleset("oldwest+alvin+warehouses")
    turned = replace(chosen, modules=chosen.modules[::-1])
    assert chosen.modules != turned.modules
    for seed in range(3):
        one, other = Game(chosen, 3, seed), Game(turned, 3, seed)
        rng = Random(seed)
        while not one.over:
            legal = one.legal()
            assert legal == other.legal()
            action = rng.choice(legal)
            one.apply(action)
            other.apply(action)
        assert one.result() == other.result()


def basic(*added: Module) -> Rules:
    """Rules of the basic game with these modules."""
    plain = rules_of(find_ruleset("usa"))
    return Rules(plain.ruleset, plain.modules, added)


def test_restricting_an_action_that_no_module_has_is_an_error() -> None:
    forbids = Module(name="odd", restrictions={TakeCoin: lambda table, action: "never"})
    with pytest.raises(RulesetError, match="odd restricts TakeCoin, which no module in play has"):
        basic(forbids)


def test_a_module_restricts_actions_of_others() -> None:
    greens = Module(
        name="odd",
        restrictions={Take: lambda table, take: "no green cards" if take.card == 2 else None},
    )
    kind = basic(greens).kinds[Take]
    game = Game("usa", 2, 1)
    while game.phase != "turn" or not game.row[2]:
        play = game.legal()
        game.apply(play[0])
    assert kind.refusal(game, Take(2)) == "no green cards"
    assert Take(2) not in kind.options(game)
    assert kind.core.options(game) == game.rules.kinds[Take].options(game)


def test_two_modules_can_not_both_decide_who_scores() -> None:
    ones = [
        Module(name=name, scorers=lambda table, route: (table.seat,)) for name in ("one", "two")
    ]
    with pytest.raises(RulesetError, match="one and two both decide the scorers"):
        basic(*ones)


def test_a_module_needs_the_modules_it_names() -> None:
    with pytest.raises(RulesetError, match="the module alvin needs the module towns"):
        basic(MODULES["alvin"])


@pytest.mark.parametrize(
    ("module", "sentence"),
    [
        (Module(name="tolls"), "there is a module 'tolls' already"),
        (Module(name="odd", bonuses=toy.MODULE.bonuses), "have one bonus coins"),
        (Module(name="odd", kinds=toy.MODULE.kinds), "have one action PayToll"),
        (Module(name="odd", events=toy.MODULE.events), "have one event CoinTaken"),
        (Module(name="odd", piles=toy.MODULE.piles), "have one pile coins"),
        (Module(name="odd", phases=toy.MODULE.phases), "have one question toll"),
    ],
)
def test_names_that_records_and_results_use_are_had_by_one_module(
    module: Module, sentence: str
) -> None:
    with pytest.raises(RulesetError, match=sentence):
        register(module)


def test_a_ruleset_is_registered_once() -> None:
    with pytest.raises(RulesetError, match="there is a ruleset 'tollgates' already"):
        register_ruleset(find_ruleset(TOLLGATES))


def test_a_board_without_the_column_of_a_module_is_refused() -> None:
    with pytest.raises(RulesetError, match="reads a column 'toll' of the routes"):
        rules_of(find_ruleset(TOLLGATES).on_board("usa"))


def test_a_column_that_no_module_reads_is_refused(tmp_path: Path) -> None:
    for file in Path(toy.toll_board()).iterdir():
        text = file.read_text("utf-8")
        (tmp_path / file.name).write_text(text.replace(",toll", ",tolls", 1), "utf-8")
    with pytest.raises(BoardError, match="there is no column 'tolls'; did you mean toll"):
        load_board(tmp_path)


def test_its_gates_and_coins_are_in_the_picture() -> None:
    game = at_a_gate(1)
    svg = position_picture(game)
    gates = sum(game.board.columns["toll"])
    assert svg.count('<g class="mark gate"') == gates > 30
    assert svg.count("; tollgate</title>") == gates
    assert svg.count('<g class="coin">') == 2
    assert ".bar{" in svg
    assert "gate" not in position_picture(Game("usa", 2, 1))


def code_on(page: Path) -> Iterator[str]:
    """The blocks of Python on a page."""
    yield from re.findall(r"```python\n(.*?)```", page.read_text("utf-8"), re.DOTALL)


def test_the_page_about_expansions_shows_the_toy_as_it_is() -> None:
    source = (PROJECT / "tests" / "toy.py").read_text("utf-8")
    blocks = list(code_on(PROJECT / "docs" / "expansions.md"))
    assert blocks
    for block in blocks:
        assert block.strip() in source, block
