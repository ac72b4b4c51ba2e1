"""What the command line says to people, in their language; it must not know what about.

The catalogue is loaded by the first sentence, so that a command that says none starts without it.
"""

from __future__ import annotations

import contextlib
import sys

from sapper.errors import Reason, SapperError

TYPE_CHECKING = False  # typing itself would cost a console milliseconds of its start
if TYPE_CHECKING:
    from sapper.i18n import Translator


def translator() -> Translator:
    """Speaks the language of the settings; English where an output has no Chinese characters."""
    from sapper.cli.charts import can_show_blocks
    from sapper.config import load_settings
    from sapper.i18n import Translator

    # Where an output has no block characters it has no Chinese ones either.
    able = all(can_show_blocks(getattr(stream, "encoding", None)) for stream in (sys.stdout, sys.stderr))
    return Translator(load_settings().settings.language if able else "en")


def told(template: str, /, **values: object) -> str:
    """A sentence in the player's language, filled with its values."""
    return translator().tell(Reason(template, values))


def say(sentence: str) -> None:
    """Writes a sentence on stderr; without a word where nobody is left to read it."""
    with contextlib.suppress(OSError, ValueError):
        print(sentence, file=sys.stderr, flush=True)


def warn(template: str, /, **values: object) -> None:
    """Says something on stderr under the program's name."""
    say(f"sapper: {told(template, **values)}")


def complain(error: SapperError) -> None:
    """Says on stderr what is wrong."""
    say(f"sapper: {translator().explain(error)}")
