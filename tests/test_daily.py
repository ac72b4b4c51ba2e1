"""The board of the day, and the line to share."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from sapper.core.moves import Move, MoveKind
from sapper.core.notation import parse_game_id
from sapper.core.position import Position
from sapper.core.rules import apply
from sapper.daily import DailyResult, daily, day_of, opening_move, share
from sapper.deal import deal

DAY = date(2026, 11, 30)


def test_the_board_is_the_date_s() -> None:
    assert str(daily(DAY)) == "16x16/40:opening:20261130:8,8"
    assert opening_move() == Move(MoveKind.OPEN, 8, 8)
    after = apply(Position(daily(DAY).params), deal(daily(DAY)), opening_move()).position
    assert after.opened.bit_count() >= 9
    assert deal(daily(DAY)) != deal(daily(DAY + timedelta(days=1)))


def test_a_daily_game_is_known_by_its_id() -> None:
    assert day_of(daily(DAY)) == DAY
    assert day_of(parse_game_id("16x16/40:opening:20261130")) == DAY
    for other in ("16x16/40:opening:20261131", "16x16/40:safe:20261130", "9x9/10:opening:20261130", "9x9/10:any:0"):
        assert day_of(parse_game_id(other)) is None
    assert day_of(parse_game_id(f"16x16/40:opening:{2**64 - 1}")) is None


@pytest.mark.parametrize(
    ("won", "line"),
    [
        (True, "sapper daily 2026-11-30 · 16x16/40 · won in 83.042 s · 1.02 3BV/s · efficiency 71 %"),
        (False, "sapper daily 2026-11-30 · 16x16/40 · lost at 49 % after 83.042 s"),
    ],
)
def test_the_line_to_share_tells_nothing_of_the_board(won: bool, line: str) -> None:
    result = DailyResult(DAY, won=won, time_ms=83_042, bbbv=85, solved_bbbv=85 if won else 42, clicks=120)
    assert str(share(result)) == line


def test_a_game_given_up_was_not_lost() -> None:
    result = DailyResult(DAY, won=False, time_ms=975, bbbv=85, solved_bbbv=1, clicks=1, given_up=True)
    assert str(share(result)) == "sapper daily 2026-11-30 · 16x16/40 · given up at 1 % after 0.975 s"


def test_a_result_without_time_or_clicks() -> None:
    assert "3BV/s" in str(share(DailyResult(DAY, won=True, time_ms=0, bbbv=0, solved_bbbv=0, clicks=0)))
    assert "lost at 0 %" in str(share(DailyResult(DAY, won=False, time_ms=0, bbbv=0, solved_bbbv=0, clicks=0)))
