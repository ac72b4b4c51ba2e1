"""Where files live, and a settings file that people edit: what is wrong is named, what is theirs is kept."""

from __future__ import annotations

import os
import sys
import tomllib
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper.config import (
    ConfigError,
    Settings,
    choices,
    in_one,
    load_settings,
    merged_text,
    parse_settings,
    places,
    save_settings,
)
from sapper.core.params import LEVELS, Policy
from sapper.i18n import LANGUAGES


def test_a_profile_holds_everything(tmp_path: Path) -> None:
    here = places({"SAPPER_PROFILE": str(tmp_path)})
    assert here.data == here.config == here.state == tmp_path
    assert here.games_file.parent == here.settings_file.parent == tmp_path
    assert places({"SAPPER_PROFILE": "~/x"}).data == Path.home() / "x"
    assert places({"SAPPER_PROFILE": "x"}).data == Path.cwd() / "x"


def test_the_platform_s_places_are_sapper_s_own() -> None:
    here = places({})
    assert all("sapper" in str(path).lower() for path in (here.data, here.config, here.state))
    assert not here.data.is_relative_to(Path.cwd())


def test_the_words_are_those_of_the_program() -> None:
    assert set(choices("level")) == set(LEVELS)
    assert set(choices("policy")) == set(Policy)
    assert set(choices("language")) == {"auto", *LANGUAGES}
    assert choices("mouse") == ()


def test_what_is_wrong_is_named_and_the_rest_taken() -> None:
    loaded = parse_settings(
        'them = "light"\nzzz = 1\nmouse = "yes"\ntheme = "pink"\nlevel = "30by16"\nglyphs = 7\nlanguage = "zh"\n'
        "[keys]\nopen = [1]\n"
    )
    assert loaded.settings == Settings(language="zh")
    assert loaded.keys == {"open": [1]}
    names = ", ".join(sorted(spec.name for spec in fields(Settings)))
    assert [str(fault) for fault in loaded.faults][:3] == [
        "settings.toml: there is no setting them; did you mean theme?",
        f"settings.toml: there is no setting zzz; there are {names}",
        "settings.toml: mouse must be true or false, not 'yes'",
    ]
    theme, level, glyphs = map(str, loaded.faults[3:])
    assert theme.startswith("settings.toml: theme must be one of dark, light")
    assert level.endswith("or a size such as 30x16/99, not '30by16'")
    assert glyphs.endswith("not 7")
    assert parse_settings('level = "40x30/200"').settings.level == "40x30/200"
    assert "must be a table" in str(parse_settings("keys = 3").faults[0])


@pytest.mark.parametrize("text", ["= 3", "a = [[[", "\0", "[keys\n", "x" * 10**5, "a = " + "[" * 10**5])
def test_a_file_that_is_no_toml_means_defaults(text: str) -> None:
    loaded = parse_settings(text)
    assert loaded.settings == Settings()
    assert "is not TOML" in str(loaded.faults[0])
    assert "recursion" not in str(loaded.faults[0])


@given(st.text())
def test_any_text_is_read(text: str) -> None:
    assert isinstance(parse_settings(text).settings, Settings)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    assert load_settings(path).faults == ()
    path.write_bytes(b"\xff")
    assert "not UTF-8" in str(load_settings(path).faults[0])
    path.unlink()
    path.mkdir()
    assert "cannot be read" in str(load_settings(path).faults[0])
    with pytest.raises(ConfigError, match="cannot be saved"):
        save_settings(Settings(), path)


BY_HAND = """# Mine.
theme = 'light'   # the sun
  mouse=true
unknown = 3

[keys]  # hands off
theme = ["t"]
"""


def test_a_save_changes_only_its_own_lines(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "settings.toml"
    path.parent.mkdir()
    path.write_text(BY_HAND)
    path.chmod(0o640)
    settings = replace(load_settings(path).settings, theme="dark", question_marks=True)
    save_settings(settings, path)
    assert path.read_text() == (
        '# Mine.\ntheme = "dark"   # the sun\n  mouse=true\nunknown = 3\n\nquestion_marks = true\n'
        '[keys]  # hands off\ntheme = ["t"]\n'
    )
    assert path.stat().st_mode & 0o777 == 0o640
    assert load_settings(path).settings == settings
    assert os.listdir(path.parent) == ["settings.toml"]


def test_a_link_to_the_settings_stays_a_link(tmp_path: Path) -> None:
    real, link = tmp_path / "dotfiles.toml", tmp_path / "settings.toml"
    real.write_text("")
    link.symlink_to(real)
    save_settings(Settings(theme="light"), link)
    assert link.is_symlink()
    assert load_settings(real).settings.theme == "light"


def test_a_broken_file_is_kept_beside_the_new_one(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text("theme = light\n")
    save_settings(Settings(theme="light"), path)
    assert load_settings(path).settings.theme == "light"
    assert (tmp_path / "settings.toml.old").read_text() == "theme = light\n"


def test_a_file_in_another_encoding_is_kept_beside_the_new_one(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    old = "# für mich\ntheme = 'light'\n".encode("latin-1")
    path.write_bytes(old)
    save_settings(Settings(theme="light"), path)
    assert load_settings(path).settings.theme == "light"
    assert (tmp_path / "settings.toml.old").read_bytes() == old


def test_a_mark_before_the_text_is_no_part_of_it(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_bytes(b"\xef\xbb\xbftheme = 'light' # mine\n")
    assert load_settings(path).settings.theme == "light"
    save_settings(Settings(theme="classic"), path)
    assert path.read_bytes() == b'theme = "classic" # mine\n'


@given(st.data())
def test_settings_come_back_whatever_the_file_said_before(data: st.DataObject) -> None:
    def any_settings() -> Settings:
        settings = Settings()
        for spec in fields(Settings):
            words = choices(spec.name)
            value: Any = data.draw(st.sampled_from(words) if words else st.booleans())
            settings = replace(settings, **{spec.name: value})
        return settings

    old = merged_text(data.draw(st.sampled_from(["", BY_HAND, "# no end of line", "a.b = 1\n"])), any_settings())
    assert old is not None
    settings = any_settings()
    text = merged_text(old, settings)
    assert text is not None
    assert parse_settings(text).settings == settings
    assert tomllib.loads(text).get("keys", {}) == tomllib.loads(old).get("keys", {})


def test_without_platformdirs_there_is_a_sentence_and_a_way_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "platformdirs", None)
    with pytest.raises(ConfigError, match="SAPPER_PROFILE"):
        places({})
    assert places({"SAPPER_PROFILE": "/x"}).data == Path("/x")


def test_of_several_faults_the_first_is_told_and_how_many_more_there_are() -> None:
    loaded = parse_settings('theme = "pink"\nglyphs = 3\nmous = true\n')
    first = str(loaded.faults[0])
    assert str(in_one(loaded.faults)) == f"{first}; there are 2 more faults"
    assert str(in_one(loaded.faults[:2])) == f"{first}; there is 1 more fault"
    assert in_one(loaded.faults[:1]) is loaded.faults[0]
