-- migrate: compatible-with 0071
-- The queue of the moderators: a row for each pending product and each pending edit. The database adds and deletes the
-- rows, also for older builds; the server fills in what it computes from texts.
CREATE TABLE queue_entries (
  product_id bigint PRIMARY KEY REFERENCES products ON DELETE CASCADE,
  -- A copy of the product's column.
  submitter_id bigint,
  waiting_since timestamptz(3) NOT NULL,
  risk smallint NOT NULL DEFAULT 0 CHECK (risk BETWEEN 0 AND 10),
  -- The order of the queue: `waiting_since`, and later by the risk.
  due_at timestamptz(3) NOT NULL,
  -- The registrable domain of the URL, and a hash of the texts without name, numbers and signs.
  site text COLLATE "C",
  text_hash bytea,
  snoozed_until timestamptz(3)
);
CREATE INDEX queue_entries_due ON queue_entries (due_at, product_id);
CREATE INDEX queue_entries_site ON queue_entries (site, due_at, product_id);
CREATE INDEX queue_entries_text ON queue_entries (text_hash, due_at, product_id);
CREATE INDEX queue_entries_submitter ON queue_entries (submitter_id, due_at, product_id);

CREATE FUNCTION update_queue_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.review_status <> 'pending' THEN
    DELETE FROM queue_entries WHERE product_id = NEW.id;
  ELSE
    INSERT INTO queue_entries (product_id, submitter_id, waiting_since, due_at)
    SELECT NEW.id, NEW.submitter_id, since, since
    FROM (SELECT CASE WHEN TG_OP = 'INSERT' THEN NEW.created_at ELSE NEW.updated_at END) AS entered (since)
    ON CONFLICT (product_id) DO UPDATE SET submitter_id = excluded.submitter_id;
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER products_enter_queue AFTER INSERT ON products
  FOR EACH ROW WHEN (NEW.review_status = 'pending') EXECUTE FUNCTION update_queue_entry();
CREATE TRIGGER products_change_queue AFTER UPDATE OF status, edit_status, submitter_id ON products
  FOR EACH ROW
  WHEN ((OLD.review_status, OLD.submitter_id) IS DISTINCT FROM (NEW.review_status, NEW.submitter_id)
    AND (OLD.review_status = 'pending' OR NEW.review_status = 'pending'))
  EXECUTE FUNCTION update_queue_entry();

INSERT INTO queue_entries (product_id, submitter_id, waiting_since, due_at)
SELECT id, submitter_id, since, since
FROM products
CROSS JOIN LATERAL (SELECT CASE WHEN approved_at IS NULL THEN created_at ELSE updated_at END) AS entered (since)
WHERE review_status = 'pending';
