"""What a profile keeps: every game that is over, and the running one after each move. The only place for SQLite.

`open_store` gives a `Store`; what goes in and out are the plain values of `records`. A front end talks to
`sapper.profile`, which turns a session's game into these values and back.
"""

from __future__ import annotations

from sapper.core.clicks import Clicks as Clicks
from sapper.store.faults import Fault as Fault
from sapper.store.faults import StoreError as StoreError
from sapper.store.opening import open_store as open_store
from sapper.store.records import GameRecord as GameRecord
from sapper.store.records import Played as Played
from sapper.store.records import Result as Result
from sapper.store.records import RunningGame as RunningGame
from sapper.store.records import Setup as Setup
from sapper.store.records import Source as Source
from sapper.store.statistics import Best as Best
from sapper.store.statistics import Bin as Bin
from sapper.store.statistics import Summary as Summary
from sapper.store.statistics import TrendPoint as TrendPoint
from sapper.store.store import Store as Store
from sapper.store.store import time_of_day as time_of_day
from sapper.store.upkeep import Upkeep as Upkeep
