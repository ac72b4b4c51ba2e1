"""Sentences of the commands that count games; it must not know where the games are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sapper.errors import plain

if TYPE_CHECKING:
    from pathlib import Path

    from sapper.i18n import Translator


def count_games(translator: Translator, number: int) -> str:
    """A number of games with its noun."""
    return translator.ngettext("{count} game", "{count} games", number).format(count=number)


def written_games(translator: Translator, number: int, output: Path, *, there: int = 0) -> str:
    """That so many games were written, and so many were there before."""
    _ = translator.gettext
    text = _("{games} written to {output}").format(games=count_games(translator, number), output=plain(output))
    return text + _(", ") + _there(translator, there) if there else text


def added_games(translator: Translator, number: int, *, there: int) -> str:
    """That so many games were added, and so many were there before."""
    _ = translator.gettext
    return _("{games} added").format(games=count_games(translator, number)) + _(", ") + _there(translator, there)


def _there(translator: Translator, number: int) -> str:
    return translator.ngettext("{count} was there already", "{count} were there already", number).format(count=number)
