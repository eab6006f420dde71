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
  rev INTEGER NOT NULL DEFAULT 1,
  created_at INTEGER NOT NULL,
  created_by TEXT NOT NULL,
  updated_at INTEGER NOT NULL,
  deleted_at INTEGER
) STRICT;
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
ALTER TABLE account ADD COLUMN rev INTEGER NOT NULL DEFAULT 1;
ALTER TABLE season ADD COLUMN rev INTEGER NOT NULL DEFAULT 1;

-- When somebody stood at the door, when they were reminded of the day before, and when they were told of their final.
ALTER TABLE booking ADD COLUMN arrived_at INTEGER;
ALTER TABLE booking ADD COLUMN reminded_at INTEGER;
ALTER TABLE booking ADD COLUMN followed_up_at INTEGER;

-- A screen at the door where athletes check in; whoever knows the secret is that screen.
CREATE TABLE kiosk (
  kiosk_id TEXT NOT NULL PRIMARY KEY,
  name TEXT NOT NULL,
  -- SHA-256 of the secret.
  secret_hash TEXT NOT NULL UNIQUE,
  event_id TEXT NOT NULL REFERENCES event (event_id),
  created_at INTEGER NOT NULL,
  created_by TEXT NOT NULL,
  seen_at INTEGER,
  revoked_at INTEGER
) STRICT;

-- A calendar of the schedule that a member of staff subscribes to by a secret link.
CREATE TABLE calendar_feed (
  feed_id TEXT NOT NULL PRIMARY KEY,
  uaid TEXT NOT NULL REFERENCES account (uaid),
  -- SHA-256 of the secret.
  secret_hash TEXT NOT NULL UNIQUE,
  created_at INTEGER NOT NULL,
  revoked_at INTEGER
) STRICT;
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

-- Bookings at each quarter hour that was ever booked.
CREATE TABLE slot_tally (
  event_id TEXT NOT NULL,
  test_date TEXT NOT NULL,
  test_time TEXT NOT NULL,
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
) STRICT, WITHOUT ROWID;

-- Points by day, a row for each test and one for the final; those that are held back do not count yet. `b0` counts what is
-- below 5.00, `b19` what is 95.00 or more.
CREATE TABLE score_tally (
  event_id TEXT NOT NULL,
  test_type TEXT NOT NULL,
  test_date TEXT NOT NULL,
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
) STRICT, WITHOUT ROWID;

-- Who waited for places of which day, and whom a place was offered to.
CREATE INDEX waitlist_by_day ON waitlist (event_id, test_date, status, offered_at);

-- A booking that is to be counted (`step` 1), or not any more (-1).
CREATE VIEW slot_tally_step AS
SELECT 1 AS step, event_id, test_date, test_time, status, booking_type, arrived_at, onboarded_at, completed_at FROM booking;

CREATE TRIGGER slot_tally_count INSTEAD OF INSERT ON slot_tally_step
WHEN NEW.test_date IS NOT NULL AND NEW.test_time IS NOT NULL
BEGIN
  INSERT INTO slot_tally (event_id, test_date, test_time, weekday, hour, booked, retests, arrived, onboarded, finished,
    missed, cancelled, declined)
  VALUES (NEW.event_id, NEW.test_date, NEW.test_time, (strftime('%w', NEW.test_date) + 6) % 7 + 1,
    CAST(substr(NEW.test_time, 1, 2) AS INTEGER),
    NEW.step * (NEW.status NOT IN ('cancelled', 'declined')),
    NEW.step * (NEW.booking_type = 'retest' AND NEW.status NOT IN ('cancelled', 'declined')),
    NEW.step * (COALESCE(NEW.arrived_at, NEW.onboarded_at, NEW.completed_at) IS NOT NULL
      AND NEW.status NOT IN ('cancelled', 'declined')),
    NEW.step * (NEW.onboarded_at IS NOT NULL AND NEW.status NOT IN ('cancelled', 'declined')),
    NEW.step * (NEW.completed_at IS NOT NULL AND NEW.status NOT IN ('cancelled', 'declined')),
    NEW.step * (NEW.status = 'dnt' AND COALESCE(NEW.arrived_at, NEW.onboarded_at, NEW.completed_at) IS NULL),
    NEW.step * (NEW.status = 'cancelled'),
    NEW.step * (NEW.status = 'declined'))
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

