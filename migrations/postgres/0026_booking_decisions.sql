-- A remote hub has closed the time of the booking, and staff have neither moved nor cancelled it nor said that it stays.
ALTER TABLE booking ADD COLUMN needs_decision BOOLEAN NOT NULL DEFAULT FALSE;
CREATE INDEX booking_needs_decision ON booking (event_id, test_date) WHERE needs_decision;

-- When the booking was to be before staff took it to the day of its test: undoing that onboarding gives it the time back, and
-- undoing a decline takes no place, since such a booking has none.
ALTER TABLE booking ADD COLUMN former_date TEXT;
ALTER TABLE booking ADD COLUMN former_time TEXT;

-- The booking's next move clears them, even if a node of the previous release makes it, which does not know the columns.
CREATE FUNCTION forget_former_slot() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.former_date := NULL;
  NEW.former_time := NULL;
  RETURN NEW;
END;
$$;

CREATE TRIGGER former_slot_of_moved BEFORE UPDATE OF test_date, test_time ON booking FOR EACH ROW
WHEN (OLD.former_date IS NOT NULL)
EXECUTE FUNCTION forget_former_slot();
