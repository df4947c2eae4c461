-- migrate: compatible-with 0041
-- The hot order of docs/ranking.md: ten times the upvotes outweigh a week, a product without an upvote that counts comes
-- after every other, and the submitter's own upvote does not count.
--
-- Replaces the table product_listings instead of its column, so that lists can be read meanwhile. The column products.hot
-- and its index keep the former order, for builds from before product_listings.

-- Same formula as hotScore() in lib/contract/plain/ranking.ts. It holds no "now", so time never reorders it.
CREATE FUNCTION hot_score(ranking_upvote_count integer, approved_at timestamptz) RETURNS double precision
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT extract(epoch FROM approved_at AT TIME ZONE 'UTC')::double precision / 604800
    + CASE WHEN ranking_upvote_count > 0 THEN log(ranking_upvote_count::double precision) ELSE -10000 END
$$;

-- An upvote of one's own product waits for no age of the account: it never counts.
CREATE OR REPLACE FUNCTION await_account_age() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.awaited_account_created_at := (
    SELECT created_at FROM users
    WHERE id = NEW.user_id AND banned_at IS NULL AND NOT NEW.is_weighing
      AND NOT EXISTS (SELECT FROM products WHERE products.id = NEW.product_id AND submitter_id = NEW.user_id)
  );
  RETURN NEW;
END
$$;
CREATE OR REPLACE FUNCTION await_account_age_after_ban() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE upvotes SET awaited_account_created_at = CASE WHEN NEW.banned_at IS NULL THEN NEW.created_at END
  FROM products
  WHERE user_id = NEW.id AND NOT is_weighing AND products.id = product_id AND submitter_id IS DISTINCT FROM NEW.id;
  RETURN NULL;
END
$$;

-- Nobody changes what is copied below, or adds an upvote that would be missed.
LOCK TABLE upvotes, products, product_tags IN SHARE ROW EXCLUSIVE MODE;

WITH own AS (
  SELECT product_id, user_id FROM upvotes JOIN products ON products.id = product_id AND submitter_id = user_id
), changed AS (
  UPDATE upvotes SET is_weighing = false FROM own
  WHERE upvotes.product_id = own.product_id AND upvotes.user_id = own.user_id AND is_weighing
  RETURNING upvotes.product_id
)
UPDATE products SET weighing_upvote_count = greatest(weighing_upvote_count - 1, 0) FROM changed WHERE id = product_id;
UPDATE upvotes SET awaited_account_created_at = NULL FROM products
WHERE awaited_account_created_at IS NOT NULL AND products.id = product_id AND submitter_id = user_id;

-- As in 0048_product_listings, but for the column hot.
CREATE TABLE product_listings_next (
  product_id bigint NOT NULL REFERENCES products ON DELETE CASCADE,
  term text COLLATE "C" NOT NULL,
  hot double precision NOT NULL GENERATED ALWAYS AS (hot_score(ranking_upvote_count, approved_at)) STORED,
  -- Copies of the product's columns.
  ranking_upvote_count integer NOT NULL,
  approved_at timestamptz(3) NOT NULL,
  -- The list of a period merges one ordered run per day.
  approved_on date NOT NULL GENERATED ALWAYS AS ((approved_at AT TIME ZONE 'UTC')::date) STORED,
  PRIMARY KEY (product_id, term)
);
INSERT INTO product_listings_next (product_id, term, ranking_upvote_count, approved_at)
SELECT product_listings.product_id, term, weighing_upvote_count, products.approved_at
FROM product_listings JOIN products ON products.id = product_listings.product_id;
CREATE INDEX product_listings_next_hot ON product_listings_next (term, hot DESC, product_id DESC);
CREATE INDEX product_listings_next_new ON product_listings_next (term, approved_at DESC, product_id DESC);
CREATE INDEX product_listings_next_top ON product_listings_next (term, ranking_upvote_count DESC, product_id DESC);
CREATE INDEX product_listings_next_day ON product_listings_next (term, approved_on, ranking_upvote_count DESC, product_id DESC)
  INCLUDE (approved_at);
ANALYZE product_listings_next;

CREATE OR REPLACE FUNCTION update_product_listings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status <> 'approved' THEN
    DELETE FROM product_listings WHERE product_id = NEW.id;
  ELSIF TG_OP = 'UPDATE' AND OLD.status = 'approved' THEN
    UPDATE product_listings
    SET ranking_upvote_count = NEW.weighing_upvote_count, approved_at = NEW.approved_at
    WHERE product_id = NEW.id;
  ELSE
    INSERT INTO product_listings (product_id, term, ranking_upvote_count, approved_at)
    SELECT NEW.id, term, NEW.weighing_upvote_count, NEW.approved_at
    FROM (
      SELECT 'all' UNION ALL SELECT 'tag:' || tag_id FROM product_tags WHERE product_id = NEW.id
    ) AS terms (term);
  END IF;
  RETURN NULL;
END
$$;
CREATE OR REPLACE FUNCTION insert_tag_listings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO product_listings (product_id, term, ranking_upvote_count, approved_at)
  SELECT product_id, 'tag:' || tag_id, weighing_upvote_count, approved_at
  FROM (SELECT product_id, tag_id FROM added ORDER BY product_id) AS sorted
  CROSS JOIN LATERAL (
    SELECT weighing_upvote_count, approved_at FROM products
    WHERE products.id = sorted.product_id AND status = 'approved'
    -- An upvote at the same time is either copied here, or waits and updates the new rows.
    FOR SHARE
  ) AS product;
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION carry_votes_to_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE search_documents
  SET weighing_upvote_count = NEW.weighing_upvote_count, hot = hot_score(NEW.weighing_upvote_count, NEW.approved_at)
  WHERE product_id = NEW.id AND weighing_upvote_count <> NEW.weighing_upvote_count;
  INSERT INTO search_outbox (product_id)
  SELECT NEW.id WHERE EXISTS (SELECT FROM search_mirrors)
  ON CONFLICT (product_id) DO UPDATE SET version = excluded.version;
  RETURN NULL;
END
$$;
UPDATE search_documents SET hot = hot_score(products.weighing_upvote_count, approved_at)
FROM products WHERE products.id = product_id AND approved_at IS NOT NULL;
UPDATE search_leaders SET hot = search_documents.hot
FROM search_documents WHERE search_documents.product_id = search_leaders.product_id;

-- Visitors wait from here on, for an instant.
DROP TABLE product_listings;
ALTER TABLE product_listings_next RENAME TO product_listings;
ALTER TABLE product_listings RENAME CONSTRAINT product_listings_next_pkey TO product_listings_pkey;
ALTER TABLE product_listings RENAME CONSTRAINT product_listings_next_product_id_fkey TO product_listings_product_id_fkey;
ALTER INDEX product_listings_next_hot RENAME TO product_listings_hot;
ALTER INDEX product_listings_next_new RENAME TO product_listings_new;
ALTER INDEX product_listings_next_top RENAME TO product_listings_top;
ALTER INDEX product_listings_next_day RENAME TO product_listings_day;
