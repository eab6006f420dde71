-- Five years of an academy: 200,000 people, 1,000,000 bookings on 1,817 days up to today and the 31 days after it, their
-- results, teams, waiting lists and log. In words that both engines read. `given`, `family` and `day`, numbered from 0, are there
-- already; so is the academy.

INSERT INTO account (uaid, email, email_lookup, role, created_at, updated_at, registered_at, first_name, last_name,
  date_of_birth, gender)
WITH RECURSIVE crowd (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM crowd WHERE i + 1 < 200000)
SELECT CAST(20000000000 + i * CAST(7919 AS BIGINT) AS TEXT),
  g.plain || '.' || f.plain || i || CASE i % 3 WHEN 0 THEN '@example.org' WHEN 1 THEN '@example.com' ELSE '@example.net' END,
  g.plain || '.' || f.plain || i || CASE i % 3 WHEN 0 THEN '@example.org' WHEN 1 THEN '@example.com' ELSE '@example.net' END,
  CASE WHEN i < 240 THEN 4 WHEN i < 300 THEN 2 WHEN i < 320 THEN 3 ELSE 1 END,
  1640995200000, 1640995200000, 1640995200000, g.name, f.name, '1996-04-12', CASE i % 2 WHEN 0 THEN 'female' ELSE 'male' END
FROM crowd
-- A product of two dice: the first names of the lists are much more frequent than the last.
JOIN given g ON g.n = (i * CAST(7919 AS BIGINT) % 1009) * (i * CAST(104729 AS BIGINT) % 1013) / 1013 * (SELECT COUNT(*) FROM given) / 1009
JOIN family f ON f.n = (i * CAST(6007 AS BIGINT) % 2003) * (i * CAST(15485863 AS BIGINT) % 1999) / 1999 * (SELECT COUNT(*) FROM family) / 2003;

-- Five of each: the last of every twelfth person is still to come.
CREATE TEMP TABLE made AS
WITH RECURSIVE crowd (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM crowd WHERE i + 1 < 200000),
  five (k) AS (SELECT 0 UNION ALL SELECT k + 1 FROM five WHERE k < 4)
SELECT i, k, CAST(i AS BIGINT) * 5 + k AS j,
  CASE WHEN k = 4 AND i % 12 = 0 THEN 1786 + i / 12 * CAST(48271 AS BIGINT) % 31 ELSE (i * CAST(48271 AS BIGINT) + k * 357) % 1786 END AS n,
  CASE WHEN k = 4 AND i % 12 = 0 THEN CASE WHEN i % 480 = 0 THEN 'assistance' WHEN i % 240 = 0 THEN 'cancelled' ELSE 'booked' END
    WHEN (i + k * 7) % 100 < 80 THEN 'completed' WHEN (i + k * 7) % 100 < 88 THEN 'dnt'
    WHEN (i + k * 7) % 100 < 98 THEN 'cancelled' ELSE 'declined' END AS status,
  (i * 37 + k * 11) % 60 AS quarter, (i + k) % 20 = 3 AS in_team
FROM crowd, five;

INSERT INTO booking (booking_id, uaid, event_id, status, booking_type, test_date, test_time, code, team_booking_id,
  assistance_required, score_hundredths, created_at, created_by, updated_at, arrived_at, onboarded_at, completed_at,
  reminded_at, followed_up_at, revealed_at)
SELECT 'a0000000-0000-7000-8000-' || CAST(100000000000 + j AS TEXT), CAST(20000000000 + i * CAST(7919 AS BIGINT) AS TEXT),
  (SELECT event_id FROM event ORDER BY position LIMIT 1), status, CASE k WHEN 0 THEN 'test' ELSE 'retest' END, day.date,
  CASE WHEN in_team THEN CASE i / 20 % 2 WHEN 0 THEN '18:00' ELSE '18:30' END
    ELSE substr(CAST(109 + quarter / 4 AS TEXT), 2) || CASE quarter % 4 WHEN 0 THEN ':00' WHEN 1 THEN ':15' WHEN 2 THEN ':30' ELSE ':45' END END,
  substr('ABCDEFGHJK', CAST(1 + j / 100000 AS INTEGER), 1) || substr(CAST(100000 + j % 100000 AS TEXT), 2),
  CASE WHEN in_team THEN 'team-' || day.date || '-' || CAST(i / 20 % 2 AS TEXT) END,
  i % 25 = 0, CASE status WHEN 'completed' THEN j * 7561 % 3334 + j * 2617 % 3334 + j * 1543 % 3333 END,
  day.at - 1209600000, CAST(20000000000 + i * CAST(7919 AS BIGINT) AS TEXT), day.at,
  CASE status WHEN 'completed' THEN day.at END, CASE status WHEN 'completed' THEN day.at END,
  CASE status WHEN 'completed' THEN day.at END, day.at, day.at, CASE status WHEN 'completed' THEN day.at END
FROM made JOIN day ON day.n = made.n;

INSERT INTO team (team_booking_id, event_id, name, test_date, test_time, coach_uaid, created_at, created_by, updated_at)
SELECT team_booking_id, MIN(event_id), 'Team ' || substr(team_booking_id, 6), test_date, test_time,
  CAST(20000000000 + MIN(created_at) / 86400000 % 240 * 7919 AS TEXT), MIN(created_at), MIN(created_by), MIN(updated_at)
FROM booking WHERE team_booking_id IS NOT NULL GROUP BY team_booking_id, test_date, test_time;

UPDATE account SET team_booking_id = (SELECT b.team_booking_id FROM booking b
  WHERE b.uaid = account.uaid AND b.team_booking_id IS NOT NULL ORDER BY b.created_at DESC LIMIT 1)
WHERE role = 1;

INSERT INTO slot (event_id, test_date, test_time, capacity, taken)
SELECT event_id, test_date, test_time, COUNT(*), COUNT(*) FROM booking
WHERE status NOT IN ('cancelled', 'declined') GROUP BY event_id, test_date, test_time;

-- The six tests of one final in eight.
INSERT INTO result_test (booking_id, test_type, status, score_hundredths, updated_at)
SELECT b.booking_id, t.test_type, 'closed', (b.score_hundredths * 3 + length(t.test_type) * 997) % 10000, b.completed_at
FROM made m JOIN booking b ON b.booking_id = 'a0000000-0000-7000-8000-' || CAST(100000000000 + m.j AS TEXT), (
  SELECT 'Cognitive' AS test_type UNION SELECT 'Strength' UNION SELECT 'Power' UNION SELECT 'Speed' UNION SELECT 'Agility'
  UNION SELECT 'Endurance') AS t
WHERE m.status = 'completed' AND m.i % 8 = 1;

INSERT INTO waitlist (waitlist_id, uaid, event_id, test_date, test_time, status, created_at, offered_at)
SELECT 'wait-' || booking_id, uaid, event_id, test_date, test_time,
  CASE WHEN status = 'booked' THEN 'accepted' WHEN status = 'completed' THEN 'accepted' ELSE 'expired' END, created_at, created_at
FROM booking WHERE code LIKE '%77';

INSERT INTO audit_log (audit_id, at, actor_uaid, actor_role, action, subject_uaid, object_id)
SELECT 'log-' || booking_id, created_at, CASE WHEN code LIKE '%3' THEN '20002375700' ELSE uaid END,
  CASE WHEN code LIKE '%3' THEN 3 ELSE 1 END, CASE WHEN code LIKE '%5' THEN 'booking.cancel' ELSE 'booking.create' END, uaid, booking_id
FROM booking;

DROP TABLE made;
