"""Games kept and brought back, as a front end meets them."""

from __future__ import annotations

import random
from datetime import date
from pathlib import Path

import pytest

from sapper.core.moves import Move, MoveKind
from sapper.core.notation import parse_board
from sapper.core.params import Params
from sapper.core.position import Position
from sapper.core.rules import Switches
from sapper.daily import daily, opening_move
from sapper.profile import Kept, Profile, open_profile
from sapper.session import Counts, Game, Note, Unranked
from sapper.store import Result, Source
from sapper.testing import FakeClock
from tests.games import SMALL, careless_move, play_to_loss, play_to_win


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


def state(game: Game) -> tuple[Position, Counts, list[str], set[Unranked], int, object]:
    """All that must survive."""
    return game.position, game.counts, list(map(str, game.log)), game.unranked, game.elapsed_ms, game.id


def resumed(profile: Profile) -> Kept:
    kept = profile.resume(clock=FakeClock())
    assert kept is not None
    assert kept.game.is_paused or kept.game.position.is_over
    return kept


@pytest.mark.parametrize("seed", range(20))
def test_a_game_left_at_any_move_comes_back_as_it_was(path: Path, seed: int) -> None:
    chance = random.Random(seed)
    clock = FakeClock(step=7)
    switches = Switches(question_marks=seed % 2 == 0, flood_through_flags=seed % 3 == 0, flag_limit=seed % 5 == 0)
    profile = open_profile(path)
    kept = profile.begin(Game(SMALL, clock=clock, seed=seed, switches=switches))
    for _ in range(chance.randrange(30)):
        before = kept.game.position
        if not (kept.game.layout is None and before.is_flagged(0)):
            kept.game.play(careless_move(kept.game, chance))
        if kept.game.position.is_over:
            kept.game.undo()
        elif chance.random() < 0.1:
            kept.game.note(Note.HINT)
        kept.save()
        assert kept.trouble is None
    clock.step = 0
    kept.save()
    profile.close()
    with_again = open_profile(path)
    again = resumed(with_again)
    assert state(again.game) == state(kept.game)
    assert again.game.switches == switches
    again.game.resume()
    play_on = careless_move(again.game, chance)
    if not (again.game.layout is None and play_on.kind is MoveKind.OPEN):
        again.game.play(play_on)
        again.save()
        assert again.trouble is None
    with_again.close()


def test_a_game_without_a_move_comes_back_undealt(path: Path) -> None:
    profile = open_profile(path)
    kept = profile.begin(Game(SMALL, clock=FakeClock(), seed=2**64 - 1))
    profile.close()
    again = resumed(open_profile(path))
    assert again.game.layout is None
    assert again.game.id == kept.game.id


@pytest.mark.parametrize("won", [True, False])
def test_an_ended_game_is_in_the_history_with_what_plays_it_again(path: Path, won: bool) -> None:
    clock = FakeClock(step=10)
    profile = open_profile(path, now=lambda: 1_700_000_000_000)
    kept = profile.begin(Game(SMALL, clock=clock, seed=3))
    (play_to_win if won else play_to_loss)(kept.game, (4, 4))
    kept.save()
    assert kept.record is not None
    assert profile.store is not None
    assert profile.store.newest() == [kept.record]
    assert kept.record.result is (Result.WON if won else Result.LOST)
    assert kept.record.time_ms == kept.game.elapsed_ms
    assert (kept.record.solved_bbbv == kept.record.bbbv) is won
    assert kept.record.is_ranked
    assert kept.record.finished == 1_700_000_000_000
    assert profile.resume(clock=clock) is None
    replay = profile.playback(kept.uuid, clock=FakeClock())
    assert replay is not None
    game, log = replay
    game.rebuild(log)
    assert game.position == kept.game.position
    assert game.counts == kept.game.counts


def test_a_game_that_is_abandoned_counts_only_if_a_cell_was_opened(path: Path) -> None:
    profile = open_profile(path)
    assert profile.store is not None
    untouched = profile.begin(Game(SMALL, clock=FakeClock()))
    untouched.game.play(Move(MoveKind.FLAG, 1, 1))
    untouched.save()
    untouched.abandon()
    assert untouched.record is None
    begun = profile.begin(Game(SMALL, clock=FakeClock()))
    begun.game.play(Move(MoveKind.OPEN, 1, 1))
    begun.abandon()
    assert [record.result for record in profile.store.newest()] == [Result.ABANDONED]
    assert profile.resume(clock=FakeClock()) is None


