"""The statistics in SQL against the same in plain Python, and by hand."""

from __future__ import annotations

import random
import statistics
from collections.abc import Callable, Iterator
from itertools import accumulate
from pathlib import Path

import pytest

from sapper.core.params import LEVELS, Params, Policy
from sapper.store import GameRecord, Result, Store, open_store
from tests.store.records import Full, made_up, of_time, several

BEGINNER = (LEVELS["beginner"], Policy.OPENING)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(tmp_path / "games.db") as opened:
        yield opened


def streaks(games: list[GameRecord]) -> list[int]:
    """The streak that each of these games left, in their order."""

    def step(streak: int, game: GameRecord) -> int:
        if game.result is Result.WON:
            return streak + game.is_ranked
        outside = game.unranked and set(game.unranked) <= {"again", "imported"}
        return streak if outside else 0

    return list(accumulate(games, step, initial=0))[1:]


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("way", ["one by one", "at once", "both"])
def test_summaries_equal_the_reference(store: Store, seed: int, way: str) -> None:
    games = several(120, seed=seed)
    alone = {"one by one": 120, "at once": 0, "both": 60}[way]
    for record, played in games[:alone]:
        assert store.finish(record, played)
        assert not store.finish(record, played)
    assert store.add_all(games[alone:]) == len(games) - alone
    assert store.add_all(games) == 0
    found = {(summary.params, summary.policy): summary for summary in store.summaries()}
    assert set(found) == {(record.setup.params, record.setup.policy) for record, _ in games}
    for kind, summary in found.items():
        of_kind = [record for record, _ in games if (record.setup.params, record.setup.policy) == kind]
        of_kind.sort(key=lambda record: record.finished)
        wins = [record for record in of_kind if record.result is Result.WON and record.is_ranked]
        speeds = [record.bbbv * 1000 / record.time_ms for record in wins if record.time_ms]
        results = [record.result for record in of_kind]
        assert summary.played == len(of_kind)
        assert (summary.won, summary.lost) == (results.count(Result.WON), results.count(Result.LOST))
        assert summary.abandoned == results.count(Result.ABANDONED)
        assert summary.ranked_wins == len(wins)
        assert summary.current_streak == streaks(of_kind)[-1]
        assert summary.best_streak == max(streaks(of_kind))
        assert summary.last_finished == of_kind[-1].finished
        assert store.summaries(*kind) == [summary]
        if not wins:
            assert summary.best_ms is summary.median_ms is summary.median_efficiency is None
            assert not [*store.histogram(*kind), *store.trend(*kind), *store.fastest(*kind)]
            continue
        times = [record.time_ms for record in wins]
        assert summary.best_ms == min(times)
        assert summary.median_ms == statistics.median(times)
        assert summary.mean_ms == pytest.approx(statistics.mean(times))
        assert summary.best_speed == (pytest.approx(max(speeds)) if speeds else None)
        assert summary.median_speed == (pytest.approx(statistics.median(speeds)) if speeds else None)
        efficiencies = [record.bbbv / record.clicks.total for record in wins]
        assert summary.median_efficiency == pytest.approx(statistics.median(efficiencies))
        assert [best.time_ms for best in store.fastest(*kind, limit=3)] == sorted(times)[:3]
        least = [min(times[: place + 1]) for place in range(len(times))]
        better = [time for place, time in enumerate(least) if place == 0 or time < least[place - 1]]
        assert [best.time_ms for best in store.improvements(*kind)] == better
        for most in (1, 4, len(wins) + 1):
            points = store.trend(*kind, points=most)
            assert len(points) == min(most, len(wins))
            assert max(point.games for point in points) - min(point.games for point in points) <= 1
            ends = list(accumulate(point.games for point in points))
            assert ends[-1] == len(wins)
            for point, end in zip(points, ends, strict=True):
                assert point.median_ms == statistics.median(times[end - point.games : end])
                assert point.last_finished == wins[end - 1].finished
        bins = store.histogram(*kind, bins=7)
        assert len(bins) <= 7
        for bar in bins:
            assert bar.games == sum(bar.low_ms <= time < (bar.high_ms or 10**9) for time in times)
        assert sum(bar.games for bar in bins) == len(wins)


