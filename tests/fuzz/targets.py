"""What a fuzzer calls: every parser of the package, with bytes as they come. Only the package's own errors are allowed.

`python -m tests.fuzz.one NAME [options of the fuzzer]` runs one target under atheris, where that is installed;
`python -m benchmarks.fuzz_parsers` runs them all, one after the other.
"""

from __future__ import annotations

import atexit
import functools
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from sapper.config import merged_text, parse_settings
from sapper.controls.keys import read_keymap
from sapper.core.moves import parse_move
from sapper.core.notation import parse_board, parse_game_id, parse_view
from sapper.errors import SapperError
from sapper.replay.formats.analysis_link import read_analysis_link
from sapper.replay.formats.avf import read_avf
from sapper.replay.formats.boardtext import read_board_text, read_json, read_mgb, read_mine
from sapper.replay.formats.evf import read_evf
from sapper.replay.formats.evfs import read_evfs
from sapper.replay.formats.link import read_link
from sapper.replay.formats.mbf import read_mbf
from sapper.replay.formats.mvf import read_mvf
from sapper.replay.formats.rawvf import read_rawvf
from sapper.replay.formats.rmv import read_rmv
from sapper.replay.formats.tatham import read_tatham
from sapper.replay.reading import read_contents
from sapper.replay.report import describe, describe_board, report
from sapper.store import Store, open_store
from sapper.store.transfer import read_games

Target = Callable[[bytes], object]


def _text(parse: Callable[[str], object]) -> Target:
    return lambda data: parse(data.decode("utf-8", "replace"))


def any_file(data: bytes) -> None:
    """Finds out the format, reads, plays, measures and describes."""
    contents = read_contents(data)
    if contents.board is not None:
        describe_board(contents)
    for record in contents.records:
        describe(report(record))


def settings(text: str) -> None:
    """Reads settings and keys, and writes the settings into the same text."""
    loaded = parse_settings(text)
    keymap = read_keymap(loaded.keys)
    assert all(str(fault) for fault in (*loaded.faults, *keymap.faults))
    merged_text(text, loaded.settings)


@functools.cache
def _store() -> Store:
    folder = TemporaryDirectory()
    store = open_store(Path(folder.name) / "games.db")
    atexit.register(folder.cleanup)
    atexit.register(store.close)
    return store


def games(text: str) -> None:
    """Reads games and adds them to a store."""
    _store().add_all(list(read_games(text)))


TARGETS: dict[str, Target] = {
    "any": any_file,
    "avf": read_avf,
    "evf": read_evf,
    "evfs": read_evfs,
    "rmv": read_rmv,
    "mvf": read_mvf,
    "mbf": read_mbf,
    "mgb": read_mgb,
    "json": _text(read_json),
    "rawvf": _text(read_rawvf),
    "mine": _text(read_mine),
    "board": _text(read_board_text),
    "link": _text(read_link),
    "analysis": _text(read_analysis_link),
    "tatham": _text(read_tatham),
    "id": _text(parse_game_id),
    "text": _text(parse_board),
    "view": _text(parse_view),
    "move": _text(parse_move),
    "settings": _text(settings),
    "games": _text(games),
}
"""Every parser by the name of its format."""


def run(name: str, data: bytes) -> bool:
    """Whether a target took the bytes; False where it refused them with an error of ours. Other errors go through."""
    try:
        TARGETS[name](data)
    except SapperError as error:
        if not str(error) or "\n" in str(error):
            raise AssertionError(f"not one sentence: {error!r}") from error
        return False
    return True
