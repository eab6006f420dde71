-- Crews: private boards of the people who have joined them.

CREATE TABLE crew (
  crew_id TEXT NOT NULL PRIMARY KEY,
  name TEXT NOT NULL,
  owner_uaid TEXT NOT NULL REFERENCES account (uaid),
  -- The secret of the crew link, for members to see, and its SHA-256, by which it is found.
  link_sealed TEXT NOT NULL,
  link_hash TEXT NOT NULL UNIQUE,
  -- Rises with every change of the crew and of its memberships.
  rev BIGINT NOT NULL DEFAULT 1,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
);

CREATE TABLE crew_member (
  member_id TEXT NOT NULL PRIMARY KEY,
  crew_id TEXT NOT NULL REFERENCES crew (crew_id),
  uaid TEXT NOT NULL REFERENCES account (uaid),
  -- What others see of their results.
  share_final BOOLEAN NOT NULL,
  share_corners BOOLEAN NOT NULL,
  joined_at BIGINT NOT NULL,
  UNIQUE (crew_id, uaid)
);
CREATE INDEX crew_member_by_person ON crew_member (uaid, joined_at);

-- A crew shows the names of its members without a final too, and decides by the date of birth and the guardian's confirmation
-- who is shown at all. The members whom such a change touches are noted like everybody whose standing changes.
CREATE OR REPLACE FUNCTION note_board_change_of_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM booking WHERE uaid = NEW.uaid AND status = 'completed')
    OR EXISTS (SELECT 1 FROM crew_member WHERE uaid = NEW.uaid) THEN
    PERFORM note_board_change_of(NEW.uaid);
  END IF;
  RETURN NULL;
END;
$$;

CREATE FUNCTION note_board_change_of_guardian() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  who TEXT := CASE WHEN TG_OP = 'DELETE' THEN OLD.uaid ELSE NEW.uaid END;
BEGIN
  IF EXISTS (SELECT 1 FROM crew_member WHERE uaid = who) THEN
    PERFORM note_board_change_of(who);
  END IF;
  RETURN NULL;
END;
$$;

CREATE CONSTRAINT TRIGGER board_change_by_guardian AFTER UPDATE OF guardian_confirmed_at ON eligibility
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
WHEN (OLD.guardian_confirmed_at IS DISTINCT FROM NEW.guardian_confirmed_at)
EXECUTE FUNCTION note_board_change_of_guardian();

CREATE CONSTRAINT TRIGGER board_change_by_new_guardian AFTER INSERT ON eligibility
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
WHEN (NEW.guardian_confirmed_at IS NOT NULL)
EXECUTE FUNCTION note_board_change_of_guardian();

CREATE CONSTRAINT TRIGGER board_change_by_lost_guardian AFTER DELETE ON eligibility
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
WHEN (OLD.guardian_confirmed_at IS NOT NULL)
EXECUTE FUNCTION note_board_change_of_guardian();

-- A challenge card can be made public too.
ALTER TABLE share DROP CONSTRAINT share_template_check;
ALTER TABLE share ADD CONSTRAINT share_template_check
  CHECK (template IN ('season_card', 'result_details', 'result_overview', 'challenge'));