def test_games_of_one_moment_keep_the_order_in_which_they_came(store: Store) -> None:
    """Ties are broken by the order of adding, the same whether added one by one or mended at once."""

    def left() -> list[tuple[int]]:
        return store._db.execute("SELECT streak FROM game WHERE finished >= 0 ORDER BY id").fetchall()

    chance = random.Random(1)
    games = [made_up(chance, finished=1000 * chance.randrange(4)) for _ in range(100)]
    for record, played in games:
        store.finish(record, played)
    one_by_one = left()
    assert max(one_by_one) > (1,)
    kinds = {(record.setup.params, record.setup.policy): (record, played) for record, played in games}
    for number, (record, played) in enumerate(kinds.values()):
        # A loss before all others changes no streak, but has those of its kind mended.
        setup = record.setup._replace(uuid=f"{number:032x}")
        store.finish(record._replace(setup=setup, result=Result.LOST, finished=-1), played)
    assert left() == one_by_one


def test_a_histogram_with_one_very_slow_game(store: Store) -> None:
    chance = random.Random(5)
    times = [*range(10_000, 29_500, 500), 9_000_000]
    store.add_all(of_time(made_up(chance), time, place) for place, time in enumerate(times))
    bins = store.histogram(*BEGINNER, bins=12)
    assert [(bar.low_ms, bar.high_ms) for bar in bins[:2]] == [(10_000, 12_000), (12_000, 14_000)]
    assert bins[-1].high_ms is None
    assert sum(bar.games for bar in bins) == len(times)


def test_the_trend_shows_medians_in_order(store: Store) -> None:
    chance = random.Random(5)
    store.add_all(of_time(made_up(chance), 60_000 - 1000 * place, place) for place in range(9))
    points = store.trend(*BEGINNER, points=3)
    assert [(point.games, point.last_finished, point.median_ms) for point in points] == [
        (3, 2, 59_000),
        (3, 5, 56_000),
        (3, 8, 53_000),
    ]


def test_lists_are_what_was_asked_for(store: Store) -> None:
    games = several(150, seed=4)
    store.add_all(games)
    order = {record.uuid: place for place, (record, _) in enumerate(games)}
    newest = sorted((record for record, _ in games), key=lambda game: (game.finished, order[game.uuid]), reverse=True)
    assert store.newest(limit=1000) == newest
    assert store.newest(limit=7, offset=11) == newest[11:18]
    assert store.count() == len(newest)
    assert store.find("0" * 32) is None
    one: Full = games[17]
    assert store.find(one[0].uuid) == one[0]
    assert store.played(one[0].uuid) == one[1]
    assert dict(store.everything()) == dict(games)
    assert [game.setup.daily for game in store.days()] == sorted(
        {game.setup.daily for game in newest if game.setup.daily}, reverse=True
    )


@pytest.mark.parametrize("seed", range(3))
def test_what_stands_beside_a_game_is_what_the_statistics_say(store: Store, seed: int) -> None:
    store.add_all(several(80, seed=seed))
    for summary in store.summaries():
        assert store.standing(summary.params, summary.policy) == (summary.best_ms, summary.current_streak)
    assert store.standing(Params(5, 5, 5), Policy.ANY) == (None, 0)


def plans(store: Store, ask: Callable[[], object]) -> list[str]:
    """How SQLite goes about each statement that a call executes."""
    statements: list[str] = []
    store._db.set_trace_callback(statements.append)
    ask()
    store._db.set_trace_callback(None)
    assert statements
    return [
        " / ".join(row[3] for row in store._db.execute(f"EXPLAIN QUERY PLAN {statement}")) for statement in statements
    ]


def test_what_is_asked_at_every_game_looks_at_a_few_rows(store: Store) -> None:
    for ask in (
        lambda: store.standing(*BEGINNER),
        store.newest,
        lambda: store.fastest(*BEGINNER),
    ):
        for plan in plans(store, ask):
            assert "INDEX" in plan
            assert "TEMP B-TREE FOR ORDER BY" not in plan, plan


def test_what_goes_through_all_wins_goes_along_an_index(store: Store) -> None:
    for ask in (lambda: store.trend(*BEGINNER), lambda: store.improvements(*BEGINNER)):
        (plan,) = plans(store, ask)
        assert "INDEX win_by_end (kind=?)" in plan, plan