CREATE TRIGGER slot_tally_by_new_booking AFTER INSERT ON booking
BEGIN
  INSERT INTO slot_tally_step VALUES (1, NEW.event_id, NEW.test_date, NEW.test_time, NEW.status, NEW.booking_type,
    NEW.arrived_at, NEW.onboarded_at, NEW.completed_at);
END;

CREATE TRIGGER slot_tally_by_booking
AFTER UPDATE OF event_id, test_date, test_time, status, booking_type, arrived_at, onboarded_at, completed_at ON booking
BEGIN
  INSERT INTO slot_tally_step VALUES (-1, OLD.event_id, OLD.test_date, OLD.test_time, OLD.status, OLD.booking_type,
    OLD.arrived_at, OLD.onboarded_at, OLD.completed_at);
  INSERT INTO slot_tally_step VALUES (1, NEW.event_id, NEW.test_date, NEW.test_time, NEW.status, NEW.booking_type,
    NEW.arrived_at, NEW.onboarded_at, NEW.completed_at);
END;

CREATE TRIGGER slot_tally_by_lost_booking AFTER DELETE ON booking
BEGIN
  INSERT INTO slot_tally_step VALUES (-1, OLD.event_id, OLD.test_date, OLD.test_time, OLD.status, OLD.booking_type,
    OLD.arrived_at, OLD.onboarded_at, OLD.completed_at);
END;

-- A score that is to be counted (`step` 1), or not any more (-1).
CREATE VIEW score_tally_step AS
SELECT 1 AS step, b.event_id, b.test_date, t.test_type, t.score_hundredths AS score
FROM result_test t JOIN booking b ON b.booking_id = t.booking_id;

CREATE TRIGGER score_tally_count INSTEAD OF INSERT ON score_tally_step
WHEN NEW.test_date IS NOT NULL AND NEW.score IS NOT NULL
BEGIN
  INSERT INTO score_tally (event_id, test_type, test_date, scores, points, b0, b1, b2, b3, b4, b5, b6, b7, b8, b9,
    b10, b11, b12, b13, b14, b15, b16, b17, b18, b19)
  VALUES (NEW.event_id, NEW.test_type, NEW.test_date, NEW.step, NEW.step * NEW.score,
    NEW.step * (MIN(NEW.score / 500, 19) = 0), NEW.step * (MIN(NEW.score / 500, 19) = 1),
    NEW.step * (MIN(NEW.score / 500, 19) = 2), NEW.step * (MIN(NEW.score / 500, 19) = 3),
    NEW.step * (MIN(NEW.score / 500, 19) = 4), NEW.step * (MIN(NEW.score / 500, 19) = 5),
    NEW.step * (MIN(NEW.score / 500, 19) = 6), NEW.step * (MIN(NEW.score / 500, 19) = 7),
    NEW.step * (MIN(NEW.score / 500, 19) = 8), NEW.step * (MIN(NEW.score / 500, 19) = 9),
    NEW.step * (MIN(NEW.score / 500, 19) = 10), NEW.step * (MIN(NEW.score / 500, 19) = 11),
    NEW.step * (MIN(NEW.score / 500, 19) = 12), NEW.step * (MIN(NEW.score / 500, 19) = 13),
    NEW.step * (MIN(NEW.score / 500, 19) = 14), NEW.step * (MIN(NEW.score / 500, 19) = 15),
    NEW.step * (MIN(NEW.score / 500, 19) = 16), NEW.step * (MIN(NEW.score / 500, 19) = 17),
    NEW.step * (MIN(NEW.score / 500, 19) = 18), NEW.step * (MIN(NEW.score / 500, 19) = 19))
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

