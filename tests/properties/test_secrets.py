"""Shuffle everything that a seat can't know, and what it receives does not change by a byte."""

from collections.abc import Iterator
from random import Random

import msgspec

from arena.referee.chance import RecordError
from arena.referee.events import Asked, Cleared
from arena.referee.game import Game
from arena.referee.record import Record, Row, record_of, replay
from tests.properties.card_trail import CardTrail
from tests.properties.games import finished, states
from tests.properties.tables import at_each_table
from tests.properties.ticket_trail import TicketTrail

STATES = 2
SHARES = (1.0, 0.5, 0.2)
"""Of the unseen cards, how many are shuffled: all, and if that can't be, fewer."""
World = tuple[int, Game, Game | None]
encode = msgspec.msgpack.Encoder().encode


@at_each_table
def test_a_seat_receives_the_same_bytes_whatever_is_hidden_from_it(
    ruleset: str, seats: int
) -> None:
    pairs = [pair for game, rng in states(ruleset, seats, STATES) for pair in worlds(game, rng)]
    for seat, game, other in pairs:
        if other is not None:
            assert encode(other.seen_by(seat)) == encode(game.seen_by(seat))
            assert other.view(seat).legal() == game.view(seat).legal()
            assert game.seat != seat or other.legal() == game.legal()
    check_shares(pairs)


@at_each_table
def test_d2_cards_stay_hidden_when_the_game_is_over(ruleset: str, seats: int) -> None:
    for game in finished(ruleset, seats)[::2]:
        for seat, _, other in worlds(game, Random(ruleset)):
            assert other is None or encode(other.seen_by(seat)) == encode(game.seen_by(seat))


def worlds(game: Game, rng: Random) -> Iterator[World]:
    """For each seat, the game and how it may be as well for all that the seat knows."""
    trail = CardTrail(game)
    for seat in range(game.seats):
        yield seat, game, otherwise(game, trail, seat, rng)


def check_shares(pairs: list[World]) -> None:
    """Few cases were skipped, and in the others what is hidden did change."""
    held = [(seat, game, other) for seat, game, other in pairs if other is not None]
    assert (len(pairs) - len(held)) * 8 <= len(pairs)
    for hidden, least in ((hands, 0.3), (cards, 0.6), (tickets, 0.9)):
        changed = sum(hidden(game, seat) != hidden(other, seat) for seat, game, other in held)
        assert changed >= least * len(held), hidden


def hands(game: Game, seat: int) -> list[list[int]]:
    """The hands of the other seats."""
    return game.hands[:seat] + game.hands[seat + 1 :]


def cards(game: Game, seat: int) -> tuple[object, ...]:
    """The train cards that a seat does not see."""
    return game.deck, hands(game, seat)


def tickets(game: Game, seat: int) -> tuple[object, ...]:
    """The tickets that a seat does not see."""
    kept, offers = game.tickets, game.offers
    others = [other for other in range(game.seats) if other != seat]
    return game.ticket_deck, [(kept[other], offers[other]) for other in others]


def otherwise(game: Game, trail: CardTrail, seat: int, rng: Random) -> Game | None:
    """The same game with other hidden things; None if they change its course openly.

    That may be: who passes shows that it has nothing to play, the question for a city piece shows
    a pair of cards, and a row full of locomotives stays where too few other cards are left (T5).
    The fewer cards change places, the less often it is so.
    """
    for share in SHARES:
        try:
            other = replay(altered(game, trail, seat, share, rng))
        except RecordError:
            continue
        if turning_points(other) == turning_points(game):
            return other
    return None


def turning_points(game: Game) -> list[int]:
    """When the row was cleared (T5), and when somebody was asked for a city piece (O3)."""
    return [
        number
        for number, event in enumerate(game.events())
        if isinstance(event, Cleared) or (isinstance(event, Asked) and event.phase == "city")
    ]


def altered(game: Game, trail: CardTrail, seat: int, share: float, rng: Random) -> Record:
    """The record of a game with everything in another order that a seat can't know."""
    record = record_of(game)
    decks = iter(trail.shuffled_for(seat, share, rng))
    texts = {"deck": (f"deck {deck}" for deck in decks)}
    if not game.over:  # then all tickets are shown
        told = TicketTrail(game, seat).retold(rng)
        texts |= {word: iter(lines) for word, lines in told.items()}
    if any(row.action.startswith("terrain ") for row in record.rows if row.seat < 0):
        texts["terrain"] = iter(terrain_decks(game, record, rng))
    return msgspec.structs.replace(record, rows=tuple(rewritten(record.rows, texts)))


def rewritten(rows: tuple[Row, ...], texts: dict[str, Iterator[str]]) -> Iterator[Row]:
    """The rows with new texts for the shuffles and keeps, by their word."""
    for row in rows:
        word = row.action.partition(" ")[0]
        is_told = word == "keep" or row.seat < 0
        yield Row(row.seat, row.phase, next(texts[word])) if is_told and word in texts else row


def terrain_decks(game: Game, record: Record, rng: Random) -> Iterator[str]:
    """The terrain decks, what is left of the last one in another order: nobody has seen it."""
    *earlier, last = [row.action for row in record.rows if row.seat < 0 and "terrain" in row.action]
    (left,) = [len(s.cards) for s in game.secrets.values() if type(s).__name__ == "TerrainDeck"]
    drawn, rest = last[: len(last) - left], last[len(last) - left :]
    return iter([*earlier, drawn + "".join(rng.sample(rest, left))])
