-- migrate: compatible-with 0041
-- The values of the fields that the owner declares in SITE_FILE. A row belongs to a key, not to a declaration: when the
-- file changes, every row stays, also one that no field of the file can read.
CREATE TABLE product_values (
  product_id bigint NOT NULL REFERENCES products ON DELETE CASCADE,
  field text COLLATE "C" NOT NULL CHECK (char_length(field) <= 30),
  value jsonb NOT NULL CHECK (octet_length(value::text) <= 16384),
  source text NOT NULL CHECK (source IN ('submitter', 'moderator', 'page', 'import')),
  checked_at timestamptz(3) NOT NULL,
  PRIMARY KEY (product_id, field)
);

CREATE FUNCTION note_changed_values() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- No page shows yet what this transaction itself has inserted.
  INSERT INTO public_changes (kind, product_id)
  SELECT 'content', product_id
  FROM (SELECT DISTINCT product_id FROM changed) AS changed_products
  CROSS JOIN LATERAL (
    SELECT FROM products
    WHERE products.id = changed_products.product_id AND status = 'approved' AND products.xmin <> pg_current_xact_id()::xid
    -- Keeps the planner from joining the tables in another way.
    OFFSET 0
  ) AS product;
  RETURN NULL;
END
$$;
CREATE TRIGGER product_values_insertion_noted AFTER INSERT ON product_values
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_changed_values();
CREATE TRIGGER product_values_update_noted AFTER UPDATE ON product_values
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_changed_values();
CREATE TRIGGER product_values_deletion_noted AFTER DELETE ON product_values
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_changed_values();

-- The values of an edit: rows of product_values without their product, as JSON. Null in an edit by a build from before
-- this migration, which keeps the values of the product.
ALTER TABLE product_edits ADD COLUMN field_values jsonb;
