"""What a fuzzer begins with for each target: the tests' own files of its format, and a few texts."""

from __future__ import annotations

import io

from sapper.config import Settings, merged_text
from sapper.store.transfer import write_csv, write_json
from tests.replay.test_damage import SEEDS
from tests.store.records import several

_TEXTS = {
    "id": ("30x16/99:no-guess:123", "9x9/10:opening:18446744073709551615:4,4:v1"),
    "text": ("3x2/1\n..*\n...\n", "; a comment\n\n*.\n.*\n"),
    "view": ("3x3/2\n1F#\n12#\n0?#\n", "#1\n*.\n"),
    "move": ("o3,4", "c29,15", "f0,0", "q1,1", "u1,1"),
    "settings": (
        '# mine\ntheme = "light"  # by day\nquestion_marks = true\n[keys]\nopen = ["space", "x"]\nflag = "ctrl+f"\n',
        'level = "30x16/99"\nlanguage = "zh"\n',
    ),
}


def seeds_of(name: str) -> list[bytes]:
    """The seeds of a target."""
    if name == "any":
        return list(SEEDS.values())
    if name == "games":
        texts = [io.StringIO(), io.StringIO()]
        write_json(several(2, seed=1), texts[0])
        write_csv(several(2, seed=2), texts[1])
        return [text.getvalue().encode() for text in texts]
    found = [data for seed, data in SEEDS.items() if seed.split()[0] == name]
    found += [text.encode() for text in _TEXTS.get(name, ())]
    if name == "settings":
        found.append((merged_text("", Settings(theme="classic", mouse=False)) or "").encode())
    return found
