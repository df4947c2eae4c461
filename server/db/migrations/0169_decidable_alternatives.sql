-- migrate: compatible-with 0071
-- A pair can be decided while both of its products are public. A removal can be undone, so a pair of a removed product waits.
-- The pair's own row says so, because the queue must not read the products of every pair that waits.
ALTER TABLE alternatives ADD COLUMN is_decidable boolean NOT NULL DEFAULT true;

CREATE FUNCTION product_is_public(product_id bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT status IN ('approved', 'discontinued') FROM products WHERE id = product_id
$$;

UPDATE alternatives SET is_decidable = false
WHERE NOT (product_is_public(product_id) AND product_is_public(alternative_id));

CREATE FUNCTION mark_decidable_pair() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.is_decidable := product_is_public(NEW.product_id) AND product_is_public(NEW.alternative_id);
  RETURN NEW;
END
$$;
CREATE TRIGGER alternatives_mark_decidable BEFORE UPDATE OF product_id, alternative_id ON alternatives
  FOR EACH ROW EXECUTE FUNCTION mark_decidable_pair();

CREATE FUNCTION mark_decidable_pairs_of_product() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE alternatives SET is_decidable = product_is_public(product_id) AND product_is_public(alternative_id)
  WHERE product_id = NEW.id OR alternative_id = NEW.id;
  RETURN NULL;
END
$$;
CREATE TRIGGER products_mark_decidable_pairs AFTER UPDATE OF status ON products
  FOR EACH ROW
  WHEN ('removed' IN (OLD.status, NEW.status))
  EXECUTE FUNCTION mark_decidable_pairs_of_product();

DROP INDEX alternatives_queue;
CREATE INDEX alternatives_queue ON alternatives (created_at, id) WHERE status = 'pending' AND is_decidable;
