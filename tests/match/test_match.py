"""A game between bots: the same wherever they sit, with all that they were promised."""

from collections.abc import Iterator

import pytest

from arena.match.match import Played
from arena.match.messages import Begin
from arena.match.source import Source
from arena.referee.events import Decided, Shuffled
from arena.referee.game import Game
from arena.referee.record import Record, positions, replay
from arena.referee.rulesets import RulesetError, find_ruleset
from arena.sandbox.company import Company
from arena.sandbox.processes import IsolationError
from arena.sandbox.venue import Venue
from arena.seeds import bot_seed
from tests.match.tables import FIRST, SHORT, USA, choosing, play_elsewhere, written

TABLES = [("usa", 2), ("usa", 5), ("mega", 3), ("africa+warehouses", 3)]
TABLES += [("oldwest+alvin+warehouses", 2), ("oldwest+alvin+warehouses", 4)]
EVERYWHERE = pytest.mark.parametrize("isolation", ["sandbox", "process", "none"])
RANDOM = choosing("return view.rng.choice(legal)")
NTH = written(
    """
    class Nth:
        def __init__(self, nth, *, claims=False):
            self.nth, self.claims = nth, claims
        def choose(self, view, legal):
            claims = [action for action in legal if self.claims and action.word == "claim"]
            return (claims or legal)[self.nth % len(claims or legal)]
    """,
    nth=3,
    claims=True,
)
WITNESS = """
    from hashlib import sha256
    class Witness:
        def __init__(self, until):
            self.until, self.asked, self.seen = until, 0, sha256()
        def choose(self, view, legal):
            table = view.hand, view.row, view.hands, view.trains, view.scores, view.my_tickets
            self.seen.update(repr((view.phase, view.turns, list(legal), table)).encode())
            self.asked += 1
            if self.asked == self.until:
                raise LookupError(self.seen.hexdigest())
            return view.rng.choice(legal)
"""
HOOKED = """
    class Hooked:
        def __init__(self, word):
            print("made", word, flush=True)
        def start(self, view):
            print("start", view.me, view.phase, view.turns, view.my_offer, flush=True)
        def choose(self, view, legal):
            return legal[0]
        def end(self, result):
            print("end", result.end, [seat.score for seat in result.seats], flush=True)
"""


@pytest.fixture(scope="module")
def venues() -> Iterator[dict[str, Venue]]:
    """A venue of each kind, opened for one ruleset only."""
    opened = {name: Venue(name, [USA], SHORT) for name in ("sandbox", "process", "none")}
    yield opened
    for venue in opened.values():
        venue.close()


def table(seats: int) -> list[Source]:
    """So many bots, of all kinds."""
    return [RANDOM, FIRST, NTH, RANDOM, RANDOM][:seats]


def questions(record: Record) -> Iterator[tuple[int, int]]:
    """The ply and the seat of each question that had more than one answer."""
    ply, before = 0, None
    for game in positions(record):
        ply += sum(type(event) in (Decided, Shuffled) for event in game.events(before))
        before = game.log
        if not game.over:
            yield ply, game.seat


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_match_is_the_same_in_every_isolation(
    venues: dict[str, Venue], name: str, seats: int
) -> None:
    ruleset, bots = find_ruleset(name), table(seats)
    sandbox, process, none = (venue.play(ruleset, bots, 7) for venue in venues.values())
    assert not sandbox.faults
    assert sandbox.record == process.record == none.record
    assert sandbox.result == process.result == none.result
    assert sandbox.places == process.places == none.places
    assert replay(sandbox.record).result() == sandbox.result


@pytest.mark.parametrize("name", ["usa", "africa+warehouses", "oldwest+alvin+warehouses"])
def test_a_bot_is_asked_and_shown_the_same_in_every_isolation(
    venues: dict[str, Venue], name: str
) -> None:
    bots = [RANDOM, written(WITNESS, until=40), RANDOM]
    games = [venue.play(find_ruleset(name), bots, 8) for venue in venues.values()]
    accounts = {(game.faults[0].ply, game.faults[0].sentence) for game in games}
    assert len(accounts) == 1
    assert "LookupError" in accounts.pop()[1]


