"""The language of the texts, and errors as sentences in it, for front ends. It must not know what the texts are about.

A text is English, with named placeholders, and stands as its own key. `Translator.gettext` and its like find the
translation at run time, so that a player can switch while playing.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from sapper.errors import NotationError, Plural, Reason, SapperError, plain

if TYPE_CHECKING:
    from gettext import NullTranslations

LANGUAGES: Mapping[str, str] = MappingProxyType({"en": "English", "zh": "简体中文"})
"""The languages there are, by code, each under its own name."""

DOMAIN = "sapper"
_PLACES = ("path", "aside")
"""How reasons call the values that are files."""
CATALOGUES = Path(__file__).with_name("locale")


def choose_language(wanted: str = "auto", environ: Mapping[str, str] | None = None) -> str:
    """The language to speak: the one wanted, or for `auto` the first that the locale asks for and that there is.

    Args:
        wanted: a code of `LANGUAGES`, or anything else for the locale's.
        environ: the environment with LANGUAGE, LC_ALL, LC_MESSAGES, LANG; the process's by default.
    """
    if wanted in LANGUAGES:
        return wanted
    environ = os.environ if environ is None else environ
    # As gettext does: the locale decides whether there is any translation at all, LANGUAGE only which.
    locale = next((value for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (value := environ.get(name))), "")
    if _code(locale) in ("c", "posix"):
        return "en"
    for entry in [*environ.get("LANGUAGE", "").split(":"), locale]:
        code = _code(entry)
        if code in LANGUAGES:
            return code
        if code in ("c", "posix"):
            break
    return "en"


def _code(locale: str) -> str:
    """`zh` of `zh_CN.UTF-8@x`."""
    for mark in (".", "@"):
        locale = locale.partition(mark)[0]
    return locale.replace("-", "_").partition("_")[0].lower()


class Translator:
    """Finds texts in the language of the moment.

    Attributes:
        language: its code; assign another to switch.
        hides_places: whether errors name files without their directories, for players who need not know them.
    """

    def __init__(
        self, language: str = "auto", *, environ: Mapping[str, str] | None = None, hides_places: bool = False
    ) -> None:
        """Speaks the language that `choose_language` says."""
        self.hides_places = hides_places
        self.language = choose_language(language, environ)

    @property
    def language(self) -> str:
        """The code of the language spoken."""
        return self._language

    @language.setter
    def language(self, code: str) -> None:
        if code not in LANGUAGES:
            raise ValueError(f"no language is called {code}; there are {', '.join(LANGUAGES)}")
        self._language = code
        self._texts = _catalogue(code)

    def gettext(self, text: str) -> str:
        """The text in the language spoken."""
        return self._texts.gettext(text)

    def ngettext(self, one: str, many: str, count: int) -> str:
        """The form of a text that this count asks for."""
        return self._texts.ngettext(one, many, count)

    def pgettext(self, context: str, text: str) -> str:
        """The text as it is meant in a context."""
        return self._texts.pgettext(context, text)

    def tell(self, reason: Reason) -> str:
        """A reason as a sentence, filled with its values; errors among the values are translated too."""
        values = {name: self._value(name, value) for name, value in reason.values.items()}
        template = reason.template
        if isinstance(template, Plural):
            text = self.ngettext(template.one, template, 1 if reason.values.get(template.by) == 1 else 2)
        else:
            text = self.gettext(template)
        return text.format(**values)

    def explain(self, error: SapperError) -> str:
        """What an error's `str` says, in the language spoken."""
        text = self.gettext("; ").join(map(self.tell, error.reasons))
        place = error.place if isinstance(error, NotationError) else ""
        return f"{place}: {text}" if place else text

    def _value(self, name: str, value: object) -> object:
        if self.hides_places and name in _PLACES:
            return Path(str(value)).name
        if isinstance(value, Reason):
            return self.tell(value)
        return self.explain(value) if isinstance(value, SapperError) else plain(value)


def _catalogue(code: str) -> NullTranslations:
    import gettext

    if code == "en":
        return gettext.NullTranslations()
    # A catalogue that is missing from a broken install costs the translation, not the game.
    return gettext.translation(DOMAIN, CATALOGUES, languages=[code], fallback=True)
