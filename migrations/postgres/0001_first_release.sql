-- People, sessions, schedule, bookings, mail, content. Ids and ISO dates are text, instants are milliseconds.

CREATE TABLE account (
  uaid TEXT NOT NULL PRIMARY KEY,
  email TEXT NOT NULL,
  -- The address as it is looked up: trimmed, lower case. A deleted account keeps a value nobody can type.
  email_lookup TEXT NOT NULL UNIQUE,
  password_hash TEXT,
  role BIGINT NOT NULL DEFAULT 1 CHECK (role BETWEEN 1 AND 4),
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  registered_at BIGINT,
  deleted_at BIGINT,
  first_name TEXT NOT NULL DEFAULT '',
  last_name TEXT NOT NULL DEFAULT '',
  date_of_birth TEXT,
  t_shirt_size TEXT NOT NULL DEFAULT 'M',
  gender TEXT,
  phone_number TEXT NOT NULL DEFAULT '',
  postcode TEXT NOT NULL DEFAULT '',
  assistance_required BOOLEAN NOT NULL DEFAULT FALSE,
  marketing_pref_1 BOOLEAN NOT NULL DEFAULT FALSE,
  marketing_pref_2 BOOLEAN NOT NULL DEFAULT FALSE,
  marketing_pref_3 BOOLEAN NOT NULL DEFAULT FALSE,
  sport_played TEXT NOT NULL DEFAULT '',
  sport_level TEXT NOT NULL DEFAULT '',
  improvement TEXT NOT NULL DEFAULT '',
  is_competitor BOOLEAN NOT NULL DEFAULT TRUE,
  region TEXT,
  instagram TEXT NOT NULL DEFAULT '',
  tiktok TEXT NOT NULL DEFAULT '',
  team_booking_id TEXT,
  -- Health data, sealed (AES-256-GCM bound to this row and column); NULL is absence.
  emergency_name_sealed TEXT,
  emergency_number_sealed TEXT,
  medical_issues_sealed TEXT
);

CREATE INDEX account_role ON account (role);

CREATE TABLE eligibility (
  uaid TEXT NOT NULL PRIMARY KEY REFERENCES account (uaid),
  age_range BOOLEAN NOT NULL,
  consent BOOLEAN NOT NULL,
  consent_version TEXT NOT NULL,
  consent_at BIGINT NOT NULL,
  health_consent BOOLEAN NOT NULL,
  health_consent_version TEXT NOT NULL,
  health_consent_at BIGINT,
  health_consent_withdrawn_at BIGINT,
  guardian_email TEXT,
  guardian_confirmed_at BIGINT,
  -- The seven screening answers as sealed JSON; NULL once erased.
  parq_sealed TEXT,
  parq_cleared BOOLEAN NOT NULL,
  screened_at BIGINT NOT NULL,
  clearance_by TEXT,
  clearance_basis_sealed TEXT,
  clearance_at BIGINT,
  clearance_expires_at BIGINT
);

CREATE TABLE session (
  session_id TEXT NOT NULL PRIMARY KEY,
  uaid TEXT NOT NULL REFERENCES account (uaid),
  -- SHA-256 of the cookie secret and of the API token that is derived from it.
  cookie_hash TEXT NOT NULL UNIQUE,
  token_hash TEXT NOT NULL UNIQUE,
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  revoked_at BIGINT,
  auth_method TEXT NOT NULL,
  idp_sid TEXT,
  user_agent TEXT
);

CREATE INDEX session_uaid ON session (uaid);
CREATE INDEX session_expires ON session (expires_at);

CREATE TABLE one_time_token (
  token_hash TEXT NOT NULL PRIMARY KEY,
  purpose TEXT NOT NULL CHECK (purpose IN ('forgot', 'guardian')),
  uaid TEXT NOT NULL REFERENCES account (uaid),
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  used_at BIGINT
);

CREATE INDEX one_time_token_uaid ON one_time_token (uaid);

-- Counters of attempts in fixed windows, per address and per account (both hashed).
CREATE TABLE throttle (
  scope TEXT NOT NULL,
  subject TEXT NOT NULL,
  window_start BIGINT NOT NULL,
  attempts BIGINT NOT NULL,
  PRIMARY KEY (scope, subject)
);

CREATE TABLE event (
  event_id TEXT NOT NULL PRIMARY KEY,
  name TEXT NOT NULL,
  location_name TEXT NOT NULL,
  location_address TEXT NOT NULL,
  location_post_code TEXT NOT NULL,
  location_contact_number TEXT NOT NULL,
  location_contact_email TEXT NOT NULL,
  map_url TEXT NOT NULL,
  -- The academy's own event is the one with the lowest position.
  position BIGINT NOT NULL DEFAULT 0
);