@EVERYWHERE
@pytest.mark.parametrize(("name", "seats"), TABLES[-3:])
def test_each_question_has_its_thought_and_a_forced_answer_none(
    venues: dict[str, Venue], isolation: str, name: str, seats: int
) -> None:
    played = venues[isolation].play(find_ruleset(name), table(seats), 9)
    told = [(thought.ply, thought.seat) for thought in played.thoughts]
    assert told == list(questions(played.record))
    decisions = [row for row in played.record.rows if row.seat >= 0]
    assert len(told) < len(decisions)
    assert all(played.record.rows[ply].seat == seat for ply, seat in told)


@EVERYWHERE
def test_thoughts_take_time(venues: dict[str, Venue], isolation: str) -> None:
    played = venues[isolation].play(USA, [FIRST, FIRST], 1)
    assert all(thought.cpu_ms >= 0 and thought.wall_ms > 0 for thought in played.thoughts)
    assert sum(thought.cpu_ms for thought in played.thoughts) > 0


@EVERYWHERE
def test_the_memory_of_each_process_is_told(venues: dict[str, Venue], isolation: str) -> None:
    played = venues[isolation].play(USA, [FIRST, FIRST, FIRST], 1)
    assert len(played.memory) == 3
    assert all((megabytes > 0) == (isolation != "none") for megabytes in played.memory)


@EVERYWHERE
def test_a_bot_is_made_started_and_told_the_end_once(
    venues: dict[str, Venue], isolation: str, capsys: pytest.CaptureFixture[str]
) -> None:
    game, since = Game("usa", 2, 3), None
    offer = game.offers[1]
    source = written(HOOKED, word="hello")
    seat = venues[isolation].seat(Begin(USA, 2, 1, bot_seed(3, 1), 3.0, source), Company())
    while not game.over:
        if game.seat == 1:
            events, since = game.seen_by(1, since), game.log
            game.apply(seat.choose(events))
        else:
            game.apply(game.legal()[0])
    seat.end(game.seen_by(1, since))
    printed = seat.printed() or capsys.readouterr().out
    seat.close()
    result = game.result()
    assert printed.splitlines() == [
        "made hello",
        f"start 1 keep 0 {offer}",
        f"end {result.end} {[outcome.score for outcome in result.seats]}",
    ]


@EVERYWHERE
@pytest.mark.parametrize("name", ["usa", "oldwest+alvin+warehouses"])
def test_the_legal_answers_are_a_sequence(
    venues: dict[str, Venue], isolation: str, name: str
) -> None:
    bot = choosing("""
        from collections.abc import Sequence
        from arena.bot import Claim
        listed = view.legal()
        assert isinstance(legal, Sequence) and len(legal) == len(listed) > 1
        assert list(legal) == listed and [*iter(legal)] == listed
        assert [legal[n] for n in range(len(legal))] == listed
        assert legal[-1] == listed[-1] and legal[1:] == listed[1:] and legal[::-1] == listed[::-1]
        assert all(action in legal and view.is_legal(action) for action in listed)
        assert Claim(0, 0, 99) not in legal and None not in legal
        assert legal.index(listed[1]) == 1 and legal.count(listed[0]) == 1
        assert list(reversed(legal)) == listed[::-1] and repr(legal) == repr(listed) and legal
        return view.rng.choice(legal)
    """)
    assert not venues[isolation].play(find_ruleset(name), [bot, bot], 5).faults


@EVERYWHERE
def test_an_index_beyond_the_legal_answers_is_an_error(
    venues: dict[str, Venue], isolation: str
) -> None:
    played = venues[isolation].play(USA, [choosing("return legal[len(legal)]"), FIRST], 1)
    assert "IndexError" in played.faults[0].sentence


