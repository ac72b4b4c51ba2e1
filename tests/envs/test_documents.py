"""The examples of docs/environments.md print what stands below them."""

from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path

import pytest

pytest.importorskip("gymnasium", reason="the extra gym is not installed")

ROOT = Path(__file__).parents[2]


def test_examples_print_what_they_say() -> None:
    text = (ROOT / "docs" / "environments.md").read_text("utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```\n\n```text\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    assert len(blocks) == text.count("```python") == 2
    for code, expected in blocks:
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(code, {})  # the document's own code
        assert printed.getvalue() == expected
