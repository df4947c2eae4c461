-- migrate: compatible-with 0071
-- A handle that a member held for less than a day is free at once: hardly anybody knows it. Each rename kept one for 90 days, up to 30 an hour.
-- Null: since the account was made.
ALTER TABLE users ADD COLUMN handle_since timestamptz(3);

CREATE FUNCTION note_handle_since() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.handle_since = now();
  RETURN NEW;
END
$$;
CREATE TRIGGER users_handle_since BEFORE UPDATE OF handle ON users
  FOR EACH ROW WHEN (OLD.handle IS DISTINCT FROM NEW.handle) EXECUTE FUNCTION note_handle_since();

CREATE OR REPLACE FUNCTION note_freed_handle() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND coalesce(OLD.handle_since, OLD.created_at) > now() - interval '1 day' THEN
    RETURN NULL;
  END IF;
  INSERT INTO freed_handles (skeleton_hash, freed_by)
  VALUES (sha256(convert_to(coalesce(OLD.handle_skeleton, OLD.handle), 'UTF8')), CASE WHEN TG_OP = 'UPDATE' THEN OLD.id END)
  ON CONFLICT (skeleton_hash) DO UPDATE SET freed_by = excluded.freed_by, freed_at = excluded.freed_at;
  RETURN NULL;
END
$$;