def test_a_loss_that_is_undone_stays_and_the_rest_is_another_game(path: Path) -> None:
    profile = open_profile(path)
    assert profile.store is not None
    kept = profile.begin(Game(SMALL, clock=FakeClock(), seed=1))
    play_to_loss(kept.game, (4, 4))
    kept.save()
    lost = kept.uuid
    kept.game.undo()
    kept.save()
    assert kept.uuid != lost
    play_to_win(kept.game, (4, 4))
    kept.save()
    assert [(game.result, game.unranked) for game in profile.store.newest()] == [
        (Result.WON, ("undo",)),
        (Result.LOST, ()),
    ]


def test_a_board_from_outside_comes_back(path: Path) -> None:
    layout = parse_board("*...\n....\n...*\n")
    profile = open_profile(path)
    kept = profile.begin(Game(layout.params, clock=FakeClock(), layout=layout))
    kept.game.play(Move(MoveKind.OPEN, 1, 0))
    kept.save()
    profile.close()
    profile = open_profile(path)
    again = resumed(profile)
    assert (again.source, again.game.layout, again.game.id) == (Source.BOARD, layout, None)
    again.game.resume()
    play_to_win(again.game, (3, 0))
    again.save()
    assert again.record is not None
    assert again.record.unranked == ("imported",)


def test_copies_never_take_a_living_copy_s_game(path: Path) -> None:
    one, two, three = (open_profile(path) for _ in range(3))
    first = one.begin(Game(SMALL, clock=FakeClock(), seed=1))
    second = two.begin(Game(SMALL, clock=FakeClock(), seed=2))
    assert three.resume(clock=FakeClock()) is None
    one.close()
    taken = resumed(three)
    assert taken.uuid == first.uuid
    assert three.resume(clock=FakeClock()) is None
    second.leave()
    assert resumed(three).uuid == second.uuid


def test_a_game_that_cannot_be_rebuilt_does_not_hide_the_others(path: Path) -> None:
    profile = open_profile(path)
    good = profile.begin(Game(SMALL, clock=FakeClock(), seed=1))
    bad = profile.begin(Game(SMALL, clock=FakeClock(), seed=2))
    assert profile.store is not None
    assert bad._slot is not None
    profile.store.save(bad._slot, uuid=bad.uuid, entries=["0 o77,77"], start=0, elapsed_ms=0)
    profile.close()
    assert resumed(open_profile(path)).uuid == good.uuid


@pytest.mark.parametrize("change", [0, -1, -86_400_000])
def test_the_day_s_board_counts_once(path: Path, change: int) -> None:
    """Whatever the clock says when it is played again."""
    day = date(2026, 11, 30)
    now = FakeClock(1_800_000_000_000)
    profile = open_profile(path, now=now)
    assert profile.store is not None
    kept = profile.begin_daily(day, clock=FakeClock())
    assert kept.game.id == daily(day)
    assert not kept.game.unranked
    kept.game.play(opening_move())
    kept.leave()
    again = profile.begin_daily(day, clock=FakeClock())
    assert again.uuid == kept.uuid
    again.abandon()
    now.advance(change)
    later = profile.begin_daily(day, clock=FakeClock())
    assert later.game.unranked == {Unranked.AGAIN}
    play_to_win(later.game, daily(day).first or (0, 0))
    later.save()
    counted = profile.store.first_of_day("2026-11-30")
    assert counted is not None
    assert (counted.uuid, counted.result) == (kept.uuid, Result.ABANDONED)
    assert profile.store.days() == [counted]
    assert profile.begin_daily(date(2026, 12, 1), clock=FakeClock()).game.unranked == set()


def test_a_deleted_profile_is_made_again_with_the_running_game(path: Path) -> None:
    profile = open_profile(path)
    kept = profile.begin(Game(SMALL, clock=FakeClock(), seed=1))
    kept.game.play(Move(MoveKind.FLAG, 0, 0))
    kept.save()
    for file in [*path.parent.rglob("*")]:
        if file.is_file():
            file.unlink()
    kept.game.play(Move(MoveKind.FLAG, 1, 0))
    kept.save()
    assert kept.trouble is None
    other = open_profile(path)
    assert other.resume(clock=FakeClock()) is None
    profile.close()
    assert state(resumed(other).game) == state(kept.game)


def test_the_clock_alone_is_saved_too(path: Path) -> None:
    clock = FakeClock()
    profile = open_profile(path)
    kept = profile.begin(Game(Params(30, 16, 99), clock=clock, seed=1))
    kept.game.play(Move(MoveKind.OPEN, 4, 4))
    kept.save()
    clock.ms = 61_000
    kept.save()
    profile.close()
    assert resumed(open_profile(path)).game.elapsed_ms == 61_000
