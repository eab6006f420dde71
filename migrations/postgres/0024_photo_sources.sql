-- The SHA-256, in hex, of the file that a photograph was cropped from, as the page says it: the device crops a file for each card,
-- so one file becomes many photographs. None if an older page sent it.
ALTER TABLE card_photo ADD COLUMN source TEXT;
-- Every other crop of that file is refused, too.
ALTER TABLE card_photo_refused ADD COLUMN source TEXT;