CREATE TRIGGER score_tally_by_new_test AFTER INSERT ON result_test
BEGIN
  INSERT INTO score_tally_step SELECT 1, event_id, test_date, NEW.test_type, NEW.score_hundredths
    FROM booking WHERE booking_id = NEW.booking_id;
END;

CREATE TRIGGER score_tally_by_test AFTER UPDATE OF score_hundredths ON result_test
BEGIN
  INSERT INTO score_tally_step SELECT -1, event_id, test_date, OLD.test_type, OLD.score_hundredths
    FROM booking WHERE booking_id = OLD.booking_id;
  INSERT INTO score_tally_step SELECT 1, event_id, test_date, NEW.test_type, NEW.score_hundredths
    FROM booking WHERE booking_id = NEW.booking_id;
END;

CREATE TRIGGER score_tally_by_lost_test AFTER DELETE ON result_test
BEGIN
  INSERT INTO score_tally_step SELECT -1, event_id, test_date, OLD.test_type, OLD.score_hundredths
    FROM booking WHERE booking_id = OLD.booking_id;
END;

CREATE TRIGGER score_tally_by_new_booking AFTER INSERT ON booking
BEGIN
  INSERT INTO score_tally_step SELECT 1, NEW.event_id, NEW.test_date, 'final', NEW.score_hundredths
    WHERE NEW.status = 'completed' AND NOT NEW.held;
END;

CREATE TRIGGER score_tally_by_booking AFTER UPDATE OF event_id, test_date, status, score_hundredths, held ON booking
BEGIN
  INSERT INTO score_tally_step SELECT -1, OLD.event_id, OLD.test_date, 'final', OLD.score_hundredths
    WHERE OLD.status = 'completed' AND NOT OLD.held;
  INSERT INTO score_tally_step SELECT 1, NEW.event_id, NEW.test_date, 'final', NEW.score_hundredths
    WHERE NEW.status = 'completed' AND NOT NEW.held;
END;

CREATE TRIGGER score_tally_by_lost_booking AFTER DELETE ON booking
BEGIN
  INSERT INTO score_tally_step SELECT -1, OLD.event_id, OLD.test_date, 'final', OLD.score_hundredths
    WHERE OLD.status = 'completed' AND NOT OLD.held;
END;

-- Its tests go with a booking to another day.
CREATE TRIGGER score_tally_by_move AFTER UPDATE OF event_id, test_date ON booking
WHEN NEW.event_id <> OLD.event_id OR NEW.test_date IS NOT OLD.test_date
BEGIN
  INSERT INTO score_tally_step SELECT -1, OLD.event_id, OLD.test_date, test_type, score_hundredths
    FROM result_test WHERE booking_id = NEW.booking_id;
  INSERT INTO score_tally_step SELECT 1, NEW.event_id, NEW.test_date, test_type, score_hundredths
    FROM result_test WHERE booking_id = NEW.booking_id;
END;

-- What is there already.
INSERT INTO slot_tally_step
SELECT 1, event_id, test_date, test_time, status, booking_type, arrived_at, onboarded_at, completed_at FROM booking;
INSERT INTO score_tally_step
SELECT 1, b.event_id, b.test_date, t.test_type, t.score_hundredths
FROM booking b JOIN result_test t ON t.booking_id = b.booking_id;
INSERT INTO score_tally_step
SELECT 1, event_id, test_date, 'final', score_hundredths FROM booking WHERE status = 'completed' AND NOT held;

-- Section "search": how staff find people. Words are kept as they are looked for, in small letters and without accents, each with two
-- spaces before it, so that the beginning of a word is three characters too, however short the search is.
CREATE TABLE search_letter (
  place INTEGER NOT NULL PRIMARY KEY,
  letter TEXT NOT NULL UNIQUE,
  plain TEXT NOT NULL
) STRICT;
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

