-- When the letter of an offer is due; null once it is written, or where it was written with the offer. A place that comes
-- free in the night is held at once and offered in the morning.
ALTER TABLE waitlist ADD COLUMN letter_at BIGINT;
CREATE INDEX waitlist_letters ON waitlist (letter_at) WHERE letter_at IS NOT NULL;