def test_each_seat_has_a_generator_of_its_own(venues: dict[str, Venue]) -> None:
    bot = choosing("raise LookupError(view.rng.getrandbits(64))")
    games = [venue.play(USA, [bot] * 2, seed) for venue in venues.values() for seed in (1, 2)]
    drawn = [tuple(fault.sentence for fault in game.faults) for game in games]
    assert drawn[:2] == drawn[2:4] == drawn[4:]
    assert len({*drawn[0], *drawn[1]}) == 4


@EVERYWHERE
def test_the_same_seed_gives_the_same_match_also_elsewhere(
    venues: dict[str, Venue], isolation: str
) -> None:
    def told(played: Played) -> tuple[object, ...]:
        return played.record, played.result, played.places

    bots = [RANDOM, RANDOM]
    first, second, other = (venues[isolation].play(USA, bots, seed) for seed in (4, 4, 5))
    assert told(first) == told(second) == told(play_elsewhere(isolation, *bots, seed=4))
    assert first.record.rows != other.record.rows


@EVERYWHERE
def test_one_match_leaves_nothing_behind_for_the_next(
    venues: dict[str, Venue], isolation: str
) -> None:
    """What a bot keeps in its module and its class is gone by the next game."""
    bot = written("""
        COUNT = []
        class Bot:
            games = 0
            def __init__(self):
                Bot.games += 1
                COUNT.append(1)
            def choose(self, view, legal):
                assert Bot.games == len(COUNT) == 1
                return legal[0]
    """)
    for seed in range(3):
        assert not venues[isolation].play(USA, [bot, bot], seed).faults


def test_global_chance_is_seeded_in_a_process(venues: dict[str, Venue]) -> None:
    bot = choosing("import random\nraise LookupError(random.random())")
    games = [venues[name].play(USA, [bot, bot], 1) for name in ("sandbox", "process")]
    drawn = [[fault.sentence for fault in game.faults] for game in games]
    assert drawn[0] == drawn[1]
    assert len(set(drawn[0])) == 2


def test_numpy_works_in_the_sandbox(venues: dict[str, Venue]) -> None:
    pytest.importorskip("numpy")
    bot = choosing("""
        import numpy
        weights = numpy.random.default_rng(view.rng.getrandbits(32)).random((60, 60))
        values = numpy.linalg.solve(weights @ weights.T + numpy.eye(60), numpy.ones(60))
        return legal[int(numpy.argmax(values)) % len(legal)]
    """)
    sandbox, none = (venues[name].play(USA, [bot, FIRST], 2) for name in ("sandbox", "none"))
    assert not sandbox.faults
    assert sandbox.record == none.record


def test_an_isolation_that_does_not_exist_is_named() -> None:
    with pytest.raises(IsolationError, match="sandbx"):
        Venue("sandbx", [USA], SHORT)


@EVERYWHERE
def test_a_table_of_too_many_is_refused(venues: dict[str, Venue], isolation: str) -> None:
    with pytest.raises(RulesetError, match="not 6"):
        venues[isolation].play(USA, [FIRST] * 6, 1)


def test_a_venue_tells_how_well_it_holds(venues: dict[str, Venue]) -> None:
    assert venues["sandbox"].level.startswith("sandbox (")
    assert (venues["process"].level, venues["none"].level) == ("process", "none")


@pytest.mark.parametrize("isolation", ["sandbox", "process"])
def test_common_generators_are_seeded_for_each_game(isolation: str) -> None:
    """Those of modules, which a bot should not use: it plays the same again all the same."""
    bot = choosing("""
        import random
        import numpy.random
        raise LookupError(random.random(), numpy.random.random())
    """)
    with Venue(isolation, [USA], SHORT) as one, Venue(isolation, [USA], SHORT) as other:
        told = [
            venue.play(USA, [bot, FIRST], seed).faults[0].sentence
            for venue, seed in ((one, 1), (one, 2), (one, 1), (other, 1))
        ]
    assert told[0] == told[2] == told[3] != told[1]
