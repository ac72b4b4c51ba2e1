"""A judged game as JSON. Formats nothing for people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sapper.analysis.judgement import Judgement
from sapper.analysis.verdict import Verdict

MOST_BETTER = 20
"""How many better cells are told of one click."""


def describe(judgements: Sequence[Judgement], verdict: Verdict) -> dict[str, Any]:
    """The JSON object of a judged game; null for what is not known without a solver."""
    return {
        "result": str(verdict.result),
        "known": verdict.known,
        "forced": verdict.forced if verdict.known else None,
        "worse_guesses": verdict.worse if verdict.known else None,
        "unforced": verdict.unforced if verdict.known else None,
        "luck": _rounded(verdict.luck),
        "fair_luck": _rounded(verdict.fair_luck),
        "skill": _rounded(verdict.skill),
        "idle_ms": verdict.idle_ms,
        "decisive": None if verdict.decisive is None else verdict.decisive.number,
        "clicks": [_click(judgement) for judgement in judgements],
    }


def _click(judgement: Judgement) -> dict[str, Any]:
    xy = judgement.before.geometry.xy
    return {
        "number": judgement.number,
        "ms": judgement.ms,
        "thought_ms": judgement.thought_ms,
        "move": str(judgement.move),
        "cells": [xy(cell) for cell in judgement.targets],
        "exploded": judgement.exploded,
        "grade": str(judgement.grade),
        "risk": _rounded(judgement.risk),
        "exact": judgement.exact,
        "least_risk": _rounded(judgement.least_risk),
        "better": [xy(cell) for cell in judgement.better[:MOST_BETTER]],
    }


def _rounded(chance: float | None) -> float | None:
    return None if chance is None else round(chance, 9)
