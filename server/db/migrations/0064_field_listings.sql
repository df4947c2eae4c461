-- migrate: compatible-with 0041
-- Lists filtered by the values of declared fields. Every approved product has a row in product_listings for each value
-- that it has of a facet, as for its tags: 'field:' with the id of the value.

-- The values that products have, or have had, of the facets in the site file. Rows are never changed.
CREATE TABLE field_terms (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  field text COLLATE "C" NOT NULL CHECK (char_length(field) <= 30),
  -- Empty: any value, for fields whose values are numbers or days.
  value text COLLATE "C" NOT NULL CHECK (char_length(value) <= 200),
  UNIQUE (field, value)
);

-- What the product server reads from the values of a product, as the site file declares its facets. The database cannot
-- read values itself: what a value means depends on the file.
CREATE TABLE product_terms (
  product_id bigint PRIMARY KEY REFERENCES products ON DELETE CASCADE,
  -- The facets that the row was made for, as a digest. Empty when the values have changed since: a job makes it again.
  facets text COLLATE "C" NOT NULL DEFAULT '',
  term_ids integer[] NOT NULL DEFAULT '{}',
  -- By key of the field. Days count from 1970-01-01.
  numbers jsonb
);

-- Each row has all terms of its product: ids of field_terms, and ids of tags with a minus. A list with several filters
-- reads the rows of one term in order, and tests the other terms on the row.
ALTER TABLE product_listings
  ADD COLUMN term_ids integer[] NOT NULL DEFAULT '{}',
  ADD COLUMN numbers jsonb;

