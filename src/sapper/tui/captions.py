"""What the lines around the board say, as parts of lines. It reads the game and the settings, and changes nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.cells import cell_len

from sapper.controls.actions import Name
from sapper.core.position import Outcome
from sapper.core.view import EXPLODED, FLAGGED, MISSED, WRONG_FLAG
from sapper.errors import N_
from sapper.showing.advice import percent
from sapper.showing.figures import Progress, end_words, exact, figures_of, live_words, seconds
from sapper.showing.table import Standing
from sapper.showing.words import GIVEN, SHORT_POLICIES, board_words, timed, unranked_words
from sapper.tui.columns import cut_to_lines
from sapper.tui.key_parts import key_parts
from sapper.tui.line import Look, Part

if TYPE_CHECKING:
    from sapper.showing.counsel import Counsel
    from sapper.tui.app import SapperApp

Sides = tuple[list[Part], list[Part], list[Part]]
"""The parts of a line: left, in the middle, right."""

_WORDS = (N_("Playing"), N_("Won"), N_("Lost"), N_("Paused"))
_FOOTER = (
    Name.OPEN,
    Name.FLAG,
    Name.NEW,
    Name.CHOOSE,
    Name.PAUSE,
    Name.HINT,
    Name.HELP,
    Name.QUIT,
    Name.UNDO,
    Name.COMMANDS,
    Name.RISKS,
    Name.FLAG_MODE,
    Name.AGAIN,
    Name.DAILY,
    Name.STATISTICS,
    Name.HISTORY,
    Name.SETTINGS,
    Name.CHORD,
)
_FOOTER_AFTER = (
    Name.NEW,
    Name.VERDICT,
    Name.AGAIN,
    Name.CHOOSE,
    Name.UNDO,
    Name.HELP,
    Name.QUIT,
    Name.COMMANDS,
    Name.STATISTICS,
    Name.HISTORY,
    Name.DAILY,
    Name.SETTINGS,
)
"""What the footer names during and after a game, the most useful first: as many as there is room for."""


class Captions:
    """Words around one board.

    Attributes:
        app: settings, language and the table.
        counsel: what help has to say.
        progress: 3BV of the board, where it is told.
        standing: best time and streak.
        flag_mode: whether left marks.
        dealing: whether a layout is being made.
        notice: a passing sentence, and whether it is a warning.
    """

    def __init__(self, app: SapperApp, counsel: Counsel) -> None:
        self.app = app
        self.counsel = counsel
        self.progress: Progress | None = None
        self.standing = Standing()
        self.flag_mode = False
        self.dealing = False
        self.notice: tuple[str, bool] | None = None

    def _(self, text: str) -> str:
        return self.app.translator.gettext(text)

    # The line at the top

    def title(self, part: tuple[int, int, int, int] | None) -> Sides:
        """The board and its rule; which part of it is in sight; best time and streak."""
        game, glyphs = self.app.table.game, self.app.glyphs
        board = board_words(game.params, times=glyphs.times, translate=self.app.translator.gettext)
        day = self.app.table.day
        promise = GIVEN if game.is_given else SHORT_POLICIES[game.switches.policy]
        rule = self._("daily {day}").format(day=day) if day else self._(promise)
        left = [
            Part(" "),
            Part(board, Look.STRONG, Name.CHOOSE),
            Part(f" {glyphs.dot} {rule}", Look.MUTED),
        ]
        sight = []
        if part is not None:
            first, last, top, bottom = (number + 1 for number in part)
            values = {
                "columns": f"{first}{glyphs.dash}{last}",
                "rows": f"{top}{glyphs.dash}{bottom}",
            }
            sight = [
                Part(
                    self._("columns {columns}, rows {rows}").format(**values),
                    Look.ACCENT,
                )
            ]
            left = left[:2]
        return left, sight, [*self._records(), Part(" ")]

    def _records(self) -> list[Part]:
        records = []
        if self.standing.best_ms is not None:
            best = self._("best {seconds} s").format(seconds=exact(self.standing.best_ms))
            records.append(Part(best, Look.MUTED, Name.STATISTICS))
        if self.standing.streak:
            dot = f" {self.app.glyphs.dot} " if records else ""
            streak = self._("streak {count}").format(count=self.standing.streak)
            records.append(Part(dot + streak, Look.MUTED, Name.STATISTICS))
        return records

    # The line over the board

    def status(self) -> Sides:
        """Counter, face and clock."""
        game, glyphs = self.app.table.game, self.app.glyphs
        position = game.position
        counter = Part(f" {glyphs.flag} {position.counter:>3} ", Look.CHIP, Name.FLAG_MODE)
        number = 3 if game.is_paused else list(Outcome).index(position.outcome)
        look = (Look.STRONG, Look.GOOD, Look.BAD, Look.WARNING)[number]
        word = self._("Dealing…") if self.dealing else self._(_WORDS[number])
        return (
            [counter],
            [Part(f" {glyphs.faces[number]} {word} ", look, Name.NEW)],
            [self.clock()],
        )

    def clock(self) -> Part:
        """The clock: seconds while it runs, with milliseconds when it stands at the end."""
        game = self.app.table.game
        told = exact(game.elapsed_ms) if game.position.is_over else seconds(game.elapsed_ms)
        return Part(f" {timed(f'{told:>4}', translate=self._)} ", Look.CHIP, Name.PAUSE)

    # The lines under the board

    def under(self, room: int, width: int, *, columns: int, at: tuple[int, int]) -> list[Sides]:
        """What stands under the board, the most important first.

        Args:
            room: how many lines there are.
            width: of each.
            columns: of a cell.
            at: the cell under the cursor.
        """
        game = self.app.table.game
        if game.position.is_over:
            lines = self._after(room, width)
        else:
            lines = self._during(room - self.counsel.shows_risks, width, at)
            if self.counsel.shows_risks and not game.is_paused:
                lines.append((risk_legend(self.app, columns, self.counsel.elsewhere), [], []))
        lines += [([], [], []) for _ in range(room - len(lines))]
        if game.unranked:
            why = unranked_words(game.unranked, translate=self.app.translator.gettext)
            _add(lines[1:room], Part(self._("unranked: {why}").format(why=why), Look.MUTED), width)
        return lines[:room]

    def _during(self, room: int, width: int, at: tuple[int, int]) -> list[Sides]:
        """While a game is played: what left does, and a sentence or the figures."""
        text = self._("FLAG") if self.flag_mode else self._("OPEN")
        chip = Part(f" {text} ", Look.ALERT if self.flag_mode else Look.CHIP, Name.FLAG_MODE)
        told = self._told()
        if told is None and self.app.table.game.is_paused:
            resume = self._("{key} or a click resumes").format(key=self.app.key(Name.PAUSE))
            return [([chip, Part(" "), Part(resume, Look.WARNING, Name.PAUSE)], [], [])]
        if told is None:
            return [([chip], [], [*self._risk_at(at), *self._figures()])]
        indent = cell_len(chip.text) + 1
        first, *others = cut_to_lines(told.text, width - indent, most=max(room, 1))
        lines: list[Sides] = [([chip, Part(" "), Part(first, told.look)], [], self._risk_at(at))]
        lines += (([Part(" " * indent), Part(line, told.look)], [], []) for line in others)
        return lines

    def _after(self, room: int, width: int) -> list[Sides]:
        """After a game: how it went, how it was lost, and what the signs mean."""
        told, legend = self._told(), self._legend()
        ending: Sides = (self._ending(), [], [])
        if told is None:
            return [([*legend], [], [])] if legend and room == 1 else [ending, (legend, [], [])]
        if room == 1 and self.notice is None:
            return [(legend, [], [])]
        lines: list[Sides] = [
            ([Part(line, told.look)], [], []) for line in cut_to_lines(told.text, width, most=max(room - 1, 1))
        ]
        if len(lines) == 1 and room > 2:
            lines.insert(0, ending)
        return [*lines, (legend, [], [])]

    def _told(self) -> Part | None:
        """The sentence of the moment: a passing one, or what help says."""
        if self.notice is not None:
            sentence, warning = self.notice
            return Part(sentence, Look.WARNING if warning else Look.ACCENT)
        if self.counsel.is_thinking:
            text = self._("Thinking… {key} stops it.").format(key=self.app.key(Name.NO_HELP))
            return Part(text, Look.ACCENT)
        words = self.counsel.words
        return None if words is None else Part(self.app.translator.tell(words), Look.ACCENT)

    def _risk_at(self, at: tuple[int, int]) -> list[Part]:
        risk = self.counsel.risk_at(*at)
        return [Part(self._("here {percent} %").format(percent=risk) + "  ", Look.STRONG)] if risk else []

    def _figures(self) -> list[Part]:
        game = self.app.table.game
        if not self.app.settings.live_statistics or self.progress is None or not game.has_started:
            return []
        return [
            Part(self._dotted(live_words(figures_of(game, self.progress), translator=self.app.translator)), Look.MUTED)
        ]

    def _ending(self) -> list[Part]:
        game = self.app.table.game
        won = game.position.outcome is Outcome.WON
        best = self.standing.best_ms
        if won and not game.unranked and best is not None and game.elapsed_ms <= best:
            verdict = Part(self._("New best!"), Look.GOOD)
        else:
            verdict = Part(self._("Won") if won else self._("Lost"), Look.GOOD if won else Look.BAD)
        if self.progress is None:
            return [verdict]
        words = end_words(figures_of(game, self.progress), translator=self.app.translator)
        return [verdict, Part(self._dotted(words), Look.PLAIN)]

    def _dotted(self, text: str) -> str:
        return text.replace("·", self.app.glyphs.dot)

    def _legend(self) -> list[Part]:
        if self.app.table.game.position.outcome is not Outcome.LOST:
            return []
        glyphs = self.app.glyphs
        signs = [
            (glyphs.glyph(EXPLODED), N_("exploded"), Look.BAD),
            (glyphs.glyph(MISSED), N_("missed"), Look.STRONG),
            (glyphs.glyph(FLAGGED), N_("right flag"), Look.WARNING),
            (glyphs.glyph(WRONG_FLAG), N_("wrong flag"), Look.BAD),
        ]
        if self.counsel.has_missed:
            signs.append((glyphs.safe, N_("was safe"), Look.GOOD))
        parts = []
        for sign, word, look in signs:
            parts += [Part(sign, look), Part(f" {self._(word)}  ", Look.MUTED)]
        return parts

    # The line at the bottom

    def footer(self) -> list[Part]:
        """Keys and what they do, each to be clicked."""
        game = self.app.table.game
        names = _FOOTER_AFTER if game.position.is_over else _FOOTER
        return key_parts(self.app, names, labels={Name.PAUSE: N_("Resume")} if game.is_paused else {})


def risk_legend(app: SapperApp, columns: int, elsewhere: float | None) -> list[Part]:
    """What the signs for risks mean.

    Args:
        app: signs and language.
        columns: of a cell.
        elsewhere: the risk of the cells that touch no number, where there is one.
    """
    translate, glyphs = app.translator.gettext, app.glyphs
    parts = []
    if columns == 1:
        for sign, share in zip(glyphs.shades, (25, 50, 75, 100), strict=True):
            parts += [Part(sign, Look.STRONG), Part(f" <{share}  ", Look.MUTED)]
    else:
        parts.append(Part(translate(N_("risk in %")) + "  ", Look.MUTED))
    for sign, word, look in (
        (glyphs.safe, N_("safe"), Look.GOOD),
        (glyphs.glyph(MISSED), N_("mine"), Look.BAD),
    ):
        parts += [Part(sign, look), Part(f" {translate(word)}  ", Look.MUTED)]
    if elsewhere is not None:
        parts.append(Part(translate(N_("elsewhere {percent} %")).format(percent=percent(elsewhere)), Look.MUTED))
    return parts


def _add(lines: list[Sides], part: Part, width: int) -> None:
    """Puts a part at the right end of the first line that has room for it."""
    for left, centre, right in lines:
        if sum(cell_len(each.text) for each in (*left, *centre, *right, part)) < width:
            right.append(part)
            return
