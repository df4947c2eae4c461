-- migrate: compatible-with 0071
-- A suggestion whose product is no longer listed is closed, so that its member learns what became of it.
ALTER TABLE suggestions
  DROP CONSTRAINT suggestions_status_check,
  ADD CONSTRAINT suggestions_status_check CHECK (status IN ('open', 'accepted', 'rejected', 'closed'));
-- What members see on the page of a product.
CREATE INDEX suggestions_open_of_product ON suggestions (product_id, created_at, id) WHERE status = 'open';
CREATE INDEX suggestions_closed ON suggestions (decided_at) WHERE status = 'closed';

CREATE FUNCTION close_suggestions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE suggestions SET status = 'closed', decided_at = NEW.updated_at
  WHERE product_id = NEW.id AND status = 'open';
  RETURN NULL;
END
$$;
DROP TRIGGER products_end_suggestions ON products;
CREATE TRIGGER products_end_suggestions AFTER UPDATE OF status ON products
  FOR EACH ROW WHEN (OLD.status = 'approved' AND NEW.status <> 'approved') EXECUTE FUNCTION close_suggestions();
DROP FUNCTION delete_open_suggestions();
