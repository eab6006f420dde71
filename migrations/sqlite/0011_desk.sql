-- A decline that can be undone, and results that a tablet hands to programme delivery because the server would not take them.

-- When a booking was declined and which status it had before, for the ten minutes in which staff may undo it.
ALTER TABLE booking ADD COLUMN declined_at INTEGER;
ALTER TABLE booking ADD COLUMN declined_from TEXT;

CREATE TABLE correction_request (
  request_id TEXT NOT NULL PRIMARY KEY,
  booking_id TEXT NOT NULL REFERENCES booking (booking_id),
  uaid TEXT NOT NULL REFERENCES account (uaid),
  -- JSON, as the wire has them: the tests with their attempts, as they were recorded at the desk.
  results TEXT NOT NULL,
  notes TEXT,
  asked_at INTEGER NOT NULL,
  asked_by TEXT NOT NULL REFERENCES account (uaid),
  -- The tablet's own name for itself.
  device TEXT,
  settled_at INTEGER,
  settled_by TEXT REFERENCES account (uaid),
  outcome TEXT CHECK (outcome IN ('applied', 'dismissed'))
) STRICT;
CREATE INDEX correction_request_open ON correction_request (asked_at, request_id) WHERE settled_at IS NULL;
CREATE INDEX correction_request_uaid ON correction_request (uaid);
