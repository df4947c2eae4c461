-- migrate: compatible-with 0041
-- Every approved product under each term that has a public list: 'all', and 'tag:' with the id of a tag. A list reads
-- the rows of its term in the order of an index, however many products have the term, and however old they are.
CREATE TABLE product_listings (
  product_id bigint NOT NULL REFERENCES products ON DELETE CASCADE,
  term text COLLATE "C" NOT NULL,
  -- Copies of the product's columns.
  hot double precision NOT NULL,
  ranking_upvote_count integer NOT NULL,
  approved_at timestamptz(3) NOT NULL,
  -- The list of a period merges one ordered run per day.
  approved_on date NOT NULL GENERATED ALWAYS AS ((approved_at AT TIME ZONE 'UTC')::date) STORED,
  PRIMARY KEY (product_id, term)
);

-- Triggers keep the copies, in the transaction of the change: every command has them without a call, and so do builds
-- from before this migration. Whoever writes rows of a product here has locked the product's row before.
CREATE FUNCTION update_product_listings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status <> 'approved' THEN
    DELETE FROM product_listings WHERE product_id = NEW.id;
  ELSIF TG_OP = 'UPDATE' AND OLD.status = 'approved' THEN
    UPDATE product_listings
    SET hot = NEW.hot, ranking_upvote_count = NEW.weighing_upvote_count, approved_at = NEW.approved_at
    WHERE product_id = NEW.id;
  ELSE
    INSERT INTO product_listings (product_id, term, hot, ranking_upvote_count, approved_at)
    SELECT NEW.id, term, NEW.hot, NEW.weighing_upvote_count, NEW.approved_at
    FROM (
      SELECT 'all' UNION ALL SELECT 'tag:' || tag_id FROM product_tags WHERE product_id = NEW.id
    ) AS terms (term);
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER products_insert_listings AFTER INSERT ON products
  FOR EACH ROW WHEN (NEW.status = 'approved') EXECUTE FUNCTION update_product_listings();
CREATE TRIGGER products_update_listings AFTER UPDATE OF status, approved_at, weighing_upvote_count ON products
  FOR EACH ROW
  WHEN ((OLD.status, OLD.approved_at, OLD.weighing_upvote_count) IS DISTINCT FROM (NEW.status, NEW.approved_at, NEW.weighing_upvote_count))
  EXECUTE FUNCTION update_product_listings();

CREATE FUNCTION insert_tag_listings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO product_listings (product_id, term, hot, ranking_upvote_count, approved_at)
  SELECT products.id, 'tag:' || tag_id, hot, weighing_upvote_count, approved_at
  FROM added JOIN products ON products.id = product_id
  WHERE status = 'approved'
  ORDER BY products.id
  -- An upvote at the same time is either copied here, or waits and updates the new rows.
  FOR SHARE OF products;
  RETURN NULL;
END
$$;
CREATE TRIGGER product_tags_insert_listings AFTER INSERT ON product_tags
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION insert_tag_listings();

CREATE FUNCTION delete_tag_listings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM product_listings USING removed
  WHERE product_listings.product_id = removed.product_id AND term = 'tag:' || removed.tag_id;
  RETURN NULL;
END
$$;
CREATE TRIGGER product_tags_delete_listings AFTER DELETE ON product_tags
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION delete_tag_listings();

INSERT INTO product_listings (product_id, term, hot, ranking_upvote_count, approved_at)
SELECT id, term, hot, weighing_upvote_count, approved_at
FROM products JOIN (
  SELECT id, 'all' FROM products UNION ALL SELECT product_id, 'tag:' || tag_id FROM product_tags
) AS terms (product_id, term) ON product_id = id
WHERE status = 'approved';

CREATE INDEX product_listings_hot ON product_listings (term, hot DESC, product_id DESC);
CREATE INDEX product_listings_new ON product_listings (term, approved_at DESC, product_id DESC);
CREATE INDEX product_listings_top ON product_listings (term, ranking_upvote_count DESC, product_id DESC);
CREATE INDEX product_listings_day ON product_listings (term, approved_on, ranking_upvote_count DESC, product_id DESC)
  INCLUDE (approved_at);
ANALYZE product_listings;
