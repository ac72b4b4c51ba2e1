"""Settings in words: each setting has a name, each value a word, and turning goes through all of them."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from sapper.config import Settings, choices
from sapper.i18n import Translator
from sapper.showing.options import OPTIONS, turned, value_words


def test_every_setting_but_what_the_program_remembers_is_offered() -> None:
    assert set(OPTIONS) == {spec.name for spec in fields(Settings)} - {"help_seen"}


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("name", OPTIONS)
def test_turning_goes_through_every_value_each_with_its_word_and_back(name: str, language: str) -> None:
    translate = Translator(language).gettext
    settings, seen = Settings(), []
    for _ in choices(name) or (True, False):
        seen.append(value_words(name, getattr(settings, name), translate=translate))
        settings = replace(settings, **{name: turned(settings, name, 1)})  # type: ignore[arg-type]  # of its kind
    assert settings == Settings()
    assert len(set(seen)) == len(seen)
    assert replace(settings, **{name: turned(settings, name, -1)}) != settings  # type: ignore[arg-type]  # the same


def test_a_size_of_the_players_own_is_told_as_it_is_and_left_for_a_level() -> None:
    settings = Settings(level="7x7/7")
    assert value_words("level", settings.level, translate=str) == "7x7/7"
    assert turned(settings, "level", 1) == "beginner"
