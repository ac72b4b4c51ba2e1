"""The settings as a player is shown them: their names, the words for their values, the next value. Knows no screen."""

from __future__ import annotations

from sapper.config import Settings, choices
from sapper.core.params import LEVELS, Policy
from sapper.errors import N_
from sapper.i18n import LANGUAGES
from sapper.showing.words import LEVEL_WORDS, SHORT_POLICIES, Translate

OPTIONS = {
    "language": N_("Language"),
    "theme": N_("Theme"),
    "glyphs": N_("Signs"),
    "cells": N_("Cells"),
    "level": N_("Level of a new game"),
    "policy": N_("First click"),
    "question_marks": N_("Question marks"),
    "left_click_chords": N_("Left click on a number chords"),
    "mouse": N_("Mouse"),
    "live_statistics": N_("Figures during the game"),
    "loss_animation": N_("Mines open one after another"),
}
"""What each setting is called, in the order in which they are shown."""

_WORDS = {
    "auto": N_("automatic"),
    "unicode": N_("Unicode"),
    "ascii": N_("ASCII"),
    "narrow": N_("one column"),
    "wide": N_("two columns"),
    "dark": N_("dark"),
    "light": N_("light"),
    "classic": N_("classic"),
    "high-contrast": N_("high contrast"),
    "colour-blind": N_("colour-blind safe"),
}


def value_words(name: str, value: str | bool, *, translate: Translate) -> str:
    """A value of a setting in words."""
    if isinstance(value, bool):
        return translate(N_("on")) if value else translate(N_("off"))
    if name == "language":
        return LANGUAGES.get(value) or translate(N_("as the system"))
    if name == "level":
        return translate(LEVEL_WORDS[value]) if value in LEVELS else value
    if name == "policy":
        return translate(SHORT_POLICIES[Policy(value)])
    return translate(_WORDS[value])


def turned(settings: Settings, name: str, step: int) -> str | bool:
    """The value of a setting so many steps after the one it has."""
    value: str | bool = getattr(settings, name)
    if isinstance(value, bool):
        return not value
    words = choices(name)
    at = words.index(value) if value in words else -1
    return words[(at + step) % len(words)]
