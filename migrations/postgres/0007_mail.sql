-- Mail: confirmed addresses, changes of address, letters that carry a link.

-- When the owner of the account showed that mail to `email` reaches them; NULL until then.
ALTER TABLE account ADD COLUMN email_confirmed_at BIGINT;
-- A provider has vouched for these.
UPDATE account SET email_confirmed_at = (
  SELECT MIN(i.linked_at) FROM identity i WHERE i.uaid = account.uaid AND lower(i.email) = account.email_lookup
) WHERE deleted_at IS NULL;

-- The address that somebody is confirming: their account's own, or the one that it is to change to.
CREATE TABLE email_confirmation (
  uaid TEXT NOT NULL PRIMARY KEY REFERENCES account (uaid),
  email TEXT NOT NULL,
  -- Keyed hash of the six digits, and SHA-256 of the token in the mailed link.
  code_hash TEXT NOT NULL,
  token_hash TEXT NOT NULL UNIQUE,
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  tries BIGINT NOT NULL DEFAULT 0,
  -- Who asked for the change: the owner, or a member of staff.
  asked_by TEXT NOT NULL
);

-- A confirmed address that was changed: whoever reads its mail can undo that until `expires_at`. Nobody else gets it meanwhile.
CREATE TABLE former_email (
  token_hash TEXT NOT NULL PRIMARY KEY,
  uaid TEXT NOT NULL REFERENCES account (uaid),
  email TEXT NOT NULL,
  email_lookup TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL
);
CREATE INDEX former_email_uaid ON former_email (uaid);
CREATE INDEX former_email_lookup ON former_email (email_lookup);

-- An invitation is a purpose of its own: asking for a new password leaves it alone. The purposes are the server's own list, so
-- that a further one needs no new table.
CREATE TABLE mailed_token (
  token_hash TEXT NOT NULL PRIMARY KEY,
  purpose TEXT NOT NULL,
  uaid TEXT NOT NULL REFERENCES account (uaid),
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  used_at BIGINT
);
INSERT INTO mailed_token (token_hash, purpose, uaid, created_at, expires_at, used_at)
SELECT token_hash, CASE WHEN purpose = 'forgot' AND expires_at - created_at > 86400000 THEN 'invitation' ELSE purpose END,
  uaid, created_at, expires_at, used_at FROM one_time_token;
DROP TABLE one_time_token;
ALTER TABLE mailed_token RENAME TO one_time_token;
CREATE INDEX one_time_token_uaid ON one_time_token (uaid);

-- Both bodies of a letter that carries a link, sealed; the plain columns are empty then. All are blanked once it is sent.
ALTER TABLE mail_outbox ADD COLUMN body_sealed TEXT;
-- The ticket code that the letter shows as a QR code.
ALTER TABLE mail_outbox ADD COLUMN ticket_code TEXT;
UPDATE mail_outbox SET text_body = '', html_body = '', calendar = NULL WHERE sent_at IS NOT NULL;
