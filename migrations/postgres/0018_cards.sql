-- Story cards in three formats, with more on them, on a photograph, and reported by anybody.

-- A photograph that an athlete sent for cards: only the pixels, re-encoded.
CREATE TABLE card_photo (
  photo_id TEXT NOT NULL PRIMARY KEY,
  uaid TEXT NOT NULL REFERENCES account (uaid),
  -- The SHA-256 of the body.
  digest TEXT NOT NULL,
  width BIGINT NOT NULL,
  height BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  -- A JPEG without metadata. The last column, so that the others are read without it.
  body BYTEA NOT NULL,
  UNIQUE (uaid, digest)
);

-- Photographs that staff took down: refused when the same athlete shares one again.
CREATE TABLE card_photo_refused (
  uaid TEXT NOT NULL REFERENCES account (uaid),
  digest TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (uaid, digest)
);

ALTER TABLE share DROP CONSTRAINT share_template_check;
ALTER TABLE share ADD CONSTRAINT share_template_check CHECK (template IN (
  'season_card', 'result_details', 'result_overview', 'challenge', 'recap_result', 'recap_progress', 'recap_tests'));
ALTER TABLE share ADD COLUMN format TEXT NOT NULL DEFAULT 'story' CHECK (format IN ('story', 'square', 'landscape'));
-- What the card shows beside the result: words with commas between them.
ALTER TABLE share ADD COLUMN shows TEXT NOT NULL DEFAULT 'handle';
-- None once the card is not public any more.
ALTER TABLE share ADD COLUMN photo_id TEXT REFERENCES card_photo (photo_id);
-- When staff took it down; it is revoked then too.
ALTER TABLE share ADD COLUMN taken_down_at BIGINT;
CREATE INDEX share_by_photo ON share (photo_id) WHERE photo_id IS NOT NULL;

-- An open report of a public card; it is deleted when staff have decided, or when the card is not public any more.
CREATE TABLE share_report (
  share_id TEXT NOT NULL PRIMARY KEY REFERENCES share (share_id),
  reason TEXT NOT NULL CHECK (reason IN ('person', 'offensive', 'other')),
  -- Of the first report that has one.
  note TEXT,
  -- How many there are.
  reports BIGINT NOT NULL DEFAULT 1,
  reported_at BIGINT NOT NULL
);
CREATE INDEX share_report_by_time ON share_report (reported_at);
