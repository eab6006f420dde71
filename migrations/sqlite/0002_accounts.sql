-- Accounts: single sign-on, the second factor, devices, requests that serve once.

-- Who a provider says somebody is; the pair never changes hands.
CREATE TABLE identity (
  issuer TEXT NOT NULL,
  subject TEXT NOT NULL,
  uaid TEXT NOT NULL REFERENCES account (uaid),
  provider_id TEXT NOT NULL,
  email TEXT NOT NULL,
  linked_at INTEGER NOT NULL,
  last_used_at INTEGER NOT NULL,
  PRIMARY KEY (issuer, subject)
) STRICT;

CREATE INDEX identity_uaid ON identity (uaid);

ALTER TABLE session ADD COLUMN provider_id TEXT;
-- The provider's ID token, sealed: the hint with which its own session is ended too.
ALTER TABLE session ADD COLUMN id_token_sealed TEXT;
-- Whether a one-time code stood behind the sign-in.
ALTER TABLE session ADD COLUMN second_factor INTEGER NOT NULL DEFAULT FALSE;

CREATE TABLE second_factor (
  uaid TEXT NOT NULL PRIMARY KEY REFERENCES account (uaid),
  secret_sealed TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  -- NULL until the first code was given: an enrolment that was begun and not finished asks for nothing.
  confirmed_at INTEGER,
  -- The time step of the last code that served, so that none serves twice.
  last_step INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE recovery_code (
  uaid TEXT NOT NULL REFERENCES account (uaid),
  -- HMAC-SHA-256 under the factor's own secret.
  code_hash TEXT NOT NULL,
  used_at INTEGER,
  PRIMARY KEY (uaid, code_hash)
) STRICT;

-- Signatures of requests that were served; each serves once.
CREATE TABLE used_signature (
  signature_hash TEXT NOT NULL PRIMARY KEY,
  expires_at INTEGER NOT NULL
) STRICT;

CREATE INDEX used_signature_expires ON used_signature (expires_at);

-- When somebody last gave health data, for the day on which it is erased.
ALTER TABLE account ADD COLUMN health_given_at INTEGER;

-- Whom a kept answer speaks of, where that is somebody else than its owner: it goes when they go.
ALTER TABLE idempotency_key ADD COLUMN subject_uaid TEXT;
CREATE INDEX idempotency_key_subject ON idempotency_key (subject_uaid);
