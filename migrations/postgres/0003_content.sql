-- Content: its revisions and its images.

-- The revision that visitors see; NULL while an item has never been ready.
ALTER TABLE content_item ADD COLUMN ready_rev BIGINT;
-- When it was taken away; its revisions stay, so that it can be brought back.
ALTER TABLE content_item ADD COLUMN deleted_at BIGINT;

-- Every state that an item ever had. The newest one is also the row in content_item.
CREATE TABLE content_revision (
  library_id TEXT NOT NULL,
  id TEXT NOT NULL,
  rev BIGINT NOT NULL,
  name TEXT NOT NULL,
  type_id TEXT NOT NULL,
  type TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('draft', 'ready')),
  tags TEXT NOT NULL DEFAULT '[]',
  elements TEXT NOT NULL,
  saved_at BIGINT NOT NULL,
  -- NULL where the product's own seed made it.
  saved_by TEXT,
  -- The revision that was brought back by this one.
  restored_from BIGINT,
  PRIMARY KEY (library_id, id, rev),
  FOREIGN KEY (library_id, id) REFERENCES content_item (library_id, id)
);

INSERT INTO content_revision (library_id, id, rev, name, type_id, type, status, tags, elements, saved_at)
SELECT library_id, id, rev, name, type_id, type, status, tags, elements, last_modified FROM content_item;

UPDATE content_item SET ready_rev = rev WHERE status = 'ready';

-- An image as it was uploaded, known by the digest of its pixels' file; what is served are its renditions.
CREATE TABLE content_image (
  library_id TEXT NOT NULL,
  image_id TEXT NOT NULL,
  name TEXT NOT NULL,
  alt_text TEXT NOT NULL DEFAULT '',
  width BIGINT NOT NULL CHECK (width > 0),
  height BIGINT NOT NULL CHECK (height > 0),
  created_at BIGINT NOT NULL,
  created_by TEXT,
  PRIMARY KEY (library_id, image_id)
);

-- The image in one width (pixels) and quality (75, for logos 100), as WebP.
CREATE TABLE content_image_rendition (
  library_id TEXT NOT NULL,
  image_id TEXT NOT NULL,
  width BIGINT NOT NULL,
  quality BIGINT NOT NULL CHECK (quality IN (75, 100)),
  body BYTEA NOT NULL,
  PRIMARY KEY (library_id, image_id, width, quality),
  FOREIGN KEY (library_id, image_id) REFERENCES content_image (library_id, image_id)
);

-- The finals that boards are made of.
CREATE INDEX booking_final ON booking (event_id, test_date) WHERE status = 'completed' AND score_hundredths IS NOT NULL;
