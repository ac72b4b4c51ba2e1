"""Writes the key tables of docs/playing.md anew from the registry of actions."""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(HERE / "src"))

from sapper.controls.help import key_table  # noqa: E402  # the path comes first
from sapper.controls.keys import default_keymap  # noqa: E402

PAGE = HERE / "docs" / "playing.md"
START, END = "<!-- keys -->\n", "<!-- end of keys -->\n"


def main() -> None:
    """Replaces what stands between the two marks."""
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(START)
    _, _, after = rest.partition(END)
    PAGE.write_text(f"{before}{START}{key_table(default_keymap())}{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
