-- migrate: compatible-with 0071
-- Who has made an edit: a verified owner may, besides the submitter. Null for the submitter, also in edits of older builds.
ALTER TABLE product_edits ADD COLUMN editor_id bigint REFERENCES users ON DELETE SET NULL;
CREATE INDEX product_edits_editor ON product_edits (editor_id) WHERE editor_id IS NOT NULL;

-- Who answers for the latest version of a product.
CREATE FUNCTION author_of_latest(product bigint) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT coalesce(editor_id, submitter_id)
  FROM products LEFT JOIN product_edits ON product_id = products.id AND edit_status IS NOT NULL
  WHERE products.id = product
$$;

CREATE OR REPLACE FUNCTION update_queue_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.review_status <> 'pending' THEN
    DELETE FROM queue_entries WHERE product_id = NEW.id;
  ELSE
    INSERT INTO queue_entries (product_id, submitter_id, waiting_since, due_at)
    SELECT NEW.id, author_of_latest(NEW.id), since, since
    FROM (SELECT CASE WHEN TG_OP = 'INSERT' THEN NEW.created_at ELSE NEW.updated_at END) AS entered (since)
    ON CONFLICT (product_id) DO UPDATE SET submitter_id = excluded.submitter_id;
  END IF;
  RETURN NULL;
END
$$;

-- An edit of a pending edit.
CREATE FUNCTION update_queued_author() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE queue_entries SET submitter_id = author_of_latest(NEW.product_id) WHERE product_id = NEW.product_id;
  RETURN NULL;
END
$$;
CREATE TRIGGER product_edits_change_author AFTER UPDATE OF editor_id ON product_edits
  FOR EACH ROW WHEN (OLD.editor_id IS DISTINCT FROM NEW.editor_id) EXECUTE FUNCTION update_queued_author();

CREATE OR REPLACE FUNCTION count_rejections() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE author bigint := author_of_latest(NEW.subject_id);
BEGIN
  IF NEW.action = 'product.reject' THEN
    INSERT INTO member_rejections (user_id, rejection_count) SELECT author, 1 WHERE author IS NOT NULL
    ON CONFLICT (user_id) DO UPDATE SET rejection_count = member_rejections.rejection_count + 1;
  ELSIF EXISTS (
    SELECT FROM audit_entries WHERE id = (NEW.details ->> 'undone')::bigint AND action = 'product.reject'
  ) THEN
    UPDATE member_rejections SET rejection_count = greatest(rejection_count - 1, 0) WHERE user_id = author;
  END IF;
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION note_rejection_time() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.action = 'product.reject' THEN
    INSERT INTO rejection_times (entry_id, user_id, rejected_at)
    SELECT NEW.id, author, NEW.created_at FROM author_of_latest(NEW.subject_id) AS author WHERE author IS NOT NULL;
  ELSE
    DELETE FROM rejection_times WHERE entry_id = (NEW.details ->> 'undone')::bigint;
  END IF;
  RETURN NULL;
END
$$;
