-- The kinds of board whose games are compared with one another.
CREATE TABLE kind (
    id INTEGER PRIMARY KEY,
    width INTEGER NOT NULL CHECK (width BETWEEN 1 AND 1000),
    height INTEGER NOT NULL CHECK (height BETWEEN 1 AND 1000),
    mines INTEGER NOT NULL CHECK (mines >= 0 AND mines < width * height),
    policy TEXT NOT NULL CHECK (policy IN ('any', 'safe', 'opening', 'no-guess')),
    UNIQUE (width, height, mines, policy)
) STRICT;

-- A game that is over. Seeds reach 2^64 - 1, beyond SQLite's integers, so they are decimal text.
CREATE TABLE game (
    id INTEGER PRIMARY KEY,
    uuid TEXT NOT NULL UNIQUE CHECK (length(uuid) = 32),
    kind INTEGER NOT NULL REFERENCES kind (id),
    seed TEXT CHECK (seed NOT GLOB '*[^0-9]*' AND length(seed) BETWEEN 1 AND 20),
    first_x INTEGER CHECK (first_x >= 0),
    first_y INTEGER CHECK (first_y >= 0),
    source TEXT NOT NULL CHECK (source IN ('normal', 'daily', 'board')),
    daily TEXT NOT NULL CHECK ((daily GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]') = (source = 'daily')),
    rules TEXT NOT NULL,
    dealer INTEGER NOT NULL CHECK (dealer >= 1),
    result TEXT NOT NULL CHECK (result IN ('won', 'lost', 'abandoned')),
    time_ms INTEGER NOT NULL CHECK (time_ms >= 0),
    bbbv INTEGER NOT NULL CHECK (bbbv >= 0),
    solved_bbbv INTEGER NOT NULL CHECK (solved_bbbv BETWEEN 0 AND bbbv),
    openings INTEGER NOT NULL CHECK (openings >= 0),
    clicks_left INTEGER NOT NULL CHECK (clicks_left >= 0),
    clicks_right INTEGER NOT NULL CHECK (clicks_right >= 0),
    clicks_chord INTEGER NOT NULL CHECK (clicks_chord >= 0),
    effective_left INTEGER NOT NULL CHECK (effective_left BETWEEN 0 AND clicks_left),
    effective_right INTEGER NOT NULL CHECK (effective_right BETWEEN 0 AND clicks_right),
    effective_chord INTEGER NOT NULL CHECK (effective_chord BETWEEN 0 AND clicks_chord),
    -- Why it does not count for records: words with a comma between them; empty when it does.
    unranked TEXT NOT NULL,
    -- Ranked wins in a row of this kind, up to and with this game; follows from the games before it.
    streak INTEGER NOT NULL DEFAULT 0 CHECK (streak >= 0),
    started INTEGER NOT NULL,
    finished INTEGER NOT NULL,
    CHECK ((first_x IS NULL) = (first_y IS NULL)),
    CHECK ((seed IS NULL) = (source = 'board') AND (first_x IS NULL) = (seed IS NULL))
) STRICT;

-- The statistics read nothing but these indexes. Medians are looked up by their place in the order of the last three, so
-- that none is computed again at every look.
CREATE INDEX game_by_kind ON game (kind, finished, id, result, unranked, streak);
CREATE INDEX game_by_streak ON game (kind, streak);
CREATE INDEX win_by_time ON game (kind, time_ms) WHERE result = 'won' AND unranked = '';
CREATE INDEX win_by_speed ON game (kind, bbbv * 1000.0 / time_ms) WHERE result = 'won' AND unranked = '';
CREATE INDEX win_by_efficiency ON game (kind, bbbv * 1.0 / (clicks_left + clicks_right + clicks_chord))
    WHERE result = 'won' AND unranked = '';
CREATE INDEX game_by_time ON game (finished DESC, id DESC);
CREATE INDEX game_by_day ON game (daily, id) WHERE source = 'daily';

-- What plays a game again, apart from it because lists do not need it: both compressed with zlib.
CREATE TABLE played (
    game INTEGER PRIMARY KEY REFERENCES game (id) ON DELETE CASCADE,
    mined BLOB NOT NULL,
    log BLOB NOT NULL
) STRICT;

-- A game that is not over. Its owner is the copy of the program that plays it, alive or not.
CREATE TABLE running (
    id INTEGER PRIMARY KEY,
    uuid TEXT NOT NULL UNIQUE CHECK (length(uuid) = 32),
    owner TEXT NOT NULL,
    width INTEGER NOT NULL,
    height INTEGER NOT NULL,
    mines INTEGER NOT NULL,
    policy TEXT NOT NULL,
    seed TEXT,
    source TEXT NOT NULL,
    daily TEXT NOT NULL,
    rules TEXT NOT NULL,
    dealer INTEGER NOT NULL,
    started INTEGER NOT NULL,
    first_x INTEGER,
    first_y INTEGER,
    unranked TEXT NOT NULL,
    elapsed_ms INTEGER NOT NULL CHECK (elapsed_ms >= 0),
    saved INTEGER NOT NULL
) STRICT;

-- Apart from the running game, whose row is written at every move: a plane may take 125 kB.
CREATE TABLE running_layout (
    game INTEGER PRIMARY KEY REFERENCES running (id) ON DELETE CASCADE,
    mined BLOB NOT NULL
) STRICT;

CREATE TABLE running_entry (
    game INTEGER NOT NULL REFERENCES running (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    entry TEXT NOT NULL,
    PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;
