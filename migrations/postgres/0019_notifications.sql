-- Notifications on people's devices, and reminders by text message.

-- A browser that its owner has asked to be notified in.
CREATE TABLE push_device (
  device_id TEXT NOT NULL PRIMARY KEY,
  uaid TEXT NOT NULL REFERENCES account (uaid),
  -- SHA-256 of its address at its push service: a browser belongs to one account.
  endpoint_hash TEXT NOT NULL UNIQUE,
  -- Address and keys: whoever has them can notify the device.
  subscription_sealed TEXT NOT NULL,
  name TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  last_sent_at BIGINT
);
CREATE INDEX push_device_by_person ON push_device (uaid, created_at);

-- What somebody has chosen; no row until then.
CREATE TABLE notification_setting (
  uaid TEXT NOT NULL PRIMARY KEY REFERENCES account (uaid),
  offers BOOLEAN NOT NULL,
  bookings BOOLEAN NOT NULL,
  results BOOLEAN NOT NULL,
  reminders BOOLEAN NOT NULL,
  alerts BOOLEAN NOT NULL,
  -- HH:MM in London; none without quiet hours.
  quiet_from TEXT,
  quiet_until TEXT,
  text_reminders BOOLEAN NOT NULL,
  updated_at BIGINT NOT NULL
);

-- A notification that waits to be sent to one device.
CREATE TABLE push_message (
  message_id TEXT NOT NULL PRIMARY KEY,
  -- One of push_device, unless that has been forgotten meanwhile.
  device_id TEXT NOT NULL,
  topic TEXT NOT NULL,
  -- What it is about: a later one with the same tag replaces it.
  tag TEXT NOT NULL,
  content_sealed TEXT NOT NULL,
  -- It is of no use any more once the booking has changed again, its final is held, or the offer has ended.
  booking_id TEXT,
  sequence BIGINT NOT NULL DEFAULT 0,
  offer_id TEXT,
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  next_attempt_at BIGINT NOT NULL,
  attempts BIGINT NOT NULL DEFAULT 0,
  -- Until then a node is sending it.
  claimed_until BIGINT,
  UNIQUE (device_id, tag)
);
CREATE INDEX push_message_due ON push_message (next_attempt_at);

-- A reminder that waits to be sent by text message.
CREATE TABLE text_message (
  text_id TEXT NOT NULL PRIMARY KEY,
  uaid TEXT NOT NULL REFERENCES account (uaid),
  -- Number and text.
  content_sealed TEXT NOT NULL,
  booking_id TEXT NOT NULL,
  sequence BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  next_attempt_at BIGINT NOT NULL,
  attempts BIGINT NOT NULL DEFAULT 0,
  -- When a node began to send it. If that node has never said what came of it, it may have been sent.
  begun_at BIGINT
);
CREATE INDEX text_message_due ON text_message (next_attempt_at);
CREATE INDEX text_message_by_person ON text_message (uaid);
