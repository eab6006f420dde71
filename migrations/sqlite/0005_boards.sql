-- Boards that are kept in memory, the ceremony of a reveal, and story cards that were shared.

-- When a final that was held back was revealed; NULL when it never was held, or still is.
ALTER TABLE booking ADD COLUMN revealed_at INTEGER;
CREATE INDEX booking_held ON booking (event_id) WHERE held;
-- Somebody under 18 who wants to be seen: on boards and on shared cards.
ALTER TABLE account ADD COLUMN public_opt_in INTEGER NOT NULL DEFAULT FALSE;
-- Whether the last name stands on cards that are shared.
ALTER TABLE account ADD COLUMN share_last_name INTEGER NOT NULL DEFAULT FALSE;

-- Whose standing may have changed, by the version of the topic `leaderboard` that the change made. Written by the triggers
-- below, so that no statement can forget it; whoever holds boards in memory reads what is above the version it knows. No version
-- is without an athlete: a gap shows that changes are not kept any more.
CREATE TABLE board_change (
  version INTEGER NOT NULL,
  uaid TEXT NOT NULL,
  changed_at INTEGER NOT NULL,
  PRIMARY KEY (version, uaid)
) STRICT, WITHOUT ROWID;
CREATE INDEX board_change_by_time ON board_change (changed_at);

CREATE TRIGGER board_change_by_booking AFTER UPDATE ON booking
WHEN OLD.status = 'completed' OR NEW.status = 'completed'
BEGIN
  INSERT INTO topic_version (topic, version) VALUES ('leaderboard', 1)
    ON CONFLICT (topic) DO UPDATE SET version = topic_version.version + 1;
  INSERT INTO board_change (version, uaid, changed_at)
    SELECT version, NEW.uaid, CAST(unixepoch('subsec') * 1000 AS INTEGER) FROM topic_version WHERE topic = 'leaderboard';
END;

CREATE TRIGGER board_change_by_new_booking AFTER INSERT ON booking
WHEN NEW.status = 'completed'
BEGIN
  INSERT INTO topic_version (topic, version) VALUES ('leaderboard', 1)
    ON CONFLICT (topic) DO UPDATE SET version = topic_version.version + 1;
  INSERT INTO board_change (version, uaid, changed_at)
    SELECT version, NEW.uaid, CAST(unixepoch('subsec') * 1000 AS INTEGER) FROM topic_version WHERE topic = 'leaderboard';
END;

CREATE TRIGGER board_change_by_account
AFTER UPDATE OF first_name, last_name, gender, date_of_birth, is_competitor, public_opt_in, deleted_at ON account
WHEN EXISTS (SELECT 1 FROM booking WHERE uaid = NEW.uaid AND status = 'completed')
BEGIN
  INSERT INTO topic_version (topic, version) VALUES ('leaderboard', 1)
    ON CONFLICT (topic) DO UPDATE SET version = topic_version.version + 1;
  INSERT INTO board_change (version, uaid, changed_at)
    SELECT version, NEW.uaid, CAST(unixepoch('subsec') * 1000 AS INTEGER) FROM topic_version WHERE topic = 'leaderboard';
END;

-- The ceremony of an event: its steps in order, and how many of them have been shown.
CREATE TABLE reveal (
  event_id TEXT NOT NULL PRIMARY KEY REFERENCES event (event_id),
  running INTEGER NOT NULL DEFAULT FALSE,
  -- 0 before the first step.
  step INTEGER NOT NULL DEFAULT 0,
  -- How fast screens play a step, in hundredths: 100 is as designed.
  speed INTEGER NOT NULL DEFAULT 100,
  started_at INTEGER NOT NULL,
  started_by TEXT NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

CREATE TABLE reveal_step (
  event_id TEXT NOT NULL REFERENCES reveal (event_id),
  -- From 1.
  step INTEGER NOT NULL,
  booking_id TEXT NOT NULL REFERENCES booking (booking_id),
  PRIMARY KEY (event_id, step),
  UNIQUE (event_id, booking_id)
) STRICT;

-- A story card that its athlete made public, until they take it back.
CREATE TABLE share (
  share_id TEXT NOT NULL PRIMARY KEY,
  uaid TEXT NOT NULL REFERENCES account (uaid),
  template TEXT NOT NULL CHECK (template IN ('season_card', 'result_details', 'result_overview')),
  colour TEXT NOT NULL,
  -- The result that it shows.
  booking_id TEXT NOT NULL REFERENCES booking (booking_id),
  created_at INTEGER NOT NULL,
  revoked_at INTEGER
) STRICT;
CREATE INDEX share_by_person ON share (uaid, created_at);
