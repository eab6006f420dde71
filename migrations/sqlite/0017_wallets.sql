-- Phones that have a ticket in Apple Wallet, to be notified when the booking changes.

CREATE TABLE apple_pass_device (
  -- SHA-256 of the device's id and the booking's.
  registration_id TEXT NOT NULL PRIMARY KEY,
  -- SHA-256 of the device's id.
  device_hash TEXT NOT NULL,
  booking_id TEXT NOT NULL REFERENCES booking (booking_id),
  push_token_sealed TEXT NOT NULL,
  -- The newest change of the booking that the device was notified of.
  notified_sequence INTEGER NOT NULL DEFAULT 0,
  attempts INTEGER NOT NULL DEFAULT 0,
  next_attempt_at INTEGER NOT NULL DEFAULT 0,
  -- Until then a node is sending the notification.
  claimed_until INTEGER,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX apple_pass_device_by_device ON apple_pass_device (device_hash);
CREATE INDEX apple_pass_device_by_booking ON apple_pass_device (booking_id);
