-- Coaches and athletes: whether an athlete lets a coach see their results; and a hold that comes after its letter.

-- Made by the first booking that a coach makes for somebody. `asked`: not answered yet; `declined`: refused, or taken back.
CREATE TABLE coach_athlete (
  coach_uaid TEXT NOT NULL REFERENCES account (uaid),
  athlete_uaid TEXT NOT NULL REFERENCES account (uaid),
  access TEXT NOT NULL CHECK (access IN ('asked', 'accepted', 'declined')),
  asked_at BIGINT NOT NULL,
  decided_at BIGINT,
  -- The athlete, or whoever of programme delivery answered for them.
  decided_by TEXT,
  -- SHA-256 of the secret in the newest letter's links.
  token_hash TEXT UNIQUE,
  token_expires_at BIGINT,
  PRIMARY KEY (coach_uaid, athlete_uaid)
);
CREATE INDEX coach_athlete_by_athlete ON coach_athlete (athlete_uaid, asked_at);

-- Whoever was in a coach's team before there was such a question has not answered it.
INSERT INTO coach_athlete (coach_uaid, athlete_uaid, access, asked_at)
SELECT t.coach_uaid, m.uaid, 'asked', MIN(t.created_at) FROM team t
JOIN (SELECT uaid, team_booking_id FROM account WHERE team_booking_id IS NOT NULL AND deleted_at IS NULL
  UNION SELECT uaid, team_booking_id FROM booking
  WHERE team_booking_id IS NOT NULL AND status NOT IN ('cancelled', 'declined')) m
  ON m.team_booking_id = t.team_booking_id
WHERE t.coach_uaid IS NOT NULL AND t.deleted_at IS NULL AND m.uaid <> t.coach_uaid
GROUP BY t.coach_uaid, m.uaid;

-- A final that is held takes back the letter about it that has not gone out yet; its athlete is told once it is revealed.
CREATE FUNCTION take_back_letter_of_held_final() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM mail_outbox WHERE kind IN ('final-score', 'final-revealed') AND created_at = NEW.followed_up_at
    AND sent_at IS NULL AND claimed_until IS NULL
    AND to_address = (SELECT email FROM account WHERE uaid = NEW.uaid);
  IF FOUND THEN
    UPDATE booking SET followed_up_at = NULL WHERE booking_id = NEW.booking_id;
  END IF;
  RETURN NULL;
END;
$$;

CREATE TRIGGER letter_of_held_final AFTER UPDATE OF held ON booking FOR EACH ROW
WHEN (NEW.held AND NOT OLD.held AND NEW.followed_up_at IS NOT NULL)
EXECUTE FUNCTION take_back_letter_of_held_final();
