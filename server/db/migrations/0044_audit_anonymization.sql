-- migrate: compatible-with 0041
-- Rows of the audit log are never changed or deleted, with one exception: the deletion of an account takes its user out.
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE'
    AND (NEW.id, NEW.action, NEW.subject_kind, NEW.created_at) = (OLD.id, OLD.action, OLD.subject_kind, OLD.created_at)
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
CREATE OR REPLACE TRIGGER audit_entries_append_only BEFORE UPDATE OR DELETE ON audit_entries
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
