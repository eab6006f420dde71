-- Nearly every booking has no team, and nearly every key is used by the athlete whom its answer is about: entries that nobody
-- looks for, each on a page that a booking has to change.
DROP INDEX booking_team;
CREATE INDEX booking_team ON booking (team_booking_id, status, uaid) WHERE team_booking_id IS NOT NULL;
DROP INDEX idempotency_key_subject;
CREATE INDEX idempotency_key_subject ON idempotency_key (subject_uaid) WHERE subject_uaid IS NOT NULL;
