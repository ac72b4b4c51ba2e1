"""What a command reads: a file, or standard input for `-`; as bytes, and as text."""

from __future__ import annotations

import sys
from pathlib import Path

from sapper.errors import N_, NotationError

STANDARD_INPUT = "-"


def read_source(source: str, *, endless: bool = False) -> bytes:
    """The content of a file or of standard input.

    Args:
        source: which.
        endless: it may be of any size, and not only as large as a board or a replay, and it may be a pipe.

    Raises:
        NotationError: it is no file, or too large, or standard input is closed.
        OSError: it cannot be read.
    """
    from sapper.replay.boards import MAX_BYTES, read_bytes, too_large

    if source != STANDARD_INPUT:
        path = Path(source)
        return path.read_bytes() if endless and not path.is_char_device() else read_bytes(path)
    if sys.stdin is None:
        raise NotationError(N_("standard input is closed: name a file"))
    data = sys.stdin.buffer.read(-1 if endless else MAX_BYTES + 1)
    if len(data) > MAX_BYTES and not endless:
        raise too_large()
    return data


def name_of(source: str) -> str | None:
    """What to call a source in an error: nothing for standard input."""
    return None if source == STANDARD_INPUT else source


def text_of(data: bytes) -> str | None:
    """The content as text; None where it is none."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return None
    return None if "\0" in text else text
