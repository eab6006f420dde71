-- Passkeys: ways to sign in without a password. Only public keys are stored.
CREATE TABLE passkey (
  passkey_id TEXT NOT NULL PRIMARY KEY,
  uaid TEXT NOT NULL REFERENCES account (uaid),
  -- By which its authenticator and its browser know it, base64url.
  credential_id TEXT NOT NULL UNIQUE,
  -- By which authenticators know the account: random, and the same for all passkeys of one person.
  user_handle TEXT NOT NULL,
  -- The public key and what was verified when the passkey was added: JSON.
  credential TEXT NOT NULL,
  -- How often its authenticator says that it was used; 0 if the authenticator does not count.
  sign_count BIGINT NOT NULL,
  -- Whether it is synchronised between devices or backed up.
  backed_up BOOLEAN NOT NULL,
  name TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  last_used_at BIGINT
);
CREATE INDEX passkey_by_person ON passkey (uaid, created_at);

-- Challenges that have been answered: each is answered once.
CREATE TABLE used_passkey_challenge (
  challenge_id TEXT NOT NULL PRIMARY KEY,
  expires_at BIGINT NOT NULL
);
CREATE INDEX used_passkey_challenge_expires ON used_passkey_challenge (expires_at);
