"""The language chosen, errors told in it, and the catalogues: complete, right and fresh."""

from __future__ import annotations

import ast
import io
import pickle
import re
import string
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

import sapper
from sapper.core.params import Params, parse_size
from sapper.errors import NN_, FileError, NotationError, ParamsError, PositionError, Reason, SapperError
from sapper.i18n import CATALOGUES, DOMAIN, LANGUAGES, Translator, choose_language
from sapper.store import Fault, StoreError

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
    with pytest.raises(ParamsError) as caught:
        parse_size("9" * 50 + "x9/1")
    assert english.explain(caught.value) == "the width must be 1 to 1000, not a number that long"
    assert chinese.explain(caught.value) == "宽度必须为 1 到 1000，不能是 19 位以上的数"


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


CHINESE = "[\u4e00-\u9fff]"
FULL_WIDTH = "[，。；：！？、（）“”]"
UNWANTED = {
    f"{CHINESE} ?[,;:!?](?!b=)": "a half-width mark after Chinese",
    f"[,;:!?] *{CHINESE}": "a half-width mark before Chinese",
    f"{CHINESE}[.]( |$)": "a half-width full stop",
    f"{CHINESE} ?[(]|[)] ?{CHINESE}": "a half-width bracket",
    f"{FULL_WIDTH} | {FULL_WIDTH}": "a blank beside a full-width mark",
    "[0-9}] %": "a blank before %",
    "[}] s\\b|[0-9] s\\b": "s for 秒",
    f"{CHINESE}[A-Za-z0-9]|[A-Za-z0-9]{CHINESE}": "no blank between Chinese and Latin letters or digits",
    "[.][.][.]": "full stops for …",
    "开局空": "another word for 开空",
    "游戏编号|对局 ID": "another word for 局 ID",
    "评析": "another word for 评判",
    "个雷(?!区)": "another word for 颗雷",
    "你": "你 for 您",
    "还没有结束的局": "words that can also mean games that have not ended",
}
"""What no Chinese text has, so that all are written in one way."""


def test_chinese_is_written_in_one_way() -> None:
    faults = [
        f"{what}: {text!r}"
        for _, _, found in messages("zh")
        for text in found
        for pattern, what in UNWANTED.items()
        if re.search(pattern, text)
    ]
    assert not faults


def test_the_chinese_readme_has_the_same_terms() -> None:
    readme = PACKAGE.parents[1] / "README.zh.md"
    if not readme.exists():
        pytest.skip("installed without its documents")
    text = readme.read_text(encoding="utf-8")
    terms = [pattern for pattern, what in UNWANTED.items() if what.startswith("another word")]
    assert len(terms) == 4
    assert [pattern for pattern in terms if re.search(pattern, text)] == []


def test_what_is_unwanted_would_be_found() -> None:
    wrong = [
        "雷,格",
        "雷:",
        "a, 雷",
        "雷.",
        "雷(1)",
        "雷。 格",
        "雷 ，",
        "5 %",
        "{x} %",
        "{x} s",
        "雷3",
        "3BV雷",
        "雷...",
        "开局空",
        "对局 ID",
        "评析",
        "几个雷",
        "你的",
        "还没有结束的局",
    ]
    assert [text for text in wrong if not any(re.search(pattern, text) for pattern in UNWANTED)] == []


@pytest.mark.parametrize("package", ["tui", "window", "showing"])
def test_units_are_written_by_the_catalogue(package: str) -> None:
    """As `12.3 s` is not written so in every language, nor is `50 %`."""
    faults = []
    for path in sorted((PACKAGE / package).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.JoinedStr):
                for before, after in pairwise(node.values):
                    text = after.value if isinstance(after, ast.Constant) else ""
                    if isinstance(before, ast.FormattedValue) and re.match(r" (s\b|%)", str(text)):
                        faults.append(f"{path.name}:{node.lineno}")
    assert not faults


@pytest.mark.parametrize(
    ("reason", "english", "chinese"),
    [
        (Reason(NN_("{n} mine is left", "{n} mines are left", "n"), {"n": 1}), "1 mine is left", "1 mine is left"),
        (Reason(NN_("{n} mine is left", "{n} mines are left", "n"), {"n": 0}), "0 mines are left", "0 mines are left"),
    ],
)
def test_a_reason_counts_in_the_right_form(reason: Reason, english: str, chinese: str) -> None:
    assert str(reason) == Translator("en").tell(reason) == english
    assert Translator("zh").tell(reason) == chinese
    again = pickle.loads(pickle.dumps(reason))  # errors come from other processes
    assert str(again) == english


@pytest.mark.parametrize(
    "error",
    [
        SapperError("{n} is wrong", n=1),
        ParamsError(Reason("{n} is wrong", {"n": 1}), Reason("so is this")),
        NotationError("{n} is wrong", line=3, column=4, n=1),
        FileError(Path("x"), FileNotFoundError(2, "not there")),
        PositionError("{n} is wrong", cells=((1, 2),), n=1),
        StoreError(Fault.FULL, "{path} is full", path=Path("x")),
    ],
)
def test_an_error_survives_the_way_to_another_process(error: SapperError) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again), again.args) == (type(error), str(error), error.args)
    assert vars(again) == vars(error)


def test_one_is_not_several_and_chinese_has_one_form() -> None:
    with pytest.raises(ParamsError, match=r"^a 1x1 board holds at most 0 mines, not 5$"):
        Params(1, 1, 5)
    with pytest.raises(ParamsError, match=r"^a 2x1 board holds at most 1 mine, not 5$") as caught:
        Params(2, 1, 5)
    assert Translator("zh").explain(caught.value) == "2x1 的雷区最多放 1 颗雷，不能放 5 颗"


@pytest.mark.parametrize("language", TRANSLATED)
def test_catalogues_have_every_text_of_the_sources(language: str) -> None:
    extract = pytest.importorskip("babel.messages.extract")
    words = {**extract.DEFAULT_KEYWORDS, "NN_": (1, 2)}
    found = {(context, text) for context, texts, _ in messages(language) for text in texts}
    missing = [
        f"{name}:{line}: {text!r}"
        for name, line, message, _, context in extract.extract_from_dir(PACKAGE, [("**.py", "python")], keywords=words)
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
