"""The numbers of a report: counted again from the tables, as slowly and plainly as can be."""

import re
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

from arena.report.pages.rating_chart import outliers, parted, rating_chart
from arena.report.pages.site import site_of
from arena.report.pages.versus import Versus, heat_kind, versus_of
from arena.report.sums.claims import claims_of
from arena.report.sums.gathered import Gathered
from arena.report.sums.history import HistorySums, RatingCourse
from arena.report.sums.portion import Portion, moments
from arena.tournament.settings import Discipline
from arena.tournament.sittings import Extension, Joining, Sitting
from tests.report.conftest import NAMES
from tests.report.pages import Page
from tests.tournament.mocks import manifest_of


@pytest.fixture(scope="module")
def seats(results: Path) -> pd.DataFrame:
    """The table of seats, with what the games say."""
    games = pd.read_parquet(results / "games")[["game", "ruleset", "seats", "plies"]]
    return pd.read_parquet(results / "seats").merge(games, on="game")


def sound(seats: pd.DataFrame, number: int) -> Any:
    """The games of so many seats without a fault."""
    own = seats[seats["seats"] == number]
    faulty = own.loc[own["fault"].notna(), "game"]
    return own[~own["game"].isin(faulty)].groupby("game")


def test_scores_are_those_of_the_table(numbers: Gathered, seats: pd.DataFrame) -> None:
    for at, discipline in enumerate(numbers.disciplines):
        for bot, entry in enumerate(numbers.boards.bots):
            own = seats[(seats["seats"] == discipline.seats) & (seats["bot"] == entry.name)]
            middle = np.quantile(own["score"], 0.5, method="inverted_cdf")
            assert numbers.scores.quantile(at, bot, 0.5) == middle
            assert numbers.scores.games(at)[bot] == len(own)
            sources = dict(zip(numbers.scores.sources, numbers.scores.points[at, bot], strict=True))
            assert sources.pop("tickets_lost") == own["tickets_lost"].sum()
            assert sum(sources.values()) == own["score"].sum() + own["tickets_lost"].sum()


