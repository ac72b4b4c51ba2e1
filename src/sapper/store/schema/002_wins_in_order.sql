-- Ranked wins in the order in which they ended, for the trend and the records as they fell.
CREATE INDEX win_by_end ON game (kind, finished, id, time_ms) WHERE result = 'won' AND unranked = '';
