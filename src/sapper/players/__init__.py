"""Machine players: a view in, a move out. They never see a layout, and know nothing of how games are run."""
