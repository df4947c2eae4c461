-- migrate: compatible-with 0071
-- Changes of listed products that members suggest. A row is open until a moderator decides.
CREATE TABLE suggestions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  product_id bigint NOT NULL REFERENCES products ON DELETE CASCADE,
  member_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  -- The parts that change: what the product said when it was suggested, and what it should say.
  before jsonb NOT NULL,
  after jsonb NOT NULL,
  -- `updated_at` of the product at that time.
  based_on timestamptz(3) NOT NULL,
  comment text,
  status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'accepted', 'rejected')),
  rejection_reason text,
  created_at timestamptz(3) NOT NULL,
  decided_at timestamptz(3)
);
CREATE UNIQUE INDEX suggestions_one_open ON suggestions (product_id, member_id) WHERE status = 'open';
CREATE INDEX suggestions_queue ON suggestions (created_at, id) WHERE status = 'open';
CREATE INDEX suggestions_product ON suggestions (product_id, created_at, id);
CREATE INDEX suggestions_member ON suggestions (member_id, created_at DESC, id DESC);
CREATE INDEX suggestions_rejected ON suggestions (decided_at) WHERE status = 'rejected';

-- There is nothing left to decide about a product that is no longer listed.
CREATE FUNCTION delete_open_suggestions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM suggestions WHERE product_id = NEW.id AND status = 'open';
  RETURN NULL;
END
$$;
CREATE TRIGGER products_end_suggestions AFTER UPDATE OF status ON products
  FOR EACH ROW WHEN (OLD.status = 'approved' AND NEW.status <> 'approved') EXECUTE FUNCTION delete_open_suggestions();
