-- migrate: compatible-with 0041
-- Everyone can read what moderators did. Each entry contains a hash of itself and of the entry before it, so that a
-- removed or changed entry shows.
ALTER TABLE audit_entries ADD COLUMN hash bytea;

-- The SHA-256 of six lines: the previous hash in hexadecimal digits (empty for the first entry), the number, the action,
-- the kind of its subject, the product's id (empty for other subjects) and the instant. Nothing in it is personal.
CREATE FUNCTION audit_hash(previous bytea, id bigint, action text, subject_kind text, subject_id bigint, created_at timestamptz)
  RETURNS bytea LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN sha256(convert_to(
    coalesce(encode(previous, 'hex'), '') || E'\n' || id || E'\n' || action || E'\n' || subject_kind || E'\n'
      || CASE WHEN subject_kind = 'product' THEN coalesce(subject_id::text, '') ELSE '' END || E'\n'
      || to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'UTF8'));

-- Entries of earlier versions.
DO $$
DECLARE
  entry record;
  previous bytea;
BEGIN
  FOR entry IN SELECT * FROM audit_entries ORDER BY id LOOP
    previous := audit_hash(previous, entry.id, entry.action, entry.subject_kind, entry.subject_id, entry.created_at);
    UPDATE audit_entries SET hash = previous WHERE id = entry.id;
  END LOOP;
END
$$;
ALTER TABLE audit_entries ALTER COLUMN hash SET NOT NULL;

-- The number is chosen after the lock: that of a sequence may be lower than one that was committed before.
CREATE FUNCTION chain_audit_entry() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  last_entry record;
BEGIN
  PERFORM pg_advisory_xact_lock(4815162345);
  SELECT id, hash INTO last_entry FROM audit_entries ORDER BY id DESC LIMIT 1;
  NEW.id := coalesce(last_entry.id, 0) + 1;
  NEW.hash := audit_hash(last_entry.hash, NEW.id, NEW.action, NEW.subject_kind, NEW.subject_id, NEW.created_at);
  RETURN NEW;
END
$$;
CREATE TRIGGER audit_entries_chain BEFORE INSERT ON audit_entries
  FOR EACH ROW EXECUTE FUNCTION chain_audit_entry();

-- Rows are never changed or deleted, with one exception: the deletion of an account takes its user out.
CREATE OR REPLACE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE'
    AND (NEW.id, NEW.action, NEW.subject_kind, NEW.created_at, NEW.hash) = (OLD.id, OLD.action, OLD.subject_kind, OLD.created_at, OLD.hash)
    AND (
      (NEW.actor_id, NEW.actor_handle) IS NOT DISTINCT FROM (OLD.actor_id, OLD.actor_handle)
      OR (OLD.actor_id IS NOT NULL AND NEW.actor_id IS NULL AND NEW.actor_handle = 'former-member')
    )
    AND (
      (NEW.subject_id, NEW.details) IS NOT DISTINCT FROM (OLD.subject_id, OLD.details)
      OR (OLD.subject_kind = 'user' AND NEW.subject_id IS NULL AND NEW.details = '{}')
    )
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'rows of % are never changed or deleted', TG_TABLE_NAME;
END
$$;
CREATE TRIGGER audit_entries_keep BEFORE TRUNCATE ON audit_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
