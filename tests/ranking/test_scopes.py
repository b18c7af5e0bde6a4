"""Which tables a tournament has, and how much each discipline weighs in them."""

from arena.ranking.scopes import scopes_of
from arena.tournament.settings import Discipline
from tests.tournament.mocks import manifest_of


def test_a_number_of_seats_is_a_discipline() -> None:
    settings = manifest_of(4, seats=(2, 4)).settings
    assert settings.disciplines() == (Discipline("usa", 2), Discipline("usa", 4))


def test_one_discipline_has_one_table() -> None:
    (scope,) = scopes_of([Discipline("usa", 2)])
    assert scope == ("", "leaderboard.csv", (1.0,))
    assert scope.discipline == 0


def test_several_numbers_of_seats_have_a_table_each_and_their_mean() -> None:
    two, four, both = scopes_of([Discipline("usa", 2), Discipline("usa", 4)])
    assert two == ("2 seats", "leaderboard_2_seats.csv", (1.0, 0))
    assert four == ("4 seats", "leaderboard_4_seats.csv", (0, 1.0))
    assert both == ("all: the mean of 2 and 4 seats", "leaderboard.csv", (0.5, 0.5))
    assert (two.discipline, four.discipline, both.discipline) == (0, 1, None)


def test_every_ruleset_weighs_the_same() -> None:
    disciplines = [Discipline("usa", 2), Discipline("usa", 4), Discipline("europe", 3)]
    scopes = {scope.file: scope for scope in scopes_of(disciplines)}
    assert {file: scope.weights for file, scope in scopes.items()} == {
        "leaderboard_usa_2_seats.csv": (1, 0, 0),
        "leaderboard_usa_4_seats.csv": (0, 1, 0),
        "leaderboard_usa.csv": (0.5, 0.5, 0),
        "leaderboard_europe.csv": (0, 0, 1),
        "leaderboard.csv": (0.25, 0.25, 0.5),
    }
    assert [scope.title for scope in scopes.values()] == [
        "usa, 2 seats",
        "usa, 4 seats",
        "usa: the mean of 2 and 4 seats",
        "europe, 3 seats",
        "all: the mean over 2 rulesets",
    ]
