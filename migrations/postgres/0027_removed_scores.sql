-- When programme delivery removed the score of a booking, which takes no final from then on.
ALTER TABLE booking ADD COLUMN score_removed_at BIGINT;
