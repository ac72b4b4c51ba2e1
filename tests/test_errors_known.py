"""What the system says of its usual refusals, in the player's language."""

from __future__ import annotations

import errno
import os

import pytest

from sapper.errors import system_reason
from sapper.i18n import Translator


@pytest.mark.parametrize("number", [errno.EPIPE, errno.EFBIG, errno.EDQUOT, errno.ENOSPC, errno.EACCES, errno.EISDIR])
def test_the_usual_refusals_are_told_in_chinese(number: int) -> None:
    reason = system_reason(OSError(number, os.strerror(number)))
    assert str(reason).isascii()
    assert not Translator("zh").tell(reason).isascii()
