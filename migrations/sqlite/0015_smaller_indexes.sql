-- Keeps new bookings out of indexes that nobody finds them by: each index is one more page to change.

-- Nearly every booking has no team.
DROP INDEX booking_team;
CREATE INDEX booking_team ON booking (team_booking_id, status, uaid) WHERE team_booking_id IS NOT NULL;
-- Of a day's bookings most are booked: those are read by booking_day.
DROP INDEX booking_by_status;
CREATE INDEX booking_by_status ON booking (event_id, status, test_date, test_time, booking_id, uaid)
  WHERE status <> 'booked';
-- Athletes who are checked in and have not finished.
CREATE INDEX booking_onboarded ON booking (event_id, onboarded_at) WHERE status = 'booked' AND onboarded_at IS NOT NULL;
-- Tomorrow's bookings are read by booking_open_by_day.
DROP INDEX booking_to_remind;
-- Codes of open bookings are in booking_open_code.
DROP INDEX booking_code;
CREATE INDEX booking_code ON booking (code) WHERE status NOT IN ('booked', 'assistance');
-- What people did to their own data is found by its subject.
DROP INDEX audit_log_actor;
CREATE INDEX audit_log_actor ON audit_log (actor_uaid, at) WHERE actor_uaid IS DISTINCT FROM subject_uaid;
-- Nearly every key is used by the athlete whom its answer is about.
DROP INDEX idempotency_key_subject;
CREATE INDEX idempotency_key_subject ON idempotency_key (subject_uaid) WHERE subject_uaid IS NOT NULL;
