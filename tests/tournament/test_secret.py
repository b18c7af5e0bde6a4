"""A tournament's secret gives every seed, and none of them tells of another or of the secret."""

from itertools import pairwise

from arena.tournament.secret import Secret, draw_secret, is_drawn
from arena.tournament.sittings import Fixture, Sitting


def fixtures(secret: Secret) -> list[Fixture]:
    """Some games of two and of three seats."""
    tables = [tuple(range(seats)) for seats in (2, 3)]
    return [
        secret.fixture(Sitting(deal, "usa", 0, deal, table))
        for table in tables
        for deal in range(50)
    ]


def test_seeds_do_not_follow_from_each_other() -> None:
    """Of neighbouring deals, seats and secrets: half of all bits differ, and all bits are used."""
    seeds = [
        seed
        for words in (0, 1, "0", "1")
        for fixture in fixtures(Secret(words))
        for seed in (fixture.seed, *fixture.bot_seeds)
    ]
    assert len(set(seeds)) == len(seeds) == 4 * 50 * (3 + 4)
    assert all(0 <= seed < 2**63 for seed in seeds)
    changed = [(one ^ other).bit_count() for one, other in pairwise(seeds)]
    assert 31 < sum(changed) / len(changed) < 32
    for bit in range(63):
        assert 600 < sum(seed >> bit & 1 for seed in seeds) < 800


def test_games_of_one_deal_and_number_of_seats_have_the_same_seeds() -> None:
    secret = Secret(7)
    one, other, larger = (
        secret.fixture(Sitting(game, "usa", 5, 5, table))
        for game, table in ((8, (0, 1)), (9, (2, 0)), (10, (0, 1, 2)))
    )
    assert (one.seed, one.bot_seeds) == (other.seed, other.bot_seeds)
    assert one.seed != larger.seed
    assert not {*one.bot_seeds} & {*larger.bot_seeds}


def test_a_public_seed_means_the_same_for_ever() -> None:
    """A change here would change every tournament that is under way."""
    fixture = Secret(7).fixture(Sitting(1, "usa", 0, 1, (0, 1)))
    assert fixture.seed == 3_299_601_972_253_183_617
    assert fixture.bot_seeds == (1_258_624_399_102_324_650, 1_798_236_216_607_348_001)
    strange = Secret("Été \U0001fae8").fixture(Sitting(0, "usa", 0, 0, (0, 1)))
    assert strange.seed == 9_109_880_431_863_340_528
    assert Secret(7).commitment.startswith("72667ada5f94386d23c170a8beb597501f5da7779eb3b379")


def test_secrets_that_are_written_alike_are_not_the_same() -> None:
    assert len({Secret(words).commitment for words in (7, "7", "'7'", " 7")}) == 4


def test_no_two_secrets_that_are_drawn_are_the_same() -> None:
    drawn = {str(draw_secret().words) for _ in range(100)}
    assert len(drawn) == 100
    assert all(map(is_drawn, drawn))
    assert set("".join(drawn)) == set("0123456789abcdef")


def test_other_texts_are_no_secrets() -> None:
    words = "0123456789abcdef" * 2
    assert is_drawn(words)
    for other in ("", words[:-1], words + "0", words.upper(), words[:-1] + "g", words[:-1] + "\n"):
        assert not is_drawn(other)
