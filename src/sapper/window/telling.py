"""What the window says around a board: title, sentence, signs, face. It reads the game and changes nothing.

Knows no toolkit: the sentence comes with the palette's name for its colour.
"""

from __future__ import annotations

from datetime import date
from enum import StrEnum
from typing import NamedTuple

from sapper.controls.actions import Name
from sapper.controls.keys import Keymap, shown
from sapper.core.position import Outcome
from sapper.core.view import CLOSED, EXPLODED, MISSED, WRONG_FLAG
from sapper.errors import N_, Reason
from sapper.i18n import Translator
from sapper.session import Game
from sapper.showing.advice import percent
from sapper.showing.figures import Progress, end_words, exact, figures_of, live_words
from sapper.showing.rows import MARKED, RISK, Mark
from sapper.showing.table import Standing
from sapper.showing.tiles import RIGHT_FLAG
from sapper.showing.words import Translate, board_words, timed, unranked_words

_SIGNS = (
    (EXPLODED, N_("exploded")),
    (MISSED, N_("missed")),
    (RIGHT_FLAG, N_("right flag")),
    (WRONG_FLAG, N_("wrong flag")),
)
_MISSED_SIGNS = ((MARKED * Mark.WAS_SAFE + CLOSED, N_("was safe")),)
_RISK_SIGNS = ((RISK + 30, N_("risk in %")), (RISK, N_("safe")), (RISK + 100, N_("mine")))


class Mood(StrEnum):
    """What the face shows."""

    PLAYING = "playing"
    HELD = "held"
    WON = "won"
    LOST = "lost"
    PAUSED = "paused"


class Tone(StrEnum):
    """The colour of a sentence, as the palette calls it."""

    PLAIN = "muted"
    ACCENT = "accent"
    GOOD = "good"
    BAD = "bad"
    WARNING = "warning"


class Helped(NamedTuple):
    """What is told of help.

    Args:
        words: what it says.
        thinking: whether it is still being thought about.
        risks: whether risks are shown.
        here: the risk under the cursor in percent, where it is shown.
        elsewhere: the risk of the cells that touch no number, where there is one.
        missed: whether safe cells of a lost game are pointed out.
    """

    words: Reason | None = None
    thinking: bool = False
    risks: bool = False
    here: str = ""
    elsewhere: float | None = None
    missed: bool = False


class Told(NamedTuple):
    """All that is told of.

    Args:
        game: the game.
        progress: the 3BV of its board, where it is told.
        standing: best time and streak.
        day: the date of a daily board.
        dealing: whether a layout is being made.
        flag_mode: whether left marks.
        live: whether figures are told while playing.
        helped: help.
    """

    game: Game
    progress: Progress | None
    standing: Standing
    day: date | None
    dealing: bool
    flag_mode: bool
    live: bool
    helped: Helped = Helped()


def title(told: Told, part: tuple[int, int, int, int] | None, *, translate: Translate) -> str:
    """The window's title: the board, its day, and which part of it is in sight."""
    parts = ["sapper", board_words(told.game.params, translate=translate)]
    if told.day is not None:
        parts.append(translate(N_("daily {day}")).format(day=told.day))
    if part is not None:
        left, right, top, bottom = (number + 1 for number in part)
        text = translate(N_("columns {columns}, rows {rows}"))
        parts.append(text.format(columns=f"{left}–{right}", rows=f"{top}–{bottom}"))
    return " · ".join(parts)


def sentence(told: Told, *, keymap: Keymap, translator: Translator) -> tuple[str, Tone]:
    """How the game stands, or what help says: a line, two at the end of a game that help has judged."""
    game, helped, translate = told.game, told.helped, translator.gettext
    words = "" if helped.words is None else translator.tell(helped.words)
    if told.dealing:
        return translate(N_("Dealing…")), Tone.ACCENT
    if game.is_paused:
        key = translate(shown(keymap.best(Name.PAUSE)))
        resume = translate(N_("{key} or a click resumes")).format(key=key)
        return f"{translate(N_('Paused'))} · {resume}", Tone.WARNING
    if game.position.is_over:
        lost = game.position.outcome is Outcome.LOST
        return "\n".join(filter(None, (_ending(told, translator), words))), Tone.BAD if lost else Tone.GOOD
    if helped.thinking:
        key = translate(shown(keymap.best(Name.NO_HELP)))
        return translate(N_("Thinking… {key} stops it.")).format(key=key), Tone.ACCENT
    if words:
        return words, Tone.ACCENT
    if helped.risks:
        return _risks(helped, translate), Tone.ACCENT
    parts = [translate(N_("FLAG"))] if told.flag_mode else []
    if told.live and told.progress is not None and game.has_started:
        parts.append(live_words(figures_of(game, told.progress), translator=translator))
    elif told.standing.best_ms is not None:
        parts.append(translate(N_("best {seconds} s")).format(seconds=exact(told.standing.best_ms)))
        if told.standing.streak:
            parts.append(translate(N_("streak {count}")).format(count=told.standing.streak))
    return " · ".join(parts), Tone.ACCENT if told.flag_mode else Tone.PLAIN


def aside(told: Told, *, translate: Translate) -> str:
    """Why the game does not count; the empty string when it does."""
    if not told.game.unranked:
        return ""
    return translate(N_("unranked: {why}")).format(why=unranked_words(told.game.unranked, translate=translate))


def signs(told: Told, *, translate: Translate) -> list[tuple[int, str]]:
    """The signs that need words: those of a lost game, or of risks, as codes of cells."""
    found: tuple[tuple[int, str], ...] = ()
    if told.game.position.outcome is Outcome.LOST:
        found = (*_SIGNS, *(_MISSED_SIGNS if told.helped.missed else ()))
    elif told.helped.risks and not told.game.position.is_over:
        found = _RISK_SIGNS
    return [(code, translate(word)) for code, word in found]


def mood(game: Game, *, held: bool) -> Mood:
    """The face for a game, while a button is held or not."""
    match game.position.outcome:
        case Outcome.WON:
            return Mood.WON
        case Outcome.LOST:
            return Mood.LOST
    if game.is_paused:
        return Mood.PAUSED
    return Mood.HELD if held else Mood.PLAYING


def _risks(helped: Helped, translate: Translate) -> str:
    """The risk under the cursor, and of the cells that touch no number."""
    parts = []
    if helped.here:
        parts.append(translate(N_("here {percent} %")).format(percent=helped.here))
    if helped.elsewhere is not None:
        parts.append(translate(N_("elsewhere {percent} %")).format(percent=percent(helped.elsewhere)))
    return " · ".join(parts)


def _ending(told: Told, translator: Translator) -> str:
    game, best, translate = told.game, told.standing.best_ms, translator.gettext
    won = game.position.outcome is Outcome.WON
    if won and not game.unranked and best is not None and game.elapsed_ms <= best:
        verdict = translate(N_("New best!"))
    else:
        verdict = translate(N_("Won")) if won else translate(N_("Lost"))
    line = f"{verdict} · {timed(exact(game.elapsed_ms), translate=translate)}"
    if told.progress is None:
        return line
    return line + end_words(figures_of(game, told.progress), translator=translator)
