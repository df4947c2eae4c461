-- migrate: compatible-with 0041
-- False until the job that deletes unused images has found a use, and again once a product, an edit or a user gives
-- the image up. So the job looks at these images alone.
ALTER TABLE images ADD COLUMN is_use_checked boolean NOT NULL DEFAULT false;
CREATE INDEX images_unchecked ON images (created_at) WHERE NOT is_use_checked;

CREATE FUNCTION recheck_image_use() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE images SET is_use_checked = false WHERE id = OLD.image_id;
  RETURN NULL;
END
$$;
CREATE TRIGGER products_replace_image AFTER UPDATE OF image_id ON products
  FOR EACH ROW WHEN (OLD.image_id <> NEW.image_id OR OLD.image_id IS NOT NULL AND NEW.image_id IS NULL)
  EXECUTE FUNCTION recheck_image_use();
CREATE TRIGGER products_drop_image AFTER DELETE ON products
  FOR EACH ROW WHEN (OLD.image_id IS NOT NULL) EXECUTE FUNCTION recheck_image_use();
CREATE TRIGGER product_edits_replace_image AFTER UPDATE OF image_id ON product_edits
  FOR EACH ROW WHEN (OLD.image_id <> NEW.image_id OR OLD.image_id IS NOT NULL AND NEW.image_id IS NULL)
  EXECUTE FUNCTION recheck_image_use();
CREATE TRIGGER product_edits_drop_image AFTER DELETE ON product_edits
  FOR EACH ROW WHEN (OLD.image_id IS NOT NULL) EXECUTE FUNCTION recheck_image_use();

CREATE FUNCTION recheck_avatar_use() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE images SET is_use_checked = false
  WHERE key = substring(OLD.avatar_url FROM '/images/([A-Za-z0-9_-]{22})$');
  RETURN NULL;
END
$$;
CREATE TRIGGER users_replace_avatar AFTER UPDATE OF avatar_url ON users
  FOR EACH ROW WHEN (OLD.avatar_url IS DISTINCT FROM NEW.avatar_url) EXECUTE FUNCTION recheck_avatar_use();
CREATE TRIGGER users_drop_avatar AFTER DELETE ON users
  FOR EACH ROW WHEN (OLD.avatar_url IS NOT NULL) EXECUTE FUNCTION recheck_avatar_use();
