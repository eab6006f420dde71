-- Crews: private boards of the people who have joined them.

CREATE TABLE crew (
  crew_id TEXT NOT NULL PRIMARY KEY,
  name TEXT NOT NULL,
  owner_uaid TEXT NOT NULL REFERENCES account (uaid),
  -- The secret of the crew link, for members to see, and its SHA-256, by which it is found.
  link_sealed TEXT NOT NULL,
  link_hash TEXT NOT NULL UNIQUE,
  -- Rises with every change of the crew and of its memberships.
  rev INTEGER NOT NULL DEFAULT 1,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

CREATE TABLE crew_member (
  member_id TEXT NOT NULL PRIMARY KEY,
  crew_id TEXT NOT NULL REFERENCES crew (crew_id),
  uaid TEXT NOT NULL REFERENCES account (uaid),
  -- What others see of their results.
  share_final INTEGER NOT NULL,
  share_corners INTEGER NOT NULL,
  joined_at INTEGER NOT NULL,
  UNIQUE (crew_id, uaid)
) STRICT;
CREATE INDEX crew_member_by_person ON crew_member (uaid, joined_at);

-- A crew shows the names of its members without a final too, and decides by the date of birth and the guardian's confirmation
-- who is shown at all. The members whom such a change touches are noted like everybody whose standing changes.
DROP TRIGGER board_change_by_account;
CREATE TRIGGER board_change_by_account
AFTER UPDATE OF first_name, last_name, gender, date_of_birth, is_competitor, public_opt_in, deleted_at ON account
WHEN EXISTS (SELECT 1 FROM booking WHERE uaid = NEW.uaid AND status = 'completed')
  OR EXISTS (SELECT 1 FROM crew_member WHERE uaid = NEW.uaid)
BEGIN
  INSERT INTO topic_version (topic, version) VALUES ('leaderboard', 1)
    ON CONFLICT (topic) DO UPDATE SET version = topic_version.version + 1;
  INSERT INTO board_change (version, uaid, changed_at)
    SELECT version, NEW.uaid, CAST(unixepoch('subsec') * 1000 AS INTEGER) FROM topic_version WHERE topic = 'leaderboard';
END;

CREATE TRIGGER board_change_by_guardian AFTER UPDATE OF guardian_confirmed_at ON eligibility
WHEN OLD.guardian_confirmed_at IS NOT NEW.guardian_confirmed_at
  AND EXISTS (SELECT 1 FROM crew_member WHERE uaid = NEW.uaid)
BEGIN
  INSERT INTO topic_version (topic, version) VALUES ('leaderboard', 1)
    ON CONFLICT (topic) DO UPDATE SET version = topic_version.version + 1;
  INSERT INTO board_change (version, uaid, changed_at)
    SELECT version, NEW.uaid, CAST(unixepoch('subsec') * 1000 AS INTEGER) FROM topic_version WHERE topic = 'leaderboard';
END;

CREATE TRIGGER board_change_by_new_guardian AFTER INSERT ON eligibility
WHEN NEW.guardian_confirmed_at IS NOT NULL AND EXISTS (SELECT 1 FROM crew_member WHERE uaid = NEW.uaid)
BEGIN
  INSERT INTO topic_version (topic, version) VALUES ('leaderboard', 1)
    ON CONFLICT (topic) DO UPDATE SET version = topic_version.version + 1;
  INSERT INTO board_change (version, uaid, changed_at)
    SELECT version, NEW.uaid, CAST(unixepoch('subsec') * 1000 AS INTEGER) FROM topic_version WHERE topic = 'leaderboard';
END;

CREATE TRIGGER board_change_by_lost_guardian AFTER DELETE ON eligibility
WHEN OLD.guardian_confirmed_at IS NOT NULL AND EXISTS (SELECT 1 FROM crew_member WHERE uaid = OLD.uaid)
BEGIN
  INSERT INTO topic_version (topic, version) VALUES ('leaderboard', 1)
    ON CONFLICT (topic) DO UPDATE SET version = topic_version.version + 1;
  INSERT INTO board_change (version, uaid, changed_at)
    SELECT version, OLD.uaid, CAST(unixepoch('subsec') * 1000 AS INTEGER) FROM topic_version WHERE topic = 'leaderboard';
END;

-- A challenge card can be made public too.
CREATE TABLE share_with_challenge (
  share_id TEXT NOT NULL PRIMARY KEY,
  uaid TEXT NOT NULL REFERENCES account (uaid),
  template TEXT NOT NULL CHECK (template IN ('season_card', 'result_details', 'result_overview', 'challenge')),
  colour TEXT NOT NULL,
  -- The result that it shows.
  booking_id TEXT NOT NULL REFERENCES booking (booking_id),
  created_at INTEGER NOT NULL,
  revoked_at INTEGER
) STRICT;
INSERT INTO share_with_challenge (share_id, uaid, template, colour, booking_id, created_at, revoked_at)
  SELECT share_id, uaid, template, colour, booking_id, created_at, revoked_at FROM share;
DROP TABLE share;
ALTER TABLE share_with_challenge RENAME TO share;
CREATE INDEX share_by_person ON share (uaid, created_at);
