"""The page and the files it needs: a fixed list, so that nothing else can be asked for. Knows no visitors."""

from __future__ import annotations

import string
from importlib.resources import files
from pathlib import Path

import textual_serve

from sapper.errors import N_
from sapper.i18n import Translator

_PAGE = files("sapper.web") / "page"
_SERVE = Path(textual_serve.__file__).parent / "static"

FILES: dict[str, tuple[str, str]] = {
    "page.css": ("text/css", "page"),
    "page.js": ("text/javascript", "page"),
    "textual.js": ("text/javascript", "js/textual.js"),
    "xterm.css": ("text/css", "css/xterm.css"),
    "mono.ttf": ("font/ttf", "fonts/RobotoMono-VariableFont_wght.ttf"),
}
"""Each file by its name under `/static/`: its kind, and where textual-serve has it, or `page` for our own."""


def content(name: str) -> tuple[bytes, str] | None:
    """A file and its kind; None for a name that is not in the list."""
    found = FILES.get(name)
    if found is None:
        return None
    kind, place = found
    data = (_PAGE / name).read_bytes() if place == "page" else (_SERVE / place).read_bytes()
    return data, kind


def index(socket: str, language: str) -> str:
    """The page, in a language, for a socket's address."""
    translate = Translator(language).gettext
    template = string.Template((_PAGE / "index.html").read_text(encoding="utf-8"))
    ended = translate(N_("The connection has ended. Your game is kept for ten minutes."))
    again = translate(N_("Go on"))
    return template.substitute(lang=language, socket=socket, ended=ended, again=again)


def language_of(accepted: str) -> str:
    """The language for an Accept-Language header: Chinese where it is wanted before English."""
    for part in accepted.split(","):
        code = part.partition(";")[0].strip().lower().partition("-")[0]
        if code in ("zh", "en"):
            return code
    return "en"
