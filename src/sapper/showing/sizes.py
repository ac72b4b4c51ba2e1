"""A size of the player's own, as three fields are filled in with it. Knows no screen."""

from __future__ import annotations

import re
from collections.abc import Sequence

from sapper.core.params import Params, parse_size
from sapper.errors import N_, ParamsError, Reason

FIELDS = (("width", N_("width")), ("height", N_("height")), ("mines", N_("mines")))
"""Each field: its name in `Params`, and its word."""


def size_of(texts: Sequence[str]) -> Params:
    """The size that these texts make, one a field.

    Raises:
        ParamsError: they make none; it has a reason for each number that does not fit.
    """
    values = [text.strip() for text in texts]
    for (_, word), value in zip(FIELDS, values, strict=True):
        if not re.fullmatch("[+-]?[0-9]+", value):
            raise ParamsError(Reason(_NO_NUMBER, {"field": Reason(word), "value": repr(value)}))
    return parse_size("{}x{}/{}".format(*values))


_NO_NUMBER = N_("{field}: a whole number is wanted, not {value}")
