"""One game being played: rules, clock, move log, undo and counts; it does no input or output."""

from sapper.session.counts import Counts as Counts
from sapper.session.game import Clock as Clock
from sapper.session.game import Dealer as Dealer
from sapper.session.game import Game as Game
from sapper.session.game import Unranked as Unranked
from sapper.session.log import Entry as Entry
from sapper.session.log import Note as Note
from sapper.session.log import parse_entry as parse_entry
