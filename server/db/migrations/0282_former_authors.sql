-- migrate: compatible-with 0071
-- Who submitted a product, or made a suggestion, that stays as one of a former member. Their own upvotes and agreements still
-- count for nothing.
CREATE TABLE former_authors (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  product_id bigint REFERENCES products ON DELETE CASCADE,
  suggestion_id bigint REFERENCES suggestions ON DELETE CASCADE,
  member_id bigint NOT NULL REFERENCES users ON DELETE CASCADE
);
CREATE UNIQUE INDEX former_authors_products ON former_authors (product_id, member_id) WHERE product_id IS NOT NULL;
CREATE UNIQUE INDEX former_authors_suggestions ON former_authors (suggestion_id, member_id) WHERE suggestion_id IS NOT NULL;
CREATE INDEX former_authors_member ON former_authors (member_id);

-- As in 0059_hot_order, also for former submitters.
CREATE OR REPLACE FUNCTION await_account_age() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.awaited_account_created_at := (
    SELECT created_at FROM users
    WHERE id = NEW.user_id AND banned_at IS NULL AND NOT NEW.is_weighing
      AND NOT EXISTS (SELECT FROM products WHERE products.id = NEW.product_id AND submitter_id = NEW.user_id)
      AND NOT EXISTS (SELECT FROM former_authors WHERE product_id = NEW.product_id AND member_id = NEW.user_id)
  );
  RETURN NEW;
END
$$;
CREATE OR REPLACE FUNCTION await_account_age_after_ban() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE upvotes SET awaited_account_created_at = CASE WHEN NEW.banned_at IS NULL THEN NEW.created_at END
  FROM products
  WHERE user_id = NEW.id AND NOT is_weighing AND products.id = product_id AND submitter_id IS DISTINCT FROM NEW.id
    AND NOT EXISTS (
      SELECT FROM former_authors
      WHERE former_authors.product_id = upvotes.product_id AND member_id = NEW.id
    );
  RETURN NULL;
END
$$;
