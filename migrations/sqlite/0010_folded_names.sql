-- Names are folded by the server, which knows every script's small letters and marks (server/src/db/people/fold.rs). A name of plain
-- ASCII is kept here as it is looked for; every other one is marked and folded by whoever wrote it, or at the next start.
DROP TRIGGER account_search_of_new;
DROP TRIGGER account_search_of_changed;
DROP TRIGGER account_gram_of_changed;
DROP VIEW account_words;
DROP TABLE search_letter;

ALTER TABLE account_search ADD COLUMN folded INTEGER NOT NULL DEFAULT FALSE;
CREATE INDEX account_search_unfolded ON account_search (uaid) WHERE NOT folded;

CREATE TRIGGER account_search_of_new AFTER INSERT ON account WHEN NEW.deleted_at IS NULL
BEGIN
  INSERT INTO account_search (uaid, names, handles, folded) VALUES (
    NEW.uaid,
    '  ' || lower(replace(NEW.first_name || ' ' || NEW.last_name, ' ', '  ')),
    '  ' || lower(NEW.email) || '  ' || NEW.uaid,
    (NEW.first_name || NEW.last_name) NOT GLOB '*[^ -~]*'
  );
END;

CREATE TRIGGER account_search_of_name AFTER UPDATE OF first_name, last_name ON account
WHEN OLD.first_name <> NEW.first_name OR OLD.last_name <> NEW.last_name
BEGIN
  UPDATE account_search SET names = '  ' || lower(replace(NEW.first_name || ' ' || NEW.last_name, ' ', '  ')),
    folded = (NEW.first_name || NEW.last_name) NOT GLOB '*[^ -~]*' WHERE uaid = NEW.uaid;
END;

CREATE TRIGGER account_search_of_email AFTER UPDATE OF email ON account WHEN OLD.email <> NEW.email
BEGIN
  UPDATE account_search SET handles = '  ' || lower(NEW.email) || '  ' || NEW.uaid WHERE uaid = NEW.uaid;
END;

CREATE TRIGGER account_search_of_gone AFTER UPDATE OF deleted_at ON account WHEN NEW.deleted_at IS NOT NULL
BEGIN
  DELETE FROM account_search WHERE uaid = NEW.uaid;
END;

CREATE TRIGGER account_gram_of_changed AFTER UPDATE OF names, handles ON account_search
BEGIN
  INSERT INTO account_gram (account_gram, rowid, names, handles)
    VALUES ('delete', OLD.search_id, OLD.names, OLD.handles);
  INSERT INTO account_gram (rowid, names, handles) VALUES (NEW.search_id, NEW.names, NEW.handles);
END;
