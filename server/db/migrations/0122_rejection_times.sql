-- migrate: compatible-with 0071
-- When a member's submissions and edits were rejected, for 90 days, also of products that were withdrawn since. Rejections
-- that are undone or reversed leave it. Kept by a trigger, so that a member's last one is found by an index.
CREATE TABLE rejection_times (
  -- Of the log.
  entry_id bigint PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  rejected_at timestamptz(3) NOT NULL
);
CREATE INDEX rejection_times_user ON rejection_times (user_id, rejected_at DESC);
CREATE INDEX rejection_times_rejected ON rejection_times (rejected_at);
INSERT INTO rejection_times (entry_id, user_id, rejected_at)
SELECT entries.id, submitter_id, entries.created_at
FROM audit_entries AS entries JOIN products ON subject_kind = 'product' AND products.id = subject_id
WHERE action = 'product.reject' AND submitter_id IS NOT NULL AND entries.created_at > now() - interval '90 days'
  AND NOT EXISTS (
    SELECT FROM audit_entries AS undoing
    WHERE undoing.subject_kind = 'product' AND undoing.subject_id = entries.subject_id
      AND undoing.action IN ('product.undo', 'appeal.reverse') AND undoing.details ->> 'undone' = entries.id::text
  );

CREATE FUNCTION note_rejection_time() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.action = 'product.reject' THEN
    INSERT INTO rejection_times (entry_id, user_id, rejected_at)
    SELECT NEW.id, submitter_id, NEW.created_at FROM products WHERE id = NEW.subject_id AND submitter_id IS NOT NULL;
  ELSE
    DELETE FROM rejection_times WHERE entry_id = (NEW.details ->> 'undone')::bigint;
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER audit_entries_rejection_times AFTER INSERT ON audit_entries
  FOR EACH ROW WHEN (NEW.action IN ('product.reject', 'product.undo', 'appeal.reverse') AND NEW.subject_kind = 'product')
  EXECUTE FUNCTION note_rejection_time();
