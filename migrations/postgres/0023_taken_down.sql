-- The revision took its item down, which was a draft from then on.
ALTER TABLE content_revision ADD COLUMN took_down BOOLEAN NOT NULL DEFAULT FALSE;
