-- Coaches and programme delivery: teams, edits that meet, arrivals, messages, kiosks and calendar feeds.

-- A team's places at one place in time. `booking.team_booking_id` names its members; `account.team_booking_id` is the newest team
-- of a person.
CREATE TABLE team (
  team_booking_id TEXT NOT NULL PRIMARY KEY,
  event_id TEXT NOT NULL REFERENCES event (event_id),
  name TEXT NOT NULL,
  test_date TEXT NOT NULL,
  test_time TEXT NOT NULL,
  -- Whose team it is; NULL where programme delivery looks after it.
  coach_uaid TEXT REFERENCES account (uaid),
  rev BIGINT NOT NULL DEFAULT 1,
  created_at BIGINT NOT NULL,
  created_by TEXT NOT NULL,
  updated_at BIGINT NOT NULL,
  deleted_at BIGINT
);
CREATE INDEX team_by_coach ON team (coach_uaid, test_date, test_time) WHERE deleted_at IS NULL;
CREATE INDEX team_by_day ON team (test_date, test_time) WHERE deleted_at IS NULL;
CREATE INDEX account_team ON account (team_booking_id) WHERE team_booking_id IS NOT NULL;

-- Teams that were only a name on bookings so far: their coach is the first who was in it.
INSERT INTO team (team_booking_id, event_id, name, test_date, test_time, coach_uaid, created_at, created_by, updated_at)
SELECT b.team_booking_id, MIN(b.event_id), b.team_booking_id, MAX(b.test_date), MAX(b.test_time),
  (SELECT MIN(a.uaid) FROM account a WHERE a.team_booking_id = b.team_booking_id AND a.role = 4 AND a.deleted_at IS NULL),
  MIN(b.created_at), MIN(b.created_by), MAX(b.updated_at)
FROM booking b WHERE b.team_booking_id IS NOT NULL AND b.test_date IS NOT NULL AND b.test_time IS NOT NULL
GROUP BY b.team_booking_id;

-- Raised by every edit, so that two who edit the same at once notice each other.
ALTER TABLE account ADD COLUMN rev BIGINT NOT NULL DEFAULT 1;
ALTER TABLE season ADD COLUMN rev BIGINT NOT NULL DEFAULT 1;

-- When somebody stood at the door, when they were reminded of the day before, and when they were told of their final.
ALTER TABLE booking ADD COLUMN arrived_at BIGINT;
ALTER TABLE booking ADD COLUMN reminded_at BIGINT;
ALTER TABLE booking ADD COLUMN followed_up_at BIGINT;

-- A screen at the door where athletes check in; whoever knows the secret is that screen.
CREATE TABLE kiosk (
  kiosk_id TEXT NOT NULL PRIMARY KEY,
  name TEXT NOT NULL,
  -- SHA-256 of the secret.
  secret_hash TEXT NOT NULL UNIQUE,
  event_id TEXT NOT NULL REFERENCES event (event_id),
  created_at BIGINT NOT NULL,
  created_by TEXT NOT NULL,
  seen_at BIGINT,
  revoked_at BIGINT
);

-- A calendar of the schedule that a member of staff subscribes to by a secret link.
CREATE TABLE calendar_feed (
  feed_id TEXT NOT NULL PRIMARY KEY,
  uaid TEXT NOT NULL REFERENCES account (uaid),
  -- SHA-256 of the secret.
  secret_hash TEXT NOT NULL UNIQUE,
  created_at BIGINT NOT NULL,
  revoked_at BIGINT
);
CREATE INDEX calendar_feed_by_person ON calendar_feed (uaid);

-- Section "bookings": the lists of staff. Each filter that stands alone has an index in the order in which its list is read; the
-- one of days also answers who comes and how many without a look at the rows.
DROP INDEX booking_day;
DROP INDEX booking_team;
CREATE INDEX booking_team ON booking (team_booking_id, status, uaid);
CREATE INDEX booking_day ON booking (event_id, test_date, test_time, booking_id, uaid, status);
CREATE INDEX booking_by_status ON booking (event_id, status, test_date, test_time, booking_id, uaid);
CREATE INDEX booking_of_teams ON booking (event_id, test_date, test_time, booking_id, status, assistance_required)
  WHERE team_booking_id IS NOT NULL;
