"""What holds for every test."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

# No test asserts a time, this library's included: on a busy machine it would fail for no reason.
settings.register_profile("sapper", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("sapper")


@pytest.fixture(autouse=True)
def a_player_of_its_own(
    monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest
) -> None:
    """No test reads or writes the files of whoever runs it, or depends on their language."""
    monkeypatch.setenv("SAPPER_PROFILE", str(tmp_path_factory.getbasetemp() / f"profile-{id(request.node)}"))
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "C.UTF-8")


@pytest.fixture(autouse=True)
def stores_end_with_their_test(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A test may leave a store as a killed program does; Python 3.13 warns, much later, where nobody closes it."""
    from sapper.store import Store

    made: list[Store] = []
    begin = Store.__init__

    def noted(store: Store, *arguments: Any, **named: Any) -> None:
        begin(store, *arguments, **named)
        made.append(store)

    monkeypatch.setattr(Store, "__init__", noted)
    yield
    for store in made:
        store.close()
