"""Sums up the judgements of a game: luck, skill, time lost, and the click that decided it. Judges no click itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sapper.analysis.judgement import Grade, Judgement
from sapper.errors import N_, Reason
from sapper.replay.record import Result


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a game shows as a whole.

    Args:
        result: how it ended.
        known: the risks are known; otherwise only the result and `decisive` mean something.
        forced: how many clicks were forced guesses.
        worse: how many were guesses though another cell had less risk.
        unforced: how many took a risk while a safe cell was there.
        luck: the chance of surviving all the risks taken up to the end, or up to the click before a lost game's last.
        fair_luck: the same had each guess been the best one at its moment.
        skill: `luck / fair_luck`: 1 where no click took more risk than it had to.
        idle_ms: time thought while safe cells were there.
        decisive: the click that decided the game: the one that lost it, or the greatest risk that was survived.
    """

    result: Result
    known: bool
    forced: int = 0
    worse: int = 0
    unforced: int = 0
    luck: float | None = None
    fair_luck: float | None = None
    skill: float | None = None
    idle_ms: int | None = None
    decisive: Judgement | None = None


def sum_up(judgements: Sequence[Judgement], result: Result) -> Verdict:
    """The verdict on a game whose clicks were judged."""
    graded = [judgement for judgement in judgements if judgement.risk is not None]
    lost = judgements[-1] if judgements and judgements[-1].exploded else None
    if not graded:
        return Verdict(result, known=False, decisive=lost)
    luck = fair = 1.0
    for judgement in graded:
        if not judgement.exploded:
            luck *= 1 - (judgement.risk or 0.0)
            fair *= 1 - min(judgement.least_risk or 0.0, judgement.risk or 0.0)
    risky = max(graded, key=lambda judgement: judgement.risk or 0.0)
    grades = [judgement.grade for judgement in graded]
    return Verdict(
        result,
        True,
        grades.count(Grade.FORCED),
        grades.count(Grade.WORSE_GUESS),
        grades.count(Grade.UNFORCED),
        luck,
        fair,
        luck / fair if fair > 0 else None,
        sum(judgement.thought_ms for judgement in graded if judgement.least_risk == 0.0),
        lost or (risky if risky.risk else None),
    )


def sentences(verdict: Verdict) -> Iterator[Reason]:
    """The verdict in words, as templates with their values."""
    decisive = verdict.decisive
    if not verdict.known:
        if decisive is not None:
            yield Reason(N_("The game was lost at click {number}."), {"number": decisive.number})
        return
    guesses = verdict.forced + verdict.worse
    if not guesses and not verdict.unforced:
        yield Reason(N_("Every click was proven safe."))
    if guesses:
        counted = {"guesses": guesses, "worse": verdict.worse}
        yield Reason(N_("Guesses where nothing was safe: {guesses}, of them not the best: {worse}."), counted)
    if verdict.unforced:
        yield Reason(N_("Risks taken while a safe cell was there: {count}."), {"count": verdict.unforced})
    if verdict.luck is not None and verdict.luck < 1:
        yield Reason(
            N_("Luck: the risks that were survived leave {percent} percent of such games."), _percent(verdict.luck)
        )
    if verdict.skill is not None and verdict.skill < 1:
        yield Reason(
            N_("Skill: the best choices would have kept more; these kept {percent} percent of it."),
            _percent(verdict.skill),
        )
    if decisive is not None and decisive.risk is not None:
        values: dict[str, object] = {
            "number": decisive.number,
            "ms": f"{decisive.ms / 1000:.3f}",
            **_percent(decisive.risk),
        }
        if decisive.exploded:
            yield Reason(_LOST[decisive.grade], values)
        else:
            yield Reason(N_("The greatest risk was click {number} at {ms} s: {percent} %."), values)


_LOST = {
    Grade.SAFE: N_("Lost at click {number}, {ms} s."),
    Grade.FORCED: N_("Lost at click {number}, {ms} s: a guess of {percent} % that nothing could replace."),
    Grade.WORSE_GUESS: N_("Lost at click {number}, {ms} s: a guess of {percent} %, though another had less risk."),
    Grade.UNFORCED: N_("Lost at click {number}, {ms} s: a risk of {percent} %, though a safe cell was there."),
}


def _percent(chance: float) -> dict[str, object]:
    return {"percent": f"{100 * chance:.1f}"}