CREATE TABLE account_search (
  search_id INTEGER NOT NULL PRIMARY KEY,
  uaid TEXT NOT NULL UNIQUE REFERENCES account (uaid) ON DELETE CASCADE,
  names TEXT NOT NULL,
  -- E-mail and number.
  handles TEXT NOT NULL,
  words TEXT NOT NULL GENERATED ALWAYS AS (names || handles) VIRTUAL
) STRICT;

-- The trigrams of both, as an index of their own. What is erased leaves it at once.
CREATE VIRTUAL TABLE account_gram USING fts5 (
  names, handles, content = 'account_search', content_rowid = 'search_id', tokenize = 'trigram'
);
INSERT INTO account_gram (account_gram, rank) VALUES ('secure-delete', 1);

CREATE VIEW account_words AS
SELECT uaid, '  ' || lower(email) || '  ' || uaid AS handles,
  '  ' || CASE WHEN said GLOB '*[^ -~]*' THEN (
    WITH RECURSIVE folded (step, text) AS (
      SELECT 0, said
      UNION ALL
      SELECT step + 1, replace(text, letter, plain) FROM folded JOIN search_letter ON place = step + 1
    ) SELECT text FROM folded ORDER BY step DESC LIMIT 1
  ) ELSE said END AS names
FROM (
  SELECT uaid, email, lower(replace(first_name || ' ' || last_name, ' ', '  ')) AS said FROM account WHERE deleted_at IS NULL
);

CREATE TRIGGER account_search_of_new AFTER INSERT ON account
BEGIN
  INSERT INTO account_search (uaid, names, handles) SELECT uaid, names, handles FROM account_words WHERE uaid = NEW.uaid;
END;

CREATE TRIGGER account_search_of_changed AFTER UPDATE OF first_name, last_name, email, deleted_at ON account
WHEN OLD.first_name <> NEW.first_name OR OLD.last_name <> NEW.last_name OR OLD.email <> NEW.email
  OR OLD.deleted_at IS NOT NEW.deleted_at
BEGIN
  DELETE FROM account_search WHERE uaid = NEW.uaid AND NEW.deleted_at IS NOT NULL;
  UPDATE account_search SET (names, handles) = (SELECT names, handles FROM account_words WHERE uaid = NEW.uaid)
    WHERE uaid = NEW.uaid;
END;

CREATE TRIGGER account_gram_of_new AFTER INSERT ON account_search
BEGIN
  INSERT INTO account_gram (rowid, names, handles) VALUES (NEW.search_id, NEW.names, NEW.handles);
END;

CREATE TRIGGER account_gram_of_changed AFTER UPDATE ON account_search
BEGIN
  INSERT INTO account_gram (account_gram, rowid, names, handles)
    VALUES ('delete', OLD.search_id, OLD.names, OLD.handles);
  INSERT INTO account_gram (rowid, names, handles) VALUES (NEW.search_id, NEW.names, NEW.handles);
END;

CREATE TRIGGER account_gram_of_gone AFTER DELETE ON account_search
BEGIN
  INSERT INTO account_gram (account_gram, rowid, names, handles)
    VALUES ('delete', OLD.search_id, OLD.names, OLD.handles);
END;

INSERT INTO account_search (uaid, names, handles) SELECT uaid, names, handles FROM account_words;

-- Bookings by code, open ones in the order in which their athletes come, and the log by what was done and by whom.
CREATE INDEX booking_code ON booking (code);
CREATE INDEX booking_open_by_day ON booking (test_date, test_time, uaid) WHERE status IN ('booked', 'assistance');
CREATE INDEX audit_log_action ON audit_log (action, at);
CREATE INDEX audit_log_actor ON audit_log (actor_uaid, at);
