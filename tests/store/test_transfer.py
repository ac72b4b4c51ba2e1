"""Games written and read back: nothing lost, and no text that crashes the reader."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper.errors import NotationError
from sapper.store import Played, open_store
from sapper.store.transfer import read_games, write_csv, write_json
from tests.store.records import Full, several

WRITERS = {"json": write_json, "csv": write_csv}


def written(form: str, games: list[Full]) -> str:
    file = io.StringIO()
    assert WRITERS[form](games, file) == len(games)
    return file.getvalue()


@pytest.mark.parametrize("form", WRITERS)
def test_everything_comes_back(form: str) -> None:
    games = several(200, seed=2)
    games.append((several(1, seed=3)[0][0], Played(0, ())))
    assert list(read_games(written(form, games))) == games
    assert list(read_games("\ufeff" + written(form, games).replace("\n", "\r\n"))) == games
    assert list(read_games(written(form, []))) == []


@pytest.mark.parametrize("form", WRITERS)
def test_a_profile_moves_to_another(form: str, tmp_path: Path) -> None:
    games = several(100, seed=9)
    with open_store(tmp_path / "a" / "games.db") as one, open_store(tmp_path / "b" / "games.db") as other:
        one.add_all(games)
        other.add_all(games[:30])
        text = written(form, list(one.everything()))
        assert other.add_all(read_games(text)) == 70
        assert other.add_all(read_games(text)) == 0
        assert dict(other.everything()) == dict(one.everything())
        assert [(a.params, a.best_streak) for a in one.summaries()] == [
            (a.params, a.best_streak) for a in other.summaries()
        ]


def spoilt(**fields: object) -> str:
    document = json.loads(written("json", several(1, seed=12)))
    document["games"][0].update(fields)
    return json.dumps(document)


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"width": 0}, "width must be 1 to 1000"),
        ({"width": "9"}, "width must be a whole number"),
        ({"time_ms": -1}, "time_ms must be a whole number from 0"),
        ({"time_ms": 2**63}, "time_ms must be a whole number from 0"),
        ({"time_ms": True}, "time_ms must be a whole number"),
        ({"result": "draw"}, "result must be one of won, lost, abandoned"),
        ({"uuid": "../../etc"}, "uuid must be 32 hexadecimal digits"),
        ({"started": "yesterday"}, "started must be a time"),
        ({"started": "2026-01-01T00:00:00"}, "started must be a time"),
        ({"started": "0001-01-01T00:00:00+14:00"}, "started must be a time"),
        ({"finished": "9999-12-31T23:59:59.999Z"}, "finished must be a time"),
        ({"finished": "1969-12-31T23:59:59.999Z"}, "finished must be a time"),
        ({"effective_left": 10**6}, "effective_left must be a whole number from 0 to"),
        ({"log": ["1 o1,1;2 o2,2"]}, "log must be entries"),
        ({"log": "1 o1,1"}, "log must be a list"),
        ({"layout": ["*."]}, "the layout is 2x1/1"),
        ({"unranked": ["Robert'); DROP TABLE game"]}, "unranked must be a list of words"),
        ({"dealer": 0}, "dealer must be 1 or more"),
    ],
)
def test_a_wrong_field_is_named(fields: dict[str, object], sentence: str) -> None:
    with pytest.raises(NotationError) as caught:
        list(read_games(spoilt(**fields)))
    assert sentence in str(caught.value)
    assert str(caught.value).startswith("game 1: ")


def test_words_come_in_the_order_that_the_store_compares() -> None:
    ((record, _),) = read_games(spoilt(unranked=["imported", "again", "imported"]))
    assert record.unranked == ("again", "imported")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "it is empty"),
        (" \n", "it is empty"),
        ("{", "1:2: this is not JSON"),
        ('{"format": "sap', "1:12: this is not JSON: Unterminated string"),
        ('{"format": "\n"}', "1:13: this is not JSON: Invalid control character"),
        ("[]", "this JSON holds no games"),
        ('{"format": "sapper games", "version": 2}', "reads version 1"),
        ('{"format": "sapper games", "version": 1}', '"games" must be a list'),
        ('{"format": "sapper games", "version": 1, "games": [7]}', "game 1: "),
        ("[" * 100_000, "this is not JSON: it is nested too deeply"),
        ("[" + "9" * 5000 + "]", "this is not JSON: a number in it is too long"),
        ("name,score\nme,7\n", "the column uuid is missing"),
    ],
)
def test_a_wrong_file_is_answered_with_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(NotationError) as caught:
        list(read_games(text))
    assert sentence in str(caught.value)


@given(st.text() | st.text(alphabet='{}[]",:0123456789abcdefgames \n'))
def test_any_text_is_read_or_answered(text: str) -> None:
    try:
        list(read_games(text))
    except NotationError as error:
        assert len(str(error)) < 400  # noqa: PT017  # any text may also be right


@pytest.mark.parametrize("form", WRITERS)
@given(data=st.data())
def test_any_damage_is_read_or_answered(form: str, data: st.DataObject) -> None:
    text = written(form, several(2, seed=5))
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(start + 20, len(text))))
    spoilt = text[:start] + data.draw(st.text(max_size=5)) + text[end:]
    try:
        games = list(read_games(spoilt))
    except NotationError as error:
        assert len(str(error)) < 400  # noqa: PT017  # the damage may be harmless
    else:
        with_them = written(form, games)
        assert list(read_games(with_them)) == games