CREATE TABLE season (
  season BIGINT NOT NULL PRIMARY KEY,
  start_date TEXT NOT NULL,
  end_date TEXT NOT NULL
);

-- Everything of a booking session config that is not a list of dates, as JSON.
CREATE TABLE schedule_config (
  event_id TEXT NOT NULL PRIMARY KEY REFERENCES event (event_id),
  settings TEXT NOT NULL,
  rev BIGINT NOT NULL DEFAULT 1,
  updated_at BIGINT NOT NULL,
  updated_by TEXT
);

CREATE TABLE schedule_date (
  event_id TEXT NOT NULL REFERENCES event (event_id),
  kind TEXT NOT NULL CHECK (kind IN ('closed', 'bank-holiday')),
  date TEXT NOT NULL,
  PRIMARY KEY (event_id, kind, date)
);

CREATE TABLE session_item (
  session_item_id TEXT NOT NULL PRIMARY KEY,
  event_id TEXT NOT NULL REFERENCES event (event_id),
  kind TEXT NOT NULL CHECK (kind IN ('closed-session', 'training-session', 'mopup-session')),
  session_date TEXT NOT NULL,
  session_start TEXT NOT NULL,
  session_end TEXT NOT NULL,
  rev BIGINT NOT NULL DEFAULT 1,
  updated_at BIGINT NOT NULL
);

CREATE UNIQUE INDEX session_item_place ON session_item (event_id, kind, session_date, session_start, session_end);

-- One row per place in time that was ever asked for; `taken` is the guard against overselling.
CREATE TABLE slot (
  event_id TEXT NOT NULL REFERENCES event (event_id),
  test_date TEXT NOT NULL,
  test_time TEXT NOT NULL,
  capacity BIGINT NOT NULL,
  taken BIGINT NOT NULL DEFAULT 0,
  PRIMARY KEY (event_id, test_date, test_time),
  CHECK (taken BETWEEN 0 AND capacity)
);

CREATE TABLE booking (
  booking_id TEXT NOT NULL PRIMARY KEY,
  uaid TEXT NOT NULL REFERENCES account (uaid),
  event_id TEXT NOT NULL REFERENCES event (event_id),
  status TEXT NOT NULL
    CHECK (status IN ('booked', 'assistance', 'completed', 'dnt', 'declined', 'cancelled')),
  booking_type TEXT NOT NULL CHECK (booking_type IN ('test', 'retest')),
  test_date TEXT,
  test_time TEXT,
  -- The numbered place it holds in its slot; NULL when it holds none.
  seat BIGINT,
  code TEXT NOT NULL,
  team_booking_id TEXT,
  notes TEXT,
  t_shirt_size TEXT NOT NULL DEFAULT 'M',
  assistance_required BOOLEAN NOT NULL DEFAULT FALSE,
  assistance_type_sealed TEXT,
  bypass BOOLEAN NOT NULL DEFAULT FALSE,
  score_hundredths BIGINT CHECK (score_hundredths BETWEEN 0 AND 10000),
  -- The calendar file's SEQUENCE: rises with every change.
  sequence BIGINT NOT NULL DEFAULT 0,
  rev BIGINT NOT NULL DEFAULT 1,
  created_at BIGINT NOT NULL,
  created_by TEXT NOT NULL,
  updated_at BIGINT NOT NULL,
  onboarded_at BIGINT,
  completed_at BIGINT,
  cancelled_at BIGINT,
  CHECK (seat IS NULL OR (test_date IS NOT NULL AND test_time IS NOT NULL)),
  CHECK (seat IS NULL OR status NOT IN ('cancelled', 'declined'))
);

CREATE UNIQUE INDEX booking_one_open ON booking (uaid) WHERE status IN ('booked', 'assistance');
CREATE UNIQUE INDEX booking_seat ON booking (event_id, test_date, test_time, seat) WHERE seat IS NOT NULL;
CREATE UNIQUE INDEX booking_open_code ON booking (code) WHERE status IN ('booked', 'assistance');
CREATE INDEX booking_uaid ON booking (uaid, created_at);
CREATE INDEX booking_day ON booking (event_id, test_date, test_time);
CREATE INDEX booking_team ON booking (team_booking_id);

