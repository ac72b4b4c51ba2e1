"""The words for levels and first-click policies in the answers of commands; options and JSON have them in English."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sapper.core.params import Policy

if TYPE_CHECKING:
    from sapper.i18n import Translator


def level_word(name: str, translator: Translator) -> str:
    """The word for a level; the text itself for what names none."""
    pgettext = translator.pgettext
    match name:
        case "beginner":
            return pgettext("level", "beginner")
        case "intermediate":
            return pgettext("level", "intermediate")
        case "expert":
            return pgettext("level", "expert")
        case "ranked-beginner":
            return pgettext("level", "ranked-beginner")
    return name


def policy_word(policy: Policy, translator: Translator) -> str:
    """The word for a first-click policy."""
    pgettext = translator.pgettext
    match policy:
        case Policy.ANY:
            return pgettext("policy", "any")
        case Policy.SAFE:
            return pgettext("policy", "safe")
        case Policy.OPENING:
            return pgettext("policy", "opening")
        case Policy.NO_GUESS:
            return pgettext("policy", "no-guess")