CREATE INDEX booking_with_help ON booking (event_id, test_date, test_time, booking_id, status, team_booking_id)
  WHERE assistance_required OR status = 'assistance';
CREATE INDEX booking_wish ON booking (event_id, created_at, booking_id) WHERE status = 'assistance';

-- Letters that the server sends by itself: who is to be reminded, and whose final has become visible. What was revealed before
-- this version needs no letter any more.
UPDATE booking SET followed_up_at = revealed_at WHERE revealed_at IS NOT NULL;
CREATE INDEX booking_to_remind ON booking (test_date) WHERE status = 'booked' AND reminded_at IS NULL;
CREATE INDEX booking_to_follow_up ON booking (revealed_at)
  WHERE revealed_at IS NOT NULL AND followed_up_at IS NULL;
-- The letters among the content: read with every mail.
CREATE INDEX content_item_by_type ON content_item (library_id, type_id);

-- Section "tallies": what the numbers of staff are read from. Triggers keep them, so that no statement can forget to.

-- Bookings at each quarter hour that was ever booked. Dates and times are compared byte by byte: years of them are read at once.
CREATE TABLE slot_tally (
  event_id TEXT COLLATE "C" NOT NULL,
  test_date TEXT COLLATE "C" NOT NULL,
  test_time TEXT COLLATE "C" NOT NULL,
  -- Monday is 1.
  weekday INTEGER NOT NULL,
  hour INTEGER NOT NULL,
  -- All that were not called off; the next five are parts of them.
  booked INTEGER NOT NULL,
  retests INTEGER NOT NULL,
  -- Who was seen at the door or at the desk.
  arrived INTEGER NOT NULL,
  onboarded INTEGER NOT NULL,
  -- Whose final came in, with a score or without.
  finished INTEGER NOT NULL,
  -- Who did not come.
  missed INTEGER NOT NULL,
  cancelled INTEGER NOT NULL,
  declined INTEGER NOT NULL,
  PRIMARY KEY (event_id, test_date, test_time)
);

-- Points by day, a row for each test and one for the final; those that are held back do not count yet. `b0` counts what is
-- below 5.00, `b19` what is 95.00 or more.
CREATE TABLE score_tally (
  event_id TEXT COLLATE "C" NOT NULL,
  test_type TEXT COLLATE "C" NOT NULL,
  test_date TEXT COLLATE "C" NOT NULL,
  scores INTEGER NOT NULL,
  -- Their sum in hundredths.
  points INTEGER NOT NULL,
  b0 INTEGER NOT NULL,
  b1 INTEGER NOT NULL,
  b2 INTEGER NOT NULL,
  b3 INTEGER NOT NULL,
  b4 INTEGER NOT NULL,
  b5 INTEGER NOT NULL,
  b6 INTEGER NOT NULL,
  b7 INTEGER NOT NULL,
  b8 INTEGER NOT NULL,
  b9 INTEGER NOT NULL,
  b10 INTEGER NOT NULL,
  b11 INTEGER NOT NULL,
  b12 INTEGER NOT NULL,
  b13 INTEGER NOT NULL,
  b14 INTEGER NOT NULL,
  b15 INTEGER NOT NULL,
  b16 INTEGER NOT NULL,
  b17 INTEGER NOT NULL,
  b18 INTEGER NOT NULL,
  b19 INTEGER NOT NULL,
  PRIMARY KEY (event_id, test_type, test_date)
);

-- Who waited for places of which day, and whom a place was offered to.
CREATE INDEX waitlist_by_day ON waitlist (event_id, test_date, status, offered_at);

