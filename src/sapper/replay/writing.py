"""Turns a game or a board into the bytes of a format. Formats are imported when they are asked for."""

from __future__ import annotations

from collections.abc import Callable

from sapper import __version__
from sapper.core.layout import Layout
from sapper.errors import N_, NotationError
from sapper.replay.formats.facts import Facts
from sapper.replay.measure import Measures, clock_zero
from sapper.replay.player import Play
from sapper.replay.record import Record

REPLAYS = {"evf": ".evf", "rawvf": ".rawvf"}
"""The formats that hold a game, with the endings of their files."""

BOARDS = {"mbf": ".mbf", "mine": ".mine", "text": ".txt", "link": ".link.txt", "tatham": ".tatham.txt"}
"""The formats that hold a board only."""

ENDINGS = REPLAYS | BOARDS


def write_replay(play: Play, measures: Measures, format: str, *, player: str = "") -> bytes:
    """A game in one of the formats of `REPLAYS`.

    Args:
        play: the game.
        measures: of it.
        format: the format's name.
        player: the name to write, the empty string for none.

    Raises:
        NotationError: the format cannot hold this game.
    """
    if not len(play.record.events):
        raise NotationError(N_("there is no game to convert: the replay has no events"))
    return _REPLAY_WRITERS[format](play.record, facts_of(play, measures), player)


def facts_of(play: Play, measures: Measures) -> Facts:
    """What the headers of written replays say of a game."""
    return Facts(
        f"sapper {__version__}",
        measures.time_ms,
        clock_zero(play, time_ms=measures.time_ms),
        measures.board.bbbv,
        measures.solved_bbbv,
        play.result,
        play.clicks.effective_right == 0,
    )


def write_board(layout: Layout, format: str, *, play: Play | None = None) -> bytes:
    """A board in one of the formats of `BOARDS`.

    Args:
        layout: the mines.
        format: the format's name.
        play: the game on it, for the formats that also say where it began or how it stood at the end.

    Raises:
        NotationError: the board is larger than the format allows.
    """
    return _BOARD_WRITERS[format](layout, play)


def _evf(record: Record, facts: Facts, player: str) -> bytes:
    from sapper.replay.formats.evf_writer import write_evf

    return write_evf(record, facts, player=player)


def _rawvf(record: Record, facts: Facts, player: str) -> bytes:
    from sapper.replay.formats.rawvf_writer import write_rawvf

    return write_rawvf(record, facts, player=player).encode("utf-8")


def _mbf(layout: Layout, play: Play | None) -> bytes:
    from sapper.replay.formats.mbf import write_mbf

    return write_mbf(layout)


def _mine(layout: Layout, play: Play | None) -> bytes:
    from sapper.replay.formats.boardtext import write_mine

    opened, flagged = (play.position.opened, play.position.flagged) if play else (0, 0)
    return write_mine(layout, opened=opened, flagged=flagged).encode("ascii")


def _text(layout: Layout, play: Play | None) -> bytes:
    from sapper.core.notation import format_board

    return format_board(layout).encode("ascii")


def _link(layout: Layout, play: Play | None) -> bytes:
    from sapper.replay.formats.link import write_link

    return f"{write_link(layout)}\n".encode("ascii")


def _tatham(layout: Layout, play: Play | None) -> bytes:
    from sapper.replay.formats.tatham import TathamGame, write_tatham

    first = None
    if play is not None and play.start is not None:
        size = play.record.cell_size
        events = play.record.events
        first = events.xs[play.start] // size, events.ys[play.start] // size
    return f"{write_tatham(TathamGame(layout, first))}\n".encode("ascii")


_REPLAY_WRITERS: dict[str, Callable[[Record, Facts, str], bytes]] = {"evf": _evf, "rawvf": _rawvf}

_BOARD_WRITERS: dict[str, Callable[[Layout, Play | None], bytes]] = {
    "mbf": _mbf,
    "mine": _mine,
    "text": _text,
    "link": _link,
    "tatham": _tatham,
}
