"""From a game's key to its layout: the pinned random stream and the dealers over it."""

from sapper.deal.dealer import deal as deal
