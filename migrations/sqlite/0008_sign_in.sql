-- Signing in.

-- The code that is mailed to staff before their first second factor: keyed hash, one for each person, for ten minutes.
CREATE TABLE second_factor_code (
  uaid TEXT NOT NULL PRIMARY KEY REFERENCES account (uaid),
  code_hash TEXT NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;

-- What a client keeps with its session (`POST /api/auth/session`): a small JSON object, or NULL.
ALTER TABLE session ADD COLUMN client_data TEXT;
