-- The ids of chats and people are Telegram's (64 bit); a computer player has a negative id. Times are unix seconds.
PRAGMA application_id = 0x50485A31;

-- A chat id changes when a group becomes a supergroup, so everything else refers to the id of the row.
CREATE TABLE groups (
    id INTEGER PRIMARY KEY,
    chat_id INTEGER NOT NULL UNIQUE,
    title TEXT NOT NULL DEFAULT '',
    settings TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(settings) AND json_type(settings) = 'object')
) STRICT;

-- language_code is what the person's client says, language what the person chose (NULL: follow the client); pictures
-- is whether the person wants cards drawn (NULL: not chosen).
CREATE TABLE people (
    user_id INTEGER PRIMARY KEY CHECK (user_id <> 0),
    name TEXT NOT NULL DEFAULT '',
    username TEXT COLLATE NOCASE,
    language_code TEXT,
    language TEXT,
    can_message INTEGER NOT NULL DEFAULT 0 CHECK (can_message IN (0, 1)),
    pictures INTEGER CHECK (pictures IN (0, 1))
) STRICT;
CREATE INDEX people_by_username ON people (username) WHERE username IS NOT NULL;

CREATE TABLE hints (
    user_id INTEGER NOT NULL REFERENCES people (user_id),
    hint TEXT NOT NULL,
    PRIMARY KEY (user_id, hint)
) STRICT, WITHOUT ROWID;

-- AUTOINCREMENT: the id of a table is in links and on buttons and must never come back.
CREATE TABLE tables (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    group_id INTEGER NOT NULL REFERENCES groups (id),
    thread_id INTEGER,
    opened_at REAL NOT NULL,
    closed_at REAL
) STRICT;
CREATE INDEX tables_by_group ON tables (group_id);
CREATE INDEX open_tables ON tables (id) WHERE closed_at IS NULL;

CREATE TRIGGER closed_tables_stay_closed BEFORE UPDATE OF closed_at ON tables WHEN OLD.closed_at IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a closed table stays closed'); END;

-- The journal.
CREATE TABLE events (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    seq INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind <> ''),
    data TEXT NOT NULL CHECK (json_valid(data) AND json_type(data) = 'object'),
    at REAL NOT NULL,
    PRIMARY KEY (table_id, seq)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER events_follow_each_other BEFORE INSERT ON events
WHEN NEW.seq <> (SELECT coalesce(max(seq), 0) + 1 FROM events WHERE table_id = NEW.table_id)
BEGIN SELECT RAISE(ABORT, 'the events of a table are numbered 1, 2, 3 without a gap'); END;

CREATE TRIGGER closed_tables_have_no_new_events BEFORE INSERT ON events
WHEN (SELECT closed_at FROM tables WHERE id = NEW.table_id) IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'the table is closed'); END;

CREATE TRIGGER events_are_not_updated BEFORE UPDATE ON events
BEGIN SELECT RAISE(ABORT, 'events are append-only'); END;

CREATE TRIGGER events_are_not_deleted BEFORE DELETE ON events
BEGIN SELECT RAISE(ABORT, 'events are append-only'); END;

-- The ledger. Within a transaction the parts come before the whole: seats and then the round, postings (and the
-- round) and then the settlement. The row of the whole seals its parts: it is checked against them, and none can be
-- added afterwards. Parts without their whole fail the COMMIT, because their foreign keys are deferred.
CREATE TABLE rounds (
    id INTEGER PRIMARY KEY,
    table_id INTEGER NOT NULL REFERENCES tables (id),
    match INTEGER NOT NULL CHECK (match >= 1),
    number INTEGER NOT NULL CHECK (number >= 1),
    record TEXT NOT NULL CHECK (json_valid(record) AND json_type(record) = 'object'),
    multiplier INTEGER NOT NULL CHECK (multiplier >= 1),
    at REAL NOT NULL,
    -- NULL: practice, which is not posted.
    settlement_id INTEGER UNIQUE REFERENCES settlements (id) DEFERRABLE INITIALLY DEFERRED,
    UNIQUE (table_id, match, number)
) STRICT;

