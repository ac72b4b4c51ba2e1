"""A player's games between the session that plays them and the store that keeps them."""

from __future__ import annotations

from sapper.profile.kept import Kept as Kept
from sapper.profile.profile import Profile as Profile
from sapper.profile.profile import open_profile as open_profile
from sapper.profile.records import new_uuid as new_uuid
from sapper.profile.records import rebuilt as rebuilt
from sapper.profile.records import record_of as record_of
