-- Boards that are kept in memory, the ceremony of a reveal, and story cards that were shared.

-- When a final that was held back was revealed; NULL when it never was held, or still is.
ALTER TABLE booking ADD COLUMN revealed_at BIGINT;
CREATE INDEX booking_held ON booking (event_id) WHERE held;
-- Somebody under 18 who wants to be seen: on boards and on shared cards.
ALTER TABLE account ADD COLUMN public_opt_in BOOLEAN NOT NULL DEFAULT FALSE;
-- Whether the last name stands on cards that are shared.
ALTER TABLE account ADD COLUMN share_last_name BOOLEAN NOT NULL DEFAULT FALSE;

-- Whose standing may have changed, by the version of the topic `leaderboard` that the change made. Written by the triggers
-- below, so that no statement can forget it; whoever holds boards in memory reads what is above the version it knows. No version
-- is without an athlete: a gap shows that changes are not kept any more.
CREATE TABLE board_change (
  version BIGINT NOT NULL,
  uaid TEXT NOT NULL,
  changed_at BIGINT NOT NULL,
  PRIMARY KEY (version, uaid)
);
CREATE INDEX board_change_by_time ON board_change (changed_at);

-- PostgreSQL tells the other nodes once it is committed, on the channel of all topics. The triggers wait for the commit: the row
-- of the topic is then the last that a transaction locks, so that two of them cannot wait for each other, and one version
-- carries everybody whom a transaction touched.
CREATE FUNCTION note_board_change_of(who TEXT) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  risen BIGINT := NULLIF(current_setting('sixfold.board_version', true), '');
BEGIN
  IF risen IS NULL THEN
    INSERT INTO topic_version (topic, version) VALUES ('leaderboard', 1)
      ON CONFLICT (topic) DO UPDATE SET version = topic_version.version + 1 RETURNING version INTO risen;
    PERFORM set_config('sixfold.board_version', CAST(risen AS TEXT), true);
    PERFORM pg_notify('sixfold_topic', 'leaderboard ' || risen);
  END IF;
  INSERT INTO board_change (version, uaid, changed_at)
    VALUES (risen, who, CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT))
    ON CONFLICT (version, uaid) DO NOTHING;
END;
$$;

CREATE FUNCTION note_board_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_board_change_of(NEW.uaid);
  RETURN NULL;
END;
$$;

CREATE FUNCTION note_board_change_of_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM booking WHERE uaid = NEW.uaid AND status = 'completed') THEN
    PERFORM note_board_change_of(NEW.uaid);
  END IF;
  RETURN NULL;
END;
$$;

CREATE CONSTRAINT TRIGGER board_change_by_booking AFTER UPDATE ON booking
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
WHEN (OLD.status = 'completed' OR NEW.status = 'completed')
EXECUTE FUNCTION note_board_change();

CREATE CONSTRAINT TRIGGER board_change_by_new_booking AFTER INSERT ON booking
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
WHEN (NEW.status = 'completed')
EXECUTE FUNCTION note_board_change();

CREATE CONSTRAINT TRIGGER board_change_by_account
AFTER UPDATE OF first_name, last_name, gender, date_of_birth, is_competitor, public_opt_in, deleted_at ON account
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
EXECUTE FUNCTION note_board_change_of_account();

-- The ceremony of an event: its steps in order, and how many of them have been shown.
CREATE TABLE reveal (
  event_id TEXT NOT NULL PRIMARY KEY REFERENCES event (event_id),
  running BOOLEAN NOT NULL DEFAULT FALSE,
  -- 0 before the first step.
  step BIGINT NOT NULL DEFAULT 0,
  -- How fast screens play a step, in hundredths: 100 is as designed.
  speed BIGINT NOT NULL DEFAULT 100,
  started_at BIGINT NOT NULL,
  started_by TEXT NOT NULL,
  updated_at BIGINT NOT NULL
);

CREATE TABLE reveal_step (
  event_id TEXT NOT NULL REFERENCES reveal (event_id),
  -- From 1.
  step BIGINT NOT NULL,
  booking_id TEXT NOT NULL REFERENCES booking (booking_id),
  PRIMARY KEY (event_id, step),
  UNIQUE (event_id, booking_id)
);

-- A story card that its athlete made public, until they take it back.
CREATE TABLE share (
  share_id TEXT NOT NULL PRIMARY KEY,
  uaid TEXT NOT NULL REFERENCES account (uaid),
  template TEXT NOT NULL CHECK (template IN ('season_card', 'result_details', 'result_overview')),
  colour TEXT NOT NULL,
  -- The result that it shows.
  booking_id TEXT NOT NULL REFERENCES booking (booking_id),
  created_at BIGINT NOT NULL,
  revoked_at BIGINT
);
CREATE INDEX share_by_person ON share (uaid, created_at);