-- seat: as in the record. The absent seat of two at a table has no row.
CREATE TABLE round_seats (
    round_id INTEGER NOT NULL REFERENCES rounds (id) DEFERRABLE INITIALLY DEFERRED,
    seat INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 2),
    user_id INTEGER NOT NULL REFERENCES people (user_id),
    PRIMARY KEY (round_id, seat),
    UNIQUE (round_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX round_seats_by_person ON round_seats (user_id);

-- Either of a round (then the round names it), or a correction with its reason and author.
CREATE TABLE settlements (
    id INTEGER PRIMARY KEY,
    group_id INTEGER NOT NULL REFERENCES groups (id),
    reason TEXT CHECK (trim(reason) <> ''),
    author INTEGER REFERENCES people (user_id),
    at REAL NOT NULL,
    CHECK ((reason IS NULL) = (author IS NULL))
) STRICT;
CREATE INDEX settlements_by_group ON settlements (group_id);

CREATE TABLE postings (
    settlement_id INTEGER NOT NULL REFERENCES settlements (id) DEFERRABLE INITIALLY DEFERRED,
    user_id INTEGER NOT NULL REFERENCES people (user_id),
    beans INTEGER NOT NULL CHECK (beans BETWEEN -1000000000000 AND 1000000000000),
    PRIMARY KEY (settlement_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX postings_by_person ON postings (user_id);

CREATE TRIGGER rounds_keep_their_seats BEFORE INSERT ON round_seats
WHEN EXISTS (SELECT 1 FROM rounds WHERE id = NEW.round_id)
BEGIN SELECT RAISE(ABORT, 'nobody joins a finished round'); END;

CREATE TRIGGER rounds_have_players AFTER INSERT ON rounds
WHEN (SELECT count(*) FROM round_seats WHERE round_id = NEW.id) < 2
BEGIN SELECT RAISE(ABORT, 'a round has at least two players'); END;

CREATE TRIGGER rounds_are_settled_once BEFORE INSERT ON rounds
WHEN EXISTS (SELECT 1 FROM settlements WHERE id = NEW.settlement_id)
BEGIN SELECT RAISE(ABORT, 'a settlement belongs to one round'); END;

CREATE TRIGGER settlements_are_sealed BEFORE INSERT ON postings
WHEN EXISTS (SELECT 1 FROM settlements WHERE id = NEW.settlement_id)
BEGIN SELECT RAISE(ABORT, 'a settlement takes no further postings'); END;

CREATE TRIGGER settlements_sum_to_zero AFTER INSERT ON settlements
WHEN (SELECT coalesce(sum(beans), 0) FROM postings WHERE settlement_id = NEW.id) <> 0
BEGIN SELECT RAISE(ABORT, 'the postings of a settlement must sum to zero'); END;

CREATE TRIGGER settlements_have_a_cause AFTER INSERT ON settlements
WHEN EXISTS (SELECT 1 FROM rounds WHERE settlement_id = NEW.id) = (NEW.reason IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'a settlement belongs to a finished round or is a correction with reason and author'); END;

CREATE TRIGGER corrections_have_postings AFTER INSERT ON settlements
WHEN NEW.reason IS NOT NULL AND NOT EXISTS (SELECT 1 FROM postings WHERE settlement_id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'a correction has postings'); END;

CREATE TRIGGER players_alone_are_settled AFTER INSERT ON settlements
WHEN NEW.reason IS NULL AND EXISTS (
    SELECT 1 FROM postings WHERE settlement_id = NEW.id AND user_id NOT IN (
        SELECT user_id FROM round_seats JOIN rounds ON rounds.id = round_id WHERE rounds.settlement_id = NEW.id
    )
)
BEGIN SELECT RAISE(ABORT, 'the postings of a round are of its players'); END;

CREATE TRIGGER settlements_stay_in_their_group AFTER INSERT ON settlements
WHEN NEW.reason IS NULL AND NEW.group_id <> (
    SELECT group_id FROM tables JOIN rounds ON tables.id = table_id WHERE settlement_id = NEW.id
)
BEGIN SELECT RAISE(ABORT, 'a round is settled in the group of its table'); END;

CREATE TRIGGER rounds_are_not_updated BEFORE UPDATE ON rounds
BEGIN SELECT RAISE(ABORT, 'finished rounds are append-only'); END;

CREATE TRIGGER rounds_are_not_deleted BEFORE DELETE ON rounds
BEGIN SELECT RAISE(ABORT, 'finished rounds are append-only'); END;

CREATE TRIGGER round_seats_are_not_updated BEFORE UPDATE ON round_seats
BEGIN SELECT RAISE(ABORT, 'finished rounds are append-only'); END;

CREATE TRIGGER round_seats_are_not_deleted BEFORE DELETE ON round_seats
BEGIN SELECT RAISE(ABORT, 'finished rounds are append-only'); END;

-- group_id may change: two rows of one group become one when its chat id changes.
CREATE TRIGGER settlements_are_not_updated BEFORE UPDATE OF id, reason, author, at ON settlements
BEGIN SELECT RAISE(ABORT, 'settlements are append-only'); END;

CREATE TRIGGER settlements_are_not_deleted BEFORE DELETE ON settlements
BEGIN SELECT RAISE(ABORT, 'settlements are append-only'); END;

CREATE TRIGGER postings_are_not_updated BEFORE UPDATE ON postings
BEGIN SELECT RAISE(ABORT, 'postings are append-only'); END;

CREATE TRIGGER postings_are_not_deleted BEFORE DELETE ON postings
BEGIN SELECT RAISE(ABORT, 'postings are append-only'); END;

-- The clock of the question in play at a table: its moment, and when its time is over.
CREATE TABLE clocks (
    table_id INTEGER PRIMARY KEY REFERENCES tables (id),
    moment INTEGER NOT NULL,
    due_at REAL NOT NULL
) STRICT;

-- When the program was last alive, so that the time in which it was not counts against nobody.
CREATE TABLE pulse (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    at REAL NOT NULL
) STRICT;

-- The newest update of each lane (a table, a chat) whose effect is stored, so that Telegram may bring it again.
CREATE TABLE carried (
    lane TEXT PRIMARY KEY CHECK (lane <> ''),
    update_id INTEGER NOT NULL,
    at REAL NOT NULL
) STRICT, WITHOUT ROWID;

-- Where things are in Telegram.
CREATE TABLE links (
    token TEXT PRIMARY KEY CHECK (token <> ''),
    table_id INTEGER NOT NULL REFERENCES tables (id),
    user_id INTEGER REFERENCES people (user_id),
    expires_at REAL NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX links_by_table ON links (table_id);
CREATE INDEX links_by_person ON links (user_id, expires_at);

CREATE TABLE messages (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    slot TEXT NOT NULL CHECK (slot <> ''),
    chat_id INTEGER NOT NULL,
    message_id INTEGER NOT NULL,
    serial INTEGER NOT NULL DEFAULT 0 CHECK (serial >= 0),
    PRIMARY KEY (table_id, slot)
) STRICT, WITHOUT ROWID;

-- Rows as the program reads them.
CREATE VIEW table_rows (id, chat_id, thread_id, opened_at, closed_at) AS
SELECT tables.id, chat_id, thread_id, opened_at, closed_at
FROM tables JOIN groups ON groups.id = group_id;

CREATE VIEW round_rows (
    id, chat_id, table_id, at, match, number, record, practice, multiplier,
    user_0, user_1, user_2, beans_0, beans_1, beans_2
) AS
SELECT rounds.id, chat_id, table_id, rounds.at, match, number, record, rounds.settlement_id IS NULL, multiplier,
    seat_0.user_id, seat_1.user_id, seat_2.user_id, posting_0.beans, posting_1.beans, posting_2.beans
FROM rounds
JOIN tables ON tables.id = table_id
JOIN groups ON groups.id = group_id
LEFT JOIN round_seats AS seat_0 ON seat_0.round_id = rounds.id AND seat_0.seat = 0
LEFT JOIN round_seats AS seat_1 ON seat_1.round_id = rounds.id AND seat_1.seat = 1
LEFT JOIN round_seats AS seat_2 ON seat_2.round_id = rounds.id AND seat_2.seat = 2
LEFT JOIN postings AS posting_0
    ON posting_0.settlement_id = rounds.settlement_id AND posting_0.user_id = seat_0.user_id
LEFT JOIN postings AS posting_1
    ON posting_1.settlement_id = rounds.settlement_id AND posting_1.user_id = seat_1.user_id
LEFT JOIN postings AS posting_2
    ON posting_2.settlement_id = rounds.settlement_id AND posting_2.user_id = seat_2.user_id;

CREATE VIEW settlement_rows (id, chat_id, round_id, reason, author, at, postings) AS
SELECT settlements.id, chat_id, rounds.id, reason, author, settlements.at,
    (SELECT json_group_array(json_array(user_id, beans)) FROM postings WHERE settlement_id = settlements.id)
FROM settlements
JOIN groups ON groups.id = group_id
LEFT JOIN rounds ON rounds.settlement_id = settlements.id;
