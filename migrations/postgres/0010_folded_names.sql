-- Names are folded by the server, which knows every script's small letters and marks (server/src/db/people/fold.rs). A name of plain
-- ASCII is kept here as it is looked for; every other one is marked and folded by whoever wrote it, or at the next start.
ALTER TABLE account_search ADD COLUMN folded BOOLEAN NOT NULL DEFAULT FALSE;
CREATE INDEX account_search_unfolded ON account_search (uaid) WHERE NOT folded;

DROP TRIGGER account_search_of_changed ON account;

CREATE OR REPLACE FUNCTION keep_account_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO account_search (uaid, names, handles, folded)
      SELECT NEW.uaid, '  ' || lower(replace(NEW.first_name || ' ' || NEW.last_name, ' ', '  ')),
        '  ' || lower(NEW.email) || '  ' || NEW.uaid, (NEW.first_name || NEW.last_name) !~ '[^ -~]'
      WHERE NEW.deleted_at IS NULL;
    RETURN NULL;
  END IF;
  IF NEW.deleted_at IS NOT NULL THEN
    DELETE FROM account_search WHERE uaid = NEW.uaid;
    RETURN NULL;
  END IF;
  IF OLD.first_name <> NEW.first_name OR OLD.last_name <> NEW.last_name THEN
    UPDATE account_search SET names = '  ' || lower(replace(NEW.first_name || ' ' || NEW.last_name, ' ', '  ')),
      folded = (NEW.first_name || NEW.last_name) !~ '[^ -~]' WHERE uaid = NEW.uaid;
  END IF;
  IF OLD.email <> NEW.email THEN
    UPDATE account_search SET handles = '  ' || lower(NEW.email) || '  ' || NEW.uaid WHERE uaid = NEW.uaid;
  END IF;
  RETURN NULL;
END;
$$;

CREATE TRIGGER account_search_of_changed AFTER UPDATE OF first_name, last_name, email, deleted_at ON account
FOR EACH ROW
WHEN (OLD.first_name <> NEW.first_name OR OLD.last_name <> NEW.last_name OR OLD.email <> NEW.email
  OR OLD.deleted_at IS DISTINCT FROM NEW.deleted_at)
EXECUTE FUNCTION keep_account_search();

DROP FUNCTION search_fold(TEXT);
DROP TABLE search_letter;
