-- Test day: how results are scored, and who recorded them where.

-- The protocols that tests are scored by; version 1 is built in and stands here only once it is replaced.
CREATE TABLE protocol_set (
  version BIGINT NOT NULL PRIMARY KEY,
  -- The six protocols as JSON.
  tests TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  created_by TEXT
);

-- The protocols that its tests are scored by, from onboarding on.
ALTER TABLE booking ADD COLUMN protocol_version BIGINT;
ALTER TABLE booking ADD COLUMN onboarded_by TEXT;
ALTER TABLE booking ADD COLUMN onboarded_device TEXT;
-- A final that nobody but its owner and staff may see until it is revealed.
ALTER TABLE booking ADD COLUMN held BOOLEAN NOT NULL DEFAULT FALSE;

-- The instant by the tablet's own clock, which may be wrong; `updated_at` is the server's.
ALTER TABLE result_test ADD COLUMN recorded_at BIGINT;
ALTER TABLE result_test ADD COLUMN recorded_by TEXT;
ALTER TABLE result_test ADD COLUMN device TEXT;

UPDATE booking SET protocol_version = 1 WHERE booking_id IN (SELECT booking_id FROM result_test);

-- Seconds are measured to three decimals: raw measurements in thousandths of the test's unit.
ALTER TABLE result_attempt RENAME COLUMN raw_hundredths TO raw_thousandths;
UPDATE result_attempt SET raw_thousandths = raw_thousandths * 10;
