"""The language chosen, errors told in it, and the catalogues: complete, right and fresh."""

from __future__ import annotations

import io
import string
from collections.abc import Iterator
from pathlib import Path

import pytest

import sapper
from sapper.core.params import Params
from sapper.errors import NotationError, ParamsError, Reason, SapperError
from sapper.i18n import CATALOGUES, DOMAIN, LANGUAGES, Translator, choose_language

PACKAGE = Path(sapper.__file__).parent
TRANSLATED = [code for code in LANGUAGES if code != "en"]


@pytest.mark.parametrize(
    ("wanted", "environ", "language"),
    [
        ("auto", {}, "en"),
        ("auto", {"LANG": "zh_CN.UTF-8"}, "zh"),
        ("auto", {"LANG": "zh_TW.UTF-8@radical"}, "zh"),
        ("auto", {"LANG": "zh-Hans"}, "zh"),
        ("auto", {"LANG": "de_DE.UTF-8"}, "en"),
        ("auto", {"LANG": "zh_CN.UTF-8", "LC_MESSAGES": "en_GB.UTF-8"}, "en"),
        ("auto", {"LANG": "en_GB.UTF-8", "LC_ALL": "zh_CN"}, "zh"),
        ("auto", {"LANG": "en_GB.UTF-8", "LANGUAGE": "de:zh_CN:en"}, "zh"),
        ("auto", {"LANG": "zh_CN.UTF-8", "LANGUAGE": "en:zh"}, "en"),
        ("auto", {"LC_ALL": "C", "LANGUAGE": "zh"}, "en"),
        ("auto", {"LANG": "C.UTF-8", "LANGUAGE": "zh"}, "en"),
        ("auto", {"LC_ALL": "POSIX", "LANG": "zh_CN"}, "en"),
        ("auto", {"LC_ALL": "", "LANG": "zh_CN"}, "zh"),
        ("zh", {"LC_ALL": "C"}, "zh"),
        ("en", {"LANG": "zh_CN"}, "en"),
        ("xx", {"LANG": "zh_CN"}, "zh"),
    ],
)
def test_which_language(wanted: str, environ: dict[str, str], language: str) -> None:
    assert choose_language(wanted, environ) == language


def test_the_language_can_be_switched_while_running() -> None:
    translator = Translator("en")
    assert translator.gettext("records") == "records"
    translator.language = "zh"
    assert translator.gettext("records") == "纪录"
    assert translator.pgettext("level", "expert") == "高级"
    assert translator.gettext("a text that nobody translated") == "a text that nobody translated"
    with pytest.raises(ValueError, match="xx"):
        translator.language = "xx"
    assert translator.language == "zh"
    assert Translator("en").ngettext("{n} game", "{n} games", 2) == "{n} games"


def test_errors_are_explained_with_all_their_reasons() -> None:
    with pytest.raises(ParamsError) as caught:
        Params(0, 1001, 1)
    english, chinese = Translator("en"), Translator("zh")
    assert english.explain(caught.value) == str(caught.value)
    assert chinese.explain(caught.value) == "宽度必须为 1 到 1000，不能是 0；高度必须为 1 到 1000，不能是 1001"


@pytest.mark.parametrize("value", ["a\nb", "a\x1b[2Jb", "a\u2028b\x85", "\udcff", Path("a\nb")])
def test_a_value_neither_breaks_the_line_nor_commands_the_terminal(value: object) -> None:
    error = NotationError("{name}: {fault}", name=value, fault=Reason("{name}", {"name": value}))
    for told in (str(error), *(Translator(language).explain(error) for language in LANGUAGES)):
        assert told.isprintable()
    assert str(NotationError("{name}", name="开 ✹")) == "开 ✹"


def test_errors_inside_errors_and_places_are_kept() -> None:
    inner = NotationError("there is no board in it")
    outer = NotationError("game {number}: {fault}", line=3, column=4, number=2, fault=inner)
    assert Translator("zh").explain(outer) == "3:4: 第 2 局：其中没有雷区"
    assert Translator("en").explain(outer) == str(outer)
    wanted = SapperError("{name} must be {wanted}, not {found}", name="log", wanted=Reason("a list"), found="7")
    assert Translator("zh").explain(wanted) == "log 必须是列表，不能是 7"


def messages(language: str) -> Iterator[tuple[str | None, list[str], list[str]]]:
    """Context, texts and translations of each message of a catalogue."""
    pofile = pytest.importorskip("babel.messages.pofile")
    with (CATALOGUES / language / "LC_MESSAGES" / f"{DOMAIN}.po").open("rb") as file:
        for message in pofile.read_po(file):
            if message.id:
                texts, found = (
                    [each] if isinstance(each, str) else list(each) for each in (message.id, message.string)
                )
                assert not message.fuzzy, f"{message.id!r} is not translated for certain"
                yield message.context, texts, found


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("language", TRANSLATED)
def test_translations_are_complete_and_have_the_same_placeholders(language: str) -> None:
    for _, texts, found in messages(language):
        assert all(found), f"{texts!r} is not translated"
        try:
            wanted = placeholders(texts[-1])
        except ValueError:
            continue  # a text with braces of its own, which is never filled
        for translation in found:
            assert placeholders(translation) == wanted, f"{translation!r} has other placeholders than {texts!r}"


@pytest.mark.parametrize("language", TRANSLATED)
def test_catalogues_have_every_text_of_the_sources(language: str) -> None:
    extract = pytest.importorskip("babel.messages.extract")
    found = {(context, text) for context, texts, _ in messages(language) for text in texts}
    missing = [
        f"{name}:{line}: {text!r}"
        for name, line, message, _, context in extract.extract_from_dir(PACKAGE, [("**.py", "python")])
        for text in ([message] if isinstance(message, str) else message)
        if (context, text) not in found
    ]
    assert not missing, "run scripts/catalogues and translate what is new"


@pytest.mark.parametrize("language", TRANSLATED)
def test_compiled_catalogues_are_fresh(language: str) -> None:
    pofile, mofile = pytest.importorskip("babel.messages.pofile"), pytest.importorskip("babel.messages.mofile")
    source = CATALOGUES / language / "LC_MESSAGES" / f"{DOMAIN}.po"
    compiled = io.BytesIO()
    with source.open("rb") as file:
        mofile.write_mo(compiled, pofile.read_po(file))
    assert source.with_suffix(".mo").read_bytes() == compiled.getvalue(), "run scripts/catalogues"