def test_claims_are_those_of_the_moves(
    numbers: Gathered, results: Path, seats: pd.DataFrame
) -> None:
    moves = pd.read_parquet(results / "moves")
    claims = moves[moves["action"].str.startswith("claim ")].copy()
    claims["route"] = claims["action"].str.split().str[1].astype(int)
    claims = claims.merge(seats[["game", "seat", "bot", "place", "plies"]], on=["game", "seat"])
    sums = numbers.claims.of["usa"]
    for bot, entry in enumerate(numbers.boards.bots):
        own = claims[claims["bot"] == entry.name]
        counts = np.bincount(own["route"], minlength=sums.claimed.shape[1])
        assert sums.claimed[bot].tolist() == counts.tolist()
    won = claims[claims["place"] == 1]
    assert sums.won.tolist() == np.bincount(won["route"], minlength=len(sums.won)).tolist()
    early = (1000 * claims["ply"] // claims["plies"]).groupby(claims["route"]).sum()
    assert {route: sums.per_mille[route] for route in early.index} == early.to_dict()


@pytest.mark.parametrize("aspect", ["longest_path", "tickets_kept", "tickets_completed"])
def test_who_leads_and_who_wins_is_counted_game_by_game(
    aspect: str, numbers: Gathered, seats: pd.DataFrame
) -> None:
    for at, discipline in enumerate(numbers.disciplines):
        led = won = 0
        sums = [0, 0]
        for _, game in sound(seats, discipline.seats):
            leaders = game[game[aspect] == game[aspect].max()]
            if len(leaders) == 1:
                led, won = led + 1, won + int((leaders["place"] == 1).all())
            sums[0] += game.loc[game["place"] > 1, aspect].sum()
            sums[1] += game.loc[game["place"] == 1, aspect].sum()
        found = numbers.deciding
        assert (found.led[aspect][at], found.won[aspect][at]) == (led, won)
        assert found.sums[aspect][at].tolist() == sums


def test_times_are_right_to_two_percent(
    numbers: Gathered, results: Path, seats: pd.DataFrame
) -> None:
    times = pd.read_parquet(results / "times").merge(
        seats[["game", "seat", "bot"]], on=["game", "seat"]
    )
    for bot, entry in enumerate(numbers.boards.bots):
        own = times.loc[times["bot"] == entry.name, "cpu_ms"]
        assert numbers.thinking.moves(bot) == len(own)
        for share in (0.5, 0.99):
            exact = np.quantile(own, share, method="inverted_cdf")
            assert numbers.thinking.quantile("cpu_ms", bot, share) == pytest.approx(exact, rel=0.02)
        games = (seats["bot"] == entry.name).sum()
        assert numbers.thinking.a_game("cpu_ms", bot) == pytest.approx(own.sum() / games)


def test_the_games_shown_are_the_most_remarkable(numbers: Gathered, seats: pd.DataFrame) -> None:
    for at, discipline in enumerate(numbers.disciplines):
        games = sound(seats, discipline.seats)
        lead = games["score"].apply(lambda scores: scores.nlargest(2).diff().abs().iloc[-1])
        assert numbers.choice.first("closest", at) == lead.idxmin()
        assert numbers.choice.first("widest", at) == lead.idxmax()
        assert numbers.choice.first("highest", at) == games["score"].max().idxmax()


def test_the_first_fault_of_each_kind_is_shown_before_anything_else(numbers: Gathered) -> None:
    names = [bot.name for bot in numbers.boards.bots]
    chosen = numbers.choice.chosen(1, numbers.faults, names)
    ((game, reasons),) = chosen.items()
    assert game == min(numbers.faults.groups[names.index(NAMES[1]), "crash"].games)
    assert reasons[0].words == f"fault of {NAMES[1]}: crash"
    assert numbers.choice.chosen(0, numbers.faults, names) == {}
    assert len(numbers.choice.chosen(7, numbers.faults, names)) == 7


def test_a_tunnel_that_was_given_up_is_no_claim() -> None:
    rows = ["claim 3 RR", "surcharge", "claim 4 B", "surcharge R", "take ?", "claim 5 GG"]
    moves = pa.table(
        {
            "game": [7] * 6,
            "ply": range(6),
            "seat": [0, 0, 1, 1, 0, 1],
            "phase": ["turn"] * 6,
            "action": rows,
        }
    )
    one = np.zeros(1, np.int64)
    found = claims_of(Portion({"moves": moves}, np.array([7]), one, one, one, one))
    assert [column.tolist() for column in found] == [[0, 0], [1, 1], [2, 5], [4, 5]]


def test_the_last_rating_of_the_course_is_that_of_the_table(numbers: Gathered) -> None:
    frame = numbers.boards.ranked(numbers.overall)
    for bot in numbers.order:
        assert numbers.course.mu[-1, bot] == pytest.approx(frame.loc[bot, "mu"])
        assert numbers.course.sigma[-1, bot] == pytest.approx(frame.loc[bot, "sigma"])
    assert numbers.course.games[-1] == numbers.boards.games
    assert numbers.course.joined == [0] * len(NAMES)


def test_games_have_their_turn_by_stage_and_then_by_round() -> None:
    stages = (Joining(bot=2), Extension(first=3, rounds=5), Joining(bot=3))
    moment = moments(stages, rounds=5)

    def when(chosen_round: int, *table: int) -> int:
        return moment(Sitting(0, "usa", chosen_round, 0, table))

    in_order = [
        when(0, 0, 1),
        when(2, 0, 1),  # the first bots alone, all their rounds
        when(0, 0, 2),
        when(2, 1, 2),  # the bot that joined
        when(3, 0, 1),
        when(4, 1, 2),  # rounds that were added
        when(0, 0, 3),
        when(4, 2, 3),  # the last bot, who plays all rounds
    ]
    assert in_order == sorted(set(in_order))


def test_a_bot_that_joins_later_is_seen_where_it_came() -> None:
    bots = manifest_of(3).bots
    tables = [(0, 1)] * 4 + [(0, 2)] * 2
    seats = pa.table({"place": [1, 2] * 6})
    at = np.repeat(np.arange(6), 2)
    table = np.array(tables).ravel()
    sums = HistorySums([Discipline("usa", 2)], bots)
    sums.add(
        Portion({"seats": seats}, np.arange(6), np.zeros(6, np.int64), np.arange(6), at, table)
    )
    course = sums.course([1.0])
    assert course.joined == [0, 0, 4]
    before = [games for games, mu in zip(course.games, course.mu[:, 2], strict=True) if mu != mu]
    assert before == [1, 2, 3, 4]


def course_of(*last: float) -> RatingCourse:
    return RatingCourse([1], np.array([last]), np.ones((1, len(last))), [0] * len(last))


def test_a_bot_that_was_rated_once_has_a_line_that_can_be_seen() -> None:
    chart = rating_chart(course_of(30, 28), {0: "line0"}, {0: "1"}, ()).html()
    (line,) = re.findall(r'class="line line0" d="M(\d+),(\d+)L(\d+),(\d+)"', chart)
    assert int(line[0]) < int(line[2]) == 1000
    assert line[1] == line[3]


def test_a_bot_far_below_all_others_is_left_off_the_chart() -> None:
    assert outliers(course_of(30, 28, 2)) == [2]
    assert outliers(course_of(30, 28, 22)) == []
    assert outliers(course_of(40, 3, 2)) == [], "a chart is about most bots"


def test_numbers_at_the_ends_of_lines_keep_their_distance_and_order() -> None:
    found = parted([100, 101, 102, 290, 299])
    assert found == sorted(found)
    assert min(np.diff(found)) >= 12 - 1e-9
    assert max(found) <= 300
    many = parted([150.0] * 40)
    assert len({round(place, 3) for place in many}) == 40


def test_the_tables_of_the_page_are_those_of_the_files(
    results: Path, pages: dict[str, Page]
) -> None:
    index = pages["index.html"]
    told = pd.read_csv(results / "leaderboard.csv")
    rows = index.table("Table: all: the mean of 2 and 3 seats")
    assert [row[0] for row in rows] == [f"{n}. {bot}" for n, bot in enumerate(told["bot"], 1)]
    for row, (_, line) in zip(rows, told.iterrows(), strict=True):
        rating = float(row[2].replace("\N{MINUS SIGN}", "-"))
        assert rating == pytest.approx(line["rating"], abs=0.006)
        assert row[4] == f"{100 * line['win_rate']:.0f}%"
        low, high = row[5].rstrip("%").split("\N{EN DASH}")
        assert float(low) == pytest.approx(100 * line["win_rate_low"], abs=0.51)
        assert float(high) == pytest.approx(100 * line["win_rate_high"], abs=0.51)


def test_head_to_head_on_the_page_is_that_of_the_file(
    results: Path, pages: dict[str, Page]
) -> None:
    told = pd.read_csv(results / "head_to_head.csv").set_index(["seats", "bot", "opponent"])
    order = pd.read_csv(results / "leaderboard.csv")["bot"].tolist()
    heat = [t for t in pages["index.html"].all("table") if t.attributes.get("class") == "heat"]
    for seats, table in zip((2, 3), heat, strict=True):
        cells = list(pages["index.html"].inside(table, "td"))
        pairs = [(bot, other) for bot in order for other in order]
        for (bot, other), cell in zip(pairs, cells, strict=True):
            if bot == other:
                assert cell.words == ""
            else:
                rate = told.loc[(seats, bot, other), "win_rate"]
                assert float(cell.words.split("%")[0]) == pytest.approx(100 * rate, abs=0.51)


def test_a_cell_is_coloured_only_where_the_verdict_is_sure() -> None:
    rate = np.array([[0.5, 0.95, 0.6], [0.05, 0.5, 0.45], [0.4, 0.55, 0.5]])
    beats = np.zeros((3, 3), bool)
    beats[0, 1] = beats[1, 2] = True
    found = Versus(np.full((3, 3), 9), rate, np.zeros((3, 3, 2)), beats)
    kinds = [[heat_kind(found, row, column) for column in range(3)] for row in range(3)]
    assert (kinds[0][1], kinds[1][0]) == ("w5", "l5")
    assert (kinds[0][2], kinds[2][0]) == ("same", "same"), "not told apart, whatever the rate"
    assert (kinds[1][2], kinds[2][1]) == ("w1", "l1")


def test_intervals_of_head_to_head_hold_their_rates_and_verdicts(numbers: Gathered) -> None:
    site = site_of(numbers, {}, is_public=False)
    for at in range(len(numbers.disciplines)):
        found = versus_of(site, at)
        low, high = found.interval[..., 0], found.interval[..., 1]
        met = found.met > 0
        assert (low[met] <= found.rate[met]).all()
        assert (found.rate[met] <= high[met]).all()
        assert found.rate[met] + found.rate.T[met] == pytest.approx(1)
        assert (low[found.beats] > 0.5).all(), "what is sure for all pairs is sure for one"