-- Counts a booking (`step` 1), or counts it no more (-1).
CREATE FUNCTION count_booking(step INTEGER, b booking) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF b.test_date IS NULL OR b.test_time IS NULL THEN
    RETURN;
  END IF;
  INSERT INTO slot_tally (event_id, test_date, test_time, weekday, hour, booked, retests, arrived, onboarded, finished,
    missed, cancelled, declined)
  VALUES (b.event_id, b.test_date, b.test_time, EXTRACT(ISODOW FROM CAST(b.test_date AS DATE)),
    CAST(substr(b.test_time, 1, 2) AS BIGINT),
    step * CAST((b.status NOT IN ('cancelled', 'declined')) AS INTEGER),
    step * CAST((b.booking_type = 'retest' AND b.status NOT IN ('cancelled', 'declined')) AS INTEGER),
    step * CAST((COALESCE(b.arrived_at, b.onboarded_at, b.completed_at) IS NOT NULL
      AND b.status NOT IN ('cancelled', 'declined')) AS INTEGER),
    step * CAST((b.onboarded_at IS NOT NULL AND b.status NOT IN ('cancelled', 'declined')) AS INTEGER),
    step * CAST((b.completed_at IS NOT NULL AND b.status NOT IN ('cancelled', 'declined')) AS INTEGER),
    step * CAST((b.status = 'dnt' AND COALESCE(b.arrived_at, b.onboarded_at, b.completed_at) IS NULL) AS INTEGER),
    step * CAST((b.status = 'cancelled') AS INTEGER),
    step * CAST((b.status = 'declined') AS INTEGER))
  ON CONFLICT (event_id, test_date, test_time) DO UPDATE SET
    booked = slot_tally.booked + excluded.booked,
    retests = slot_tally.retests + excluded.retests,
    arrived = slot_tally.arrived + excluded.arrived,
    onboarded = slot_tally.onboarded + excluded.onboarded,
    finished = slot_tally.finished + excluded.finished,
    missed = slot_tally.missed + excluded.missed,
    cancelled = slot_tally.cancelled + excluded.cancelled,
    declined = slot_tally.declined + excluded.declined;
END;
$$;

-- Who changes the bookings of several slots has locked those slots in their order, and one booking that goes from a slot to
-- another locks the two rows here in theirs: so no two transactions wait for each other.
CREATE FUNCTION keep_slot_tally() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM count_booking(-1, OLD);
  ELSIF (NEW.event_id, NEW.test_date, NEW.test_time) < (OLD.event_id, OLD.test_date, OLD.test_time) THEN
    PERFORM count_booking(1, NEW);
    PERFORM count_booking(-1, OLD);
  ELSE
    PERFORM count_booking(-1, OLD);
    PERFORM count_booking(1, NEW);
  END IF;
  RETURN NULL;
END;
$$;

CREATE TRIGGER slot_tally_by_booking
AFTER DELETE OR UPDATE OF event_id, test_date, test_time, status, booking_type, arrived_at, onboarded_at, completed_at
ON booking FOR EACH ROW EXECUTE FUNCTION keep_slot_tally();

-- New ones are counted together, a statement's at once: an import brings a day of hundreds.
CREATE FUNCTION count_new_bookings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO slot_tally (event_id, test_date, test_time, weekday, hour, booked, retests, arrived, onboarded, finished,
    missed, cancelled, declined)
  SELECT event_id, test_date, test_time, EXTRACT(ISODOW FROM CAST(test_date AS DATE)),
    CAST(substr(test_time, 1, 2) AS BIGINT),
    COUNT(*) FILTER (WHERE status NOT IN ('cancelled', 'declined')),
    COUNT(*) FILTER (WHERE booking_type = 'retest' AND status NOT IN ('cancelled', 'declined')),
    COUNT(*) FILTER (WHERE COALESCE(arrived_at, onboarded_at, completed_at) IS NOT NULL
      AND status NOT IN ('cancelled', 'declined')),
    COUNT(*) FILTER (WHERE onboarded_at IS NOT NULL AND status NOT IN ('cancelled', 'declined')),
    COUNT(*) FILTER (WHERE completed_at IS NOT NULL AND status NOT IN ('cancelled', 'declined')),
    COUNT(*) FILTER (WHERE status = 'dnt' AND COALESCE(arrived_at, onboarded_at, completed_at) IS NULL),
    COUNT(*) FILTER (WHERE status = 'cancelled'),
    COUNT(*) FILTER (WHERE status = 'declined')
  FROM made WHERE test_date IS NOT NULL AND test_time IS NOT NULL GROUP BY event_id, test_date, test_time
    ORDER BY event_id, test_date, test_time
  ON CONFLICT (event_id, test_date, test_time) DO UPDATE SET
    booked = slot_tally.booked + excluded.booked,
    retests = slot_tally.retests + excluded.retests,
    arrived = slot_tally.arrived + excluded.arrived,
    onboarded = slot_tally.onboarded + excluded.onboarded,
    finished = slot_tally.finished + excluded.finished,
    missed = slot_tally.missed + excluded.missed,
    cancelled = slot_tally.cancelled + excluded.cancelled,
    declined = slot_tally.declined + excluded.declined;
  RETURN NULL;
