-- Story cards in three formats, with more on them, on a photograph, and reported by anybody.

-- A photograph that an athlete sent for cards: only the pixels, re-encoded.
CREATE TABLE card_photo (
  photo_id TEXT NOT NULL PRIMARY KEY,
  uaid TEXT NOT NULL REFERENCES account (uaid),
  -- The SHA-256 of the body.
  digest TEXT NOT NULL,
  width INTEGER NOT NULL,
  height INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  -- A JPEG without metadata. The last column, so that the others are read without it.
  body BLOB NOT NULL,
  UNIQUE (uaid, digest)
) STRICT;

-- Photographs that staff took down: refused when the same athlete shares one again.
CREATE TABLE card_photo_refused (
  uaid TEXT NOT NULL REFERENCES account (uaid),
  digest TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (uaid, digest)
) STRICT;

CREATE TABLE share_with_photo (
  share_id TEXT NOT NULL PRIMARY KEY,
  uaid TEXT NOT NULL REFERENCES account (uaid),
  template TEXT NOT NULL CHECK (template IN (
    'season_card', 'result_details', 'result_overview', 'challenge', 'recap_result', 'recap_progress', 'recap_tests')),
  colour TEXT NOT NULL,
  format TEXT NOT NULL DEFAULT 'story' CHECK (format IN ('story', 'square', 'landscape')),
  -- What the card shows beside the result: words with commas between them.
  shows TEXT NOT NULL DEFAULT 'handle',
  -- None once the card is not public any more.
  photo_id TEXT REFERENCES card_photo (photo_id),
  -- The result that it shows.
  booking_id TEXT NOT NULL REFERENCES booking (booking_id),
  created_at INTEGER NOT NULL,
  revoked_at INTEGER,
  -- When staff took it down; it is revoked then too.
  taken_down_at INTEGER
) STRICT;
INSERT INTO share_with_photo (share_id, uaid, template, colour, booking_id, created_at, revoked_at)
  SELECT share_id, uaid, template, colour, booking_id, created_at, revoked_at FROM share;
DROP TABLE share;
ALTER TABLE share_with_photo RENAME TO share;
CREATE INDEX share_by_person ON share (uaid, created_at);
CREATE INDEX share_by_photo ON share (photo_id) WHERE photo_id IS NOT NULL;

-- An open report of a public card; it is deleted when staff have decided, or when the card is not public any more.
CREATE TABLE share_report (
  share_id TEXT NOT NULL PRIMARY KEY REFERENCES share (share_id),
  reason TEXT NOT NULL CHECK (reason IN ('person', 'offensive', 'other')),
  -- Of the first report that has one.
  note TEXT,
  -- How many there are.
  reports INTEGER NOT NULL DEFAULT 1,
  reported_at INTEGER NOT NULL
) STRICT;
CREATE INDEX share_report_by_time ON share_report (reported_at);
