-- migrate: compatible-with 0041
-- A product has a square icon. The image that it had before is its screenshot from now on.
ALTER TABLE products
  ADD COLUMN icon_id bigint REFERENCES images ON DELETE SET NULL,
  -- A mark of the package simple-icons, shown without an icon.
  ADD COLUMN brand_slug text CHECK (brand_slug ~ '^[a-z0-9]+$'),
  -- When the product's site is asked for its icon.
  ADD COLUMN icon_check_at timestamptz(3) NOT NULL DEFAULT 'epoch';
ALTER TABLE product_edits ADD COLUMN icon_id bigint REFERENCES images ON DELETE SET NULL;
ALTER TABLE images
  -- Where the server fetched the image. Null for an upload.
  ADD COLUMN source_url text,
  -- The ETag or, without one, the Last-Modified of that response, for the next request.
  ADD COLUMN source_version text;
CREATE INDEX products_icon_id ON products (icon_id) WHERE icon_id IS NOT NULL;
CREATE INDEX product_edits_icon_id ON product_edits (icon_id) WHERE icon_id IS NOT NULL;
CREATE INDEX products_icon_check ON products (icon_check_at, id) WHERE status = 'approved';

CREATE FUNCTION recheck_icon_use() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE images SET is_use_checked = false WHERE id = OLD.icon_id;
  RETURN NULL;
END
$$;
CREATE TRIGGER products_replace_icon AFTER UPDATE OF icon_id ON products
  FOR EACH ROW WHEN (OLD.icon_id <> NEW.icon_id OR OLD.icon_id IS NOT NULL AND NEW.icon_id IS NULL)
  EXECUTE FUNCTION recheck_icon_use();
CREATE TRIGGER products_drop_icon AFTER DELETE ON products
  FOR EACH ROW WHEN (OLD.icon_id IS NOT NULL) EXECUTE FUNCTION recheck_icon_use();
CREATE TRIGGER product_edits_replace_icon AFTER UPDATE OF icon_id ON product_edits
  FOR EACH ROW WHEN (OLD.icon_id <> NEW.icon_id OR OLD.icon_id IS NOT NULL AND NEW.icon_id IS NULL)
  EXECUTE FUNCTION recheck_icon_use();
CREATE TRIGGER product_edits_drop_icon AFTER DELETE ON product_edits
  FOR EACH ROW WHEN (OLD.icon_id IS NOT NULL) EXECUTE FUNCTION recheck_icon_use();

CREATE TRIGGER products_icon_noted AFTER UPDATE OF icon_id, brand_slug ON products
  FOR EACH ROW
  WHEN (NEW.status = 'approved' AND (OLD.icon_id, OLD.brand_slug) IS DISTINCT FROM (NEW.icon_id, NEW.brand_slug))
  EXECUTE FUNCTION note_product_change('content');