CREATE TABLE result_test (
  booking_id TEXT NOT NULL REFERENCES booking (booking_id),
  test_type TEXT NOT NULL
    CHECK (test_type IN ('Cognitive', 'Strength', 'Power', 'Speed', 'Agility', 'Endurance')),
  status TEXT NOT NULL CHECK (status IN ('open', 'closed', 'dnt')),
  score_hundredths BIGINT CHECK (score_hundredths BETWEEN 0 AND 10000),
  revision BIGINT NOT NULL DEFAULT 1,
  updated_at BIGINT NOT NULL,
  PRIMARY KEY (booking_id, test_type)
);

CREATE TABLE result_attempt (
  booking_id TEXT NOT NULL,
  test_type TEXT NOT NULL,
  attempt BIGINT NOT NULL,
  -- The raw measurement in hundredths of that test's unit.
  raw_hundredths BIGINT NOT NULL CHECK (raw_hundredths >= 0),
  PRIMARY KEY (booking_id, test_type, attempt),
  FOREIGN KEY (booking_id, test_type) REFERENCES result_test (booking_id, test_type)
);

CREATE TABLE waitlist (
  waitlist_id TEXT NOT NULL PRIMARY KEY,
  uaid TEXT NOT NULL REFERENCES account (uaid),
  event_id TEXT NOT NULL REFERENCES event (event_id),
  test_date TEXT NOT NULL,
  test_time TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('waiting', 'offered', 'accepted', 'expired', 'left')),
  created_at BIGINT NOT NULL,
  offer_id TEXT UNIQUE,
  offered_at BIGINT,
  offer_expires_at BIGINT
);

CREATE UNIQUE INDEX waitlist_once ON waitlist (uaid, event_id, test_date, test_time)
  WHERE status IN ('waiting', 'offered');
CREATE INDEX waitlist_slot ON waitlist (event_id, test_date, test_time, created_at);

CREATE TABLE idempotency_key (
  -- A user's id, or 'staff' for the roles that share a queue.
  owner TEXT NOT NULL,
  key TEXT NOT NULL,
  method TEXT NOT NULL,
  path TEXT NOT NULL,
  body_hash TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  status BIGINT,
  answer TEXT,
  PRIMARY KEY (owner, key)
);

CREATE INDEX idempotency_key_age ON idempotency_key (created_at);

CREATE TABLE mail_outbox (
  mail_id TEXT NOT NULL PRIMARY KEY,
  uaid TEXT,
  kind TEXT NOT NULL,
  to_address TEXT NOT NULL,
  to_name TEXT NOT NULL DEFAULT '',
  subject TEXT NOT NULL,
  text_body TEXT NOT NULL,
  html_body TEXT NOT NULL,
  calendar TEXT,
  calendar_method TEXT,
  created_at BIGINT NOT NULL,
  next_attempt_at BIGINT NOT NULL,
  attempts BIGINT NOT NULL DEFAULT 0,
  claimed_until BIGINT,
  sent_at BIGINT,
  failed_at BIGINT,
  last_error TEXT
);

CREATE INDEX mail_outbox_due ON mail_outbox (next_attempt_at) WHERE sent_at IS NULL AND failed_at IS NULL;
CREATE INDEX mail_outbox_uaid ON mail_outbox (uaid);

CREATE TABLE audit_log (
  audit_id TEXT NOT NULL PRIMARY KEY,
  at BIGINT NOT NULL,
  actor_uaid TEXT,
  actor_role BIGINT,
  action TEXT NOT NULL,
  subject_uaid TEXT,
  object_id TEXT,
  -- JSON without personal or medical text.
  detail TEXT NOT NULL DEFAULT '{}'
);

CREATE INDEX audit_log_at ON audit_log (at);
CREATE INDEX audit_log_subject ON audit_log (subject_uaid, at);

CREATE TABLE content_item (
  library_id TEXT NOT NULL,
  id TEXT NOT NULL,
  name TEXT NOT NULL,
  type_id TEXT NOT NULL,
  type TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('draft', 'ready')),
  path TEXT,
  tags TEXT NOT NULL DEFAULT '[]',
  elements TEXT NOT NULL,
  rev BIGINT NOT NULL DEFAULT 1,
  last_modified BIGINT NOT NULL,
  PRIMARY KEY (library_id, id)
);

CREATE INDEX content_item_path ON content_item (library_id, path);

CREATE TABLE topic_version (
  topic TEXT NOT NULL PRIMARY KEY,
  version BIGINT NOT NULL
);

-- Facts about this database itself: its canary for the secret, whether the demo was seeded.
CREATE TABLE store_fact (
  name TEXT NOT NULL PRIMARY KEY,
  value TEXT NOT NULL
);
