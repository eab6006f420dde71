-- Alerts: an athlete is told once when a time opens that they would take.

CREATE TABLE time_alert (
  alert_id TEXT NOT NULL PRIMARY KEY,
  uaid TEXT NOT NULL REFERENCES account (uaid),
  event_id TEXT NOT NULL REFERENCES event (event_id),
  -- The weekdays, Monday in the lowest bit.
  weekdays BIGINT NOT NULL CHECK (weekdays BETWEEN 1 AND 127),
  part TEXT NOT NULL CHECK (part IN ('ANY', 'MORNING', 'AFTERNOON', 'EVENING')),
  until_date TEXT NOT NULL,
  -- The wanted times that could be booked when the alert was made.
  free_before TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  -- When its athlete was told, and of which time.
  sent_at BIGINT,
  test_date TEXT,
  test_time TEXT
);

CREATE UNIQUE INDEX time_alert_once ON time_alert (uaid, event_id, weekdays, part, until_date) WHERE sent_at IS NULL;
CREATE INDEX time_alert_by_person ON time_alert (uaid);
CREATE INDEX time_alert_open ON time_alert (event_id, created_at, alert_id) WHERE sent_at IS NULL;
CREATE INDEX time_alert_sent ON time_alert (sent_at) WHERE sent_at IS NOT NULL;
