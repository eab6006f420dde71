-- Addresses that public pages have left: whoever comes there is sent to where the page stands now.
CREATE TABLE content_moved (
  library_id TEXT NOT NULL,
  path TEXT NOT NULL,
  -- The page that stood there last.
  id TEXT NOT NULL,
  moved_at INTEGER NOT NULL,
  PRIMARY KEY (library_id, path)
) STRICT;