CREATE FUNCTION listed_term_ids(bigint) RETURNS integer[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY(SELECT -tag_id::integer FROM product_tags WHERE product_id = $1 ORDER BY tag_id)
    || coalesce((SELECT term_ids FROM product_terms WHERE product_id = $1), '{}')
$$;

CREATE OR REPLACE FUNCTION update_product_listings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status <> 'approved' THEN
    DELETE FROM product_listings WHERE product_id = NEW.id;
  ELSIF TG_OP = 'UPDATE' AND OLD.status = 'approved' THEN
    UPDATE product_listings
    SET ranking_upvote_count = NEW.weighing_upvote_count, approved_at = NEW.approved_at
    WHERE product_id = NEW.id;
  ELSE
    INSERT INTO product_listings (product_id, term, ranking_upvote_count, approved_at, term_ids, numbers)
    SELECT NEW.id, term, NEW.weighing_upvote_count, NEW.approved_at, listed_term_ids(NEW.id),
      (SELECT numbers FROM product_terms WHERE product_id = NEW.id)
    FROM (
      SELECT 'all'
      UNION ALL SELECT 'tag:' || tag_id FROM product_tags WHERE product_id = NEW.id
      UNION ALL SELECT 'field:' || unnest(term_ids) FROM product_terms WHERE product_id = NEW.id
    ) AS terms (term);
  END IF;
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION insert_tag_listings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO product_listings (product_id, term, ranking_upvote_count, approved_at, term_ids, numbers)
  SELECT product_id, 'tag:' || tag_id, weighing_upvote_count, approved_at, listed_term_ids(product_id),
    (SELECT numbers FROM product_terms WHERE product_terms.product_id = sorted.product_id)
  FROM (SELECT product_id, tag_id FROM added ORDER BY product_id) AS sorted
  CROSS JOIN LATERAL (
    SELECT weighing_upvote_count, approved_at FROM products
    WHERE products.id = sorted.product_id AND status = 'approved'
    -- An upvote at the same time is either copied here, or waits and updates the new rows.
    FOR SHARE
  ) AS product;
  UPDATE product_listings SET term_ids = wanted
  FROM (
    SELECT product_id, listed_term_ids(product_id) AS wanted FROM (SELECT DISTINCT product_id FROM added) AS tagged OFFSET 0
  ) AS changed
  WHERE product_listings.product_id = changed.product_id AND term_ids <> wanted;
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION delete_tag_listings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM product_listings USING removed
  WHERE product_listings.product_id = removed.product_id AND term = 'tag:' || removed.tag_id;
  UPDATE product_listings SET term_ids = wanted
  FROM (
    SELECT product_id, listed_term_ids(product_id) AS wanted FROM (SELECT DISTINCT product_id FROM removed) AS tagged OFFSET 0
  ) AS changed
  WHERE product_listings.product_id = changed.product_id AND term_ids <> wanted;
  RETURN NULL;
END
$$;

CREATE FUNCTION list_product_terms() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- An upvote at the same time is either copied here, or waits and updates the new rows.
  PERFORM FROM products WHERE id = NEW.product_id AND status = 'approved' FOR SHARE;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  DELETE FROM product_listings
  WHERE product_id = NEW.product_id AND term LIKE 'field:%'
    AND term <> ALL (ARRAY(SELECT 'field:' || unnest(NEW.term_ids)));
  UPDATE product_listings SET term_ids = listed_term_ids(product_id), numbers = NEW.numbers
  WHERE product_id = NEW.product_id
    AND (term_ids, numbers) IS DISTINCT FROM (listed_term_ids(product_id), NEW.numbers);
  INSERT INTO product_listings (product_id, term, ranking_upvote_count, approved_at, term_ids, numbers)
  SELECT id, 'field:' || unnest(NEW.term_ids), weighing_upvote_count, approved_at, listed_term_ids(id), NEW.numbers
  FROM products WHERE id = NEW.product_id
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
CREATE TRIGGER product_terms_insert_listings AFTER INSERT ON product_terms
  FOR EACH ROW WHEN (NEW.facets <> '') EXECUTE FUNCTION list_product_terms();
CREATE TRIGGER product_terms_update_listings AFTER UPDATE ON product_terms
  FOR EACH ROW WHEN (NEW.facets <> '') EXECUTE FUNCTION list_product_terms();

-- As a change of tags: other products are in the lists now.
CREATE FUNCTION note_changed_terms() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public_changes (kind)
  SELECT 'tags' WHERE EXISTS (
    SELECT FROM before JOIN after USING (product_id)
    WHERE (before.term_ids, before.numbers) IS DISTINCT FROM (after.term_ids, after.numbers)
  );
  RETURN NULL;
END
$$;
CREATE TRIGGER product_terms_update_noted AFTER UPDATE ON product_terms
  REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION note_changed_terms();

-- Whoever changes the values of a product has its terms made again; a job does it for builds from before this migration.
CREATE FUNCTION mark_changed_values() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Products first, as everybody else who locks rows of both tables.
  PERFORM FROM products WHERE id IN (SELECT product_id FROM changed) ORDER BY id FOR SHARE;
  IF TG_OP = 'DELETE' THEN
    -- Perhaps the products are being deleted, too.
    UPDATE product_terms SET facets = '' WHERE product_id IN (SELECT product_id FROM changed) AND facets <> '';
  ELSE
    INSERT INTO product_terms AS terms (product_id) SELECT DISTINCT product_id FROM changed ORDER BY product_id
    ON CONFLICT (product_id) DO UPDATE SET facets = '' WHERE terms.facets <> '';
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER product_values_insertion_marked AFTER INSERT ON product_values
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_changed_values();
CREATE TRIGGER product_values_update_marked AFTER UPDATE ON product_values
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_changed_values();
CREATE TRIGGER product_values_deletion_marked AFTER DELETE ON product_values
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_changed_values();

-- The job fills the rows of products that are listed already, in steps: at once it would take minutes.
INSERT INTO product_terms (product_id)
SELECT id FROM products WHERE status = 'approved' OR EXISTS (SELECT FROM product_values WHERE product_id = id);
CREATE INDEX product_terms_facets ON product_terms (facets, product_id);