END;
$$;

CREATE TRIGGER slot_tally_by_new_booking AFTER INSERT ON booking REFERENCING NEW TABLE AS made
FOR EACH STATEMENT EXECUTE FUNCTION count_new_bookings();

-- How many scores of a day, of one test and one bucket, are to be counted; below 0, not any more.
CREATE TYPE score_step AS (event_id TEXT, test_date TEXT, test_type TEXT, bucket BIGINT, scores INTEGER, points BIGINT);

-- Counts them. A day's scores are counted one transaction after the other, days in their order: two tablets that send the same
-- tests in another order would wait for each other.
CREATE FUNCTION count_scores(steps score_step[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(6007, hashtext(event_id || ' ' || test_date))
    FROM (SELECT DISTINCT event_id, test_date FROM unnest(steps) WHERE test_date IS NOT NULL AND points IS NOT NULL
      ORDER BY 1, 2) AS days;
  INSERT INTO score_tally (event_id, test_type, test_date, scores, points, b0, b1, b2, b3, b4, b5, b6, b7, b8, b9,
    b10, b11, b12, b13, b14, b15, b16, b17, b18, b19)
  SELECT event_id, test_type, test_date, SUM(scores), SUM(points),
    SUM(CASE bucket WHEN 0 THEN scores ELSE 0 END), SUM(CASE bucket WHEN 1 THEN scores ELSE 0 END),
    SUM(CASE bucket WHEN 2 THEN scores ELSE 0 END), SUM(CASE bucket WHEN 3 THEN scores ELSE 0 END),
    SUM(CASE bucket WHEN 4 THEN scores ELSE 0 END), SUM(CASE bucket WHEN 5 THEN scores ELSE 0 END),
    SUM(CASE bucket WHEN 6 THEN scores ELSE 0 END), SUM(CASE bucket WHEN 7 THEN scores ELSE 0 END),
    SUM(CASE bucket WHEN 8 THEN scores ELSE 0 END), SUM(CASE bucket WHEN 9 THEN scores ELSE 0 END),
    SUM(CASE bucket WHEN 10 THEN scores ELSE 0 END), SUM(CASE bucket WHEN 11 THEN scores ELSE 0 END),
    SUM(CASE bucket WHEN 12 THEN scores ELSE 0 END), SUM(CASE bucket WHEN 13 THEN scores ELSE 0 END),
    SUM(CASE bucket WHEN 14 THEN scores ELSE 0 END), SUM(CASE bucket WHEN 15 THEN scores ELSE 0 END),
    SUM(CASE bucket WHEN 16 THEN scores ELSE 0 END), SUM(CASE bucket WHEN 17 THEN scores ELSE 0 END),
    SUM(CASE bucket WHEN 18 THEN scores ELSE 0 END), SUM(CASE bucket WHEN 19 THEN scores ELSE 0 END)
    FROM unnest(steps) WHERE test_date IS NOT NULL AND points IS NOT NULL
  GROUP BY event_id, test_type, test_date ORDER BY event_id, test_type, test_date
  ON CONFLICT (event_id, test_type, test_date) DO UPDATE SET
    scores = score_tally.scores + excluded.scores, points = score_tally.points + excluded.points,
    b0 = score_tally.b0 + excluded.b0, b1 = score_tally.b1 + excluded.b1, b2 = score_tally.b2 + excluded.b2,
    b3 = score_tally.b3 + excluded.b3, b4 = score_tally.b4 + excluded.b4, b5 = score_tally.b5 + excluded.b5,
    b6 = score_tally.b6 + excluded.b6, b7 = score_tally.b7 + excluded.b7, b8 = score_tally.b8 + excluded.b8,
    b9 = score_tally.b9 + excluded.b9, b10 = score_tally.b10 + excluded.b10, b11 = score_tally.b11 + excluded.b11,
    b12 = score_tally.b12 + excluded.b12, b13 = score_tally.b13 + excluded.b13, b14 = score_tally.b14 + excluded.b14,
    b15 = score_tally.b15 + excluded.b15, b16 = score_tally.b16 + excluded.b16, b17 = score_tally.b17 + excluded.b17,
    b18 = score_tally.b18 + excluded.b18, b19 = score_tally.b19 + excluded.b19;
END;
$$;

-- Counts one score (`step` 1), or counts it no more (-1).
CREATE FUNCTION count_score(step INTEGER, of_event TEXT, on_date TEXT, of_test TEXT, score BIGINT) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_scores(ARRAY[CAST(ROW(of_event, on_date, of_test, LEAST(score / 500, 19), step, step * score) AS score_step)]);
END;
$$;

CREATE FUNCTION keep_score_tally_of_test() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  of_booking booking;
BEGIN
  SELECT * INTO of_booking FROM booking WHERE booking_id = OLD.booking_id;
  PERFORM count_score(-1, of_booking.event_id, of_booking.test_date, OLD.test_type, OLD.score_hundredths);
  IF TG_OP <> 'DELETE' THEN
    PERFORM count_score(1, of_booking.event_id, of_booking.test_date, NEW.test_type, NEW.score_hundredths);
  END IF;
  RETURN NULL;
END;
$$;

CREATE TRIGGER score_tally_by_test AFTER DELETE OR UPDATE OF score_hundredths ON result_test
FOR EACH ROW EXECUTE FUNCTION keep_score_tally_of_test();

-- New ones are counted together, a statement's at once.
CREATE FUNCTION count_new_tests() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_scores(array_agg(CAST(ROW(event_id, test_date, test_type, bucket, scores, points) AS score_step))) FROM (
    SELECT b.event_id, b.test_date, m.test_type, LEAST(m.score_hundredths / 500, 19) AS bucket,
      COUNT(*) AS scores, SUM(m.score_hundredths) AS points
      FROM made m JOIN booking b ON b.booking_id = m.booking_id WHERE m.score_hundredths IS NOT NULL GROUP BY 1, 2, 3, 4
  ) AS counted;
  RETURN NULL;
END;
$$;

CREATE TRIGGER score_tally_by_new_test AFTER INSERT ON result_test REFERENCING NEW TABLE AS made
FOR EACH STATEMENT EXECUTE FUNCTION count_new_tests();

CREATE FUNCTION count_new_finals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_scores(array_agg(CAST(ROW(event_id, test_date, 'final', bucket, scores, points) AS score_step))) FROM (
    SELECT event_id, test_date, LEAST(score_hundredths / 500, 19) AS bucket, COUNT(*) AS scores, SUM(score_hundredths) AS points
      FROM made WHERE status = 'completed' AND NOT held AND score_hundredths IS NOT NULL GROUP BY 1, 2, 3
  ) AS counted;
  RETURN NULL;
END;
$$;

CREATE TRIGGER score_tally_by_new_booking AFTER INSERT ON booking REFERENCING NEW TABLE AS made
FOR EACH STATEMENT EXECUTE FUNCTION count_new_finals();

-- A booking's final, and its tests when it goes to another day.
CREATE FUNCTION keep_score_tally() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status = 'completed' AND NOT OLD.held THEN
    PERFORM count_score(-1, OLD.event_id, OLD.test_date, 'final', OLD.score_hundredths);
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.status = 'completed' AND NOT NEW.held THEN
    PERFORM count_score(1, NEW.event_id, NEW.test_date, 'final', NEW.score_hundredths);
  END IF;
  IF TG_OP = 'UPDATE' AND (NEW.event_id, NEW.test_date) IS DISTINCT FROM (OLD.event_id, OLD.test_date) THEN
    PERFORM count_score(-1, OLD.event_id, OLD.test_date, test_type, score_hundredths),
      count_score(1, NEW.event_id, NEW.test_date, test_type, score_hundredths)
      FROM result_test WHERE booking_id = NEW.booking_id;
  END IF;
  RETURN NULL;
END;
$$;

-- By its name before the slots' own: whoever records a test and then ends the booking locks in the same order.
CREATE TRIGGER score_tally_by_booking
AFTER DELETE OR UPDATE OF event_id, test_date, status, score_hundredths, held
ON booking FOR EACH ROW EXECUTE FUNCTION keep_score_tally();

-- What is there already.
SELECT count_booking(1, b) FROM booking AS b;
SELECT count_score(1, b.event_id, b.test_date, t.test_type, t.score_hundredths)
FROM booking AS b JOIN result_test AS t ON t.booking_id = b.booking_id;
SELECT count_score(1, event_id, test_date, 'final', score_hundredths) FROM booking WHERE status = 'completed' AND NOT held;

-- Section "search": how staff find people. Words are kept as they are looked for, in small letters and without accents, each with two
-- spaces before it, so that the beginning of a word is three characters too, however short the search is.
CREATE TABLE search_letter (
  place BIGINT NOT NULL PRIMARY KEY,
  letter TEXT NOT NULL UNIQUE,
  plain TEXT NOT NULL
);
INSERT INTO search_letter (place, letter, plain) VALUES
  (1, 'à', 'a'), (2, 'À', 'a'), (3, 'á', 'a'), (4, 'Á', 'a'), (5, 'â', 'a'), (6, 'Â', 'a'), (7, 'ã', 'a'),
  (8, 'Ã', 'a'), (9, 'ä', 'a'), (10, 'Ä', 'a'), (11, 'å', 'a'), (12, 'Å', 'a'), (13, 'ā', 'a'), (14, 'Ā', 'a'),
  (15, 'ă', 'a'), (16, 'Ă', 'a'), (17, 'ą', 'a'), (18, 'Ą', 'a'), (19, 'æ', 'ae'), (20, 'Æ', 'ae'), (21, 'ç', 'c'),
  (22, 'Ç', 'c'), (23, 'ć', 'c'), (24, 'Ć', 'c'), (25, 'č', 'c'), (26, 'Č', 'c'), (27, 'ď', 'd'), (28, 'Ď', 'd'),
  (29, 'đ', 'd'), (30, 'Đ', 'd'), (31, 'ð', 'd'), (32, 'Ð', 'd'), (33, 'è', 'e'), (34, 'È', 'e'), (35, 'é', 'e'),
  (36, 'É', 'e'), (37, 'ê', 'e'), (38, 'Ê', 'e'), (39, 'ë', 'e'), (40, 'Ë', 'e'), (41, 'ē', 'e'), (42, 'Ē', 'e'),
  (43, 'ė', 'e'), (44, 'Ė', 'e'), (45, 'ę', 'e'), (46, 'Ę', 'e'), (47, 'ě', 'e'), (48, 'Ě', 'e'), (49, 'ğ', 'g'),
  (50, 'Ğ', 'g'), (51, 'ģ', 'g'), (52, 'Ģ', 'g'), (53, 'ì', 'i'), (54, 'Ì', 'i'), (55, 'í', 'i'), (56, 'Í', 'i'),
  (57, 'î', 'i'), (58, 'Î', 'i'), (59, 'ï', 'i'), (60, 'Ï', 'i'), (61, 'ī', 'i'), (62, 'Ī', 'i'), (63, 'į', 'i'),
  (64, 'Į', 'i'), (65, 'ı', 'i'), (66, 'ķ', 'k'), (67, 'Ķ', 'k'), (68, 'ľ', 'l'), (69, 'Ľ', 'l'), (70, 'ļ', 'l'),
  (71, 'Ļ', 'l'), (72, 'ł', 'l'), (73, 'Ł', 'l'), (74, 'ñ', 'n'), (75, 'Ñ', 'n'), (76, 'ń', 'n'), (77, 'Ń', 'n'),
  (78, 'ň', 'n'), (79, 'Ň', 'n'), (80, 'ņ', 'n'), (81, 'Ņ', 'n'), (82, 'ò', 'o'), (83, 'Ò', 'o'), (84, 'ó', 'o'),
  (85, 'Ó', 'o'), (86, 'ô', 'o'), (87, 'Ô', 'o'), (88, 'õ', 'o'), (89, 'Õ', 'o'), (90, 'ö', 'o'), (91, 'Ö', 'o'),
  (92, 'ø', 'o'), (93, 'Ø', 'o'), (94, 'ő', 'o'), (95, 'Ő', 'o'), (96, 'ō', 'o'), (97, 'Ō', 'o'), (98, 'œ', 'oe'),
  (99, 'Œ', 'oe'), (100, 'ř', 'r'), (101, 'Ř', 'r'), (102, 'ŕ', 'r'), (103, 'Ŕ', 'r'), (104, 'ś', 's'),
  (105, 'Ś', 's'), (106, 'š', 's'), (107, 'Š', 's'), (108, 'ş', 's'), (109, 'Ş', 's'), (110, 'ș', 's'),
  (111, 'Ș', 's'), (112, 'ß', 'ss'), (113, 'ť', 't'), (114, 'Ť', 't'), (115, 'ţ', 't'), (116, 'Ţ', 't'),
  (117, 'ț', 't'), (118, 'Ț', 't'), (119, 'þ', 'th'), (120, 'Þ', 'th'), (121, 'ù', 'u'), (122, 'Ù', 'u'),
  (123, 'ú', 'u'), (124, 'Ú', 'u'), (125, 'û', 'u'), (126, 'Û', 'u'), (127, 'ü', 'u'), (128, 'Ü', 'u'),
  (129, 'ū', 'u'), (130, 'Ū', 'u'), (131, 'ů', 'u'), (132, 'Ů', 'u'), (133, 'ű', 'u'), (134, 'Ű', 'u'),
  (135, 'ų', 'u'), (136, 'Ų', 'u'), (137, 'ŵ', 'w'), (138, 'Ŵ', 'w'), (139, 'ý', 'y'), (140, 'Ý', 'y'),
  (141, 'ÿ', 'y'), (142, 'Ÿ', 'y'), (143, 'ŷ', 'y'), (144, 'Ŷ', 'y'), (145, 'ź', 'z'), (146, 'Ź', 'z'),
  (147, 'ż', 'z'), (148, 'Ż', 'z'), (149, 'ž', 'z'), (150, 'Ž', 'z');

CREATE FUNCTION search_fold(said TEXT) RETURNS TEXT LANGUAGE plpgsql STABLE AS $$
DECLARE
  folded TEXT := lower(said);
  one RECORD;
BEGIN
  IF folded ~ '[^ -~]' THEN
    FOR one IN SELECT letter, plain FROM search_letter ORDER BY place LOOP
      folded := replace(folded, one.letter, one.plain);
    END LOOP;
  END IF;
  RETURN folded;
END;
$$;

CREATE TABLE account_search (
  search_id BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  uaid TEXT NOT NULL UNIQUE REFERENCES account (uaid) ON DELETE CASCADE,
  names TEXT NOT NULL,
  -- E-mail and number.
  handles TEXT NOT NULL,
  words TEXT NOT NULL GENERATED ALWAYS AS (names || handles) STORED
);

-- Their trigrams. The extension comes with PostgreSQL, and whoever owns a database may switch it on there.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE INDEX account_search_gram ON account_search USING gin (words gin_trgm_ops);

CREATE FUNCTION keep_account_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.deleted_at IS NOT NULL THEN
    DELETE FROM account_search WHERE uaid = NEW.uaid;
  ELSE
    INSERT INTO account_search (uaid, names, handles)
      VALUES (NEW.uaid, '  ' || search_fold(replace(NEW.first_name || ' ' || NEW.last_name, ' ', '  ')),
        '  ' || lower(NEW.email) || '  ' || NEW.uaid)
      ON CONFLICT (uaid) DO UPDATE SET names = excluded.names, handles = excluded.handles;
  END IF;
  RETURN NULL;
END;
$$;

CREATE TRIGGER account_search_of_new AFTER INSERT ON account
FOR EACH ROW EXECUTE FUNCTION keep_account_search();

CREATE TRIGGER account_search_of_changed AFTER UPDATE OF first_name, last_name, email, deleted_at ON account
FOR EACH ROW
WHEN (OLD.first_name <> NEW.first_name OR OLD.last_name <> NEW.last_name OR OLD.email <> NEW.email
  OR OLD.deleted_at IS DISTINCT FROM NEW.deleted_at)
EXECUTE FUNCTION keep_account_search();

INSERT INTO account_search (uaid, names, handles)
SELECT uaid, '  ' || search_fold(replace(first_name || ' ' || last_name, ' ', '  ')), '  ' || lower(email) || '  ' || uaid
FROM account WHERE deleted_at IS NULL;

-- Bookings by code, open ones in the order in which their athletes come, and the log by what was done and by whom.
CREATE INDEX booking_code ON booking (code);
CREATE INDEX booking_open_by_day ON booking (test_date, test_time, uaid) WHERE status IN ('booked', 'assistance');
CREATE INDEX audit_log_action ON audit_log (action, at);
CREATE INDEX audit_log_actor ON audit_log (actor_uaid, at);
