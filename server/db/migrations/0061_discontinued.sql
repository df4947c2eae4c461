-- migrate: compatible-with 0041
-- A discontinued product keeps its page. Lists, counts and search drop it, as they drop every product that is not approved.
ALTER TABLE products
  DROP CONSTRAINT products_status_check,
  ADD CONSTRAINT products_status_check
    CHECK (status IN ('pending', 'approved', 'rejected', 'removed', 'discontinued')) NOT VALID;

CREATE TABLE discontinuations (
  product_id bigint PRIMARY KEY REFERENCES products ON DELETE CASCADE,
  discontinued_on date NOT NULL,
  reason text NOT NULL CONSTRAINT discontinuations_reason_chars CHECK (char_length(reason) <= 500),
  -- Products to go to instead, best first.
  successor_ids bigint[] NOT NULL CHECK (cardinality(successor_ids) <= 3)
);

-- As in 0047_public_changes and 0055_icons, but also for discontinued products, whose pages are public, too.
DROP TRIGGER products_upvotes_noted ON products;
CREATE TRIGGER products_upvotes_noted AFTER UPDATE OF upvote_count, weighing_upvote_count ON products
  FOR EACH ROW
  WHEN (NEW.status IN ('approved', 'discontinued')
    AND (OLD.upvote_count, OLD.weighing_upvote_count) IS DISTINCT FROM (NEW.upvote_count, NEW.weighing_upvote_count))
  EXECUTE FUNCTION note_product_change('upvotes');
DROP TRIGGER products_content_noted ON products;
CREATE TRIGGER products_content_noted
  AFTER UPDATE OF name, tagline, description_html, url, image_id, submitter_id, updated_at ON products
  FOR EACH ROW
  WHEN (NEW.status IN ('approved', 'discontinued')
    AND (OLD.name, OLD.tagline, OLD.description_html, OLD.url, OLD.image_id, OLD.submitter_id, OLD.updated_at)
    IS DISTINCT FROM (NEW.name, NEW.tagline, NEW.description_html, NEW.url, NEW.image_id, NEW.submitter_id, NEW.updated_at))
  EXECUTE FUNCTION note_product_change('content');
DROP TRIGGER products_icon_noted ON products;
CREATE TRIGGER products_icon_noted AFTER UPDATE OF icon_id, brand_slug ON products
  FOR EACH ROW
  WHEN (NEW.status IN ('approved', 'discontinued')
    AND (OLD.icon_id, OLD.brand_slug) IS DISTINCT FROM (NEW.icon_id, NEW.brand_slug))
  EXECUTE FUNCTION note_product_change('content');
DROP TRIGGER products_listing_noted ON products;
CREATE TRIGGER products_listing_noted AFTER UPDATE OF status, slug, approved_at ON products
  FOR EACH ROW
  WHEN ((OLD.status, OLD.slug, OLD.approved_at) IS DISTINCT FROM (NEW.status, NEW.slug, NEW.approved_at)
    AND (OLD.status IN ('approved', 'removed', 'discontinued') OR NEW.status IN ('approved', 'removed', 'discontinued')))
  EXECUTE FUNCTION note_product_change('listing');
DROP TRIGGER products_deletion_noted ON products;
CREATE TRIGGER products_deletion_noted AFTER DELETE ON products
  FOR EACH ROW
  WHEN (OLD.status IN ('approved', 'removed', 'discontinued'))
  EXECUTE FUNCTION note_product_change('listing');

CREATE FUNCTION note_discontinuation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public_changes (kind, product_id) VALUES ('content', NEW.product_id);
  RETURN NULL;
END
$$;
-- The product's own row notes when its discontinuation begins and ends.
CREATE TRIGGER discontinuations_change_noted AFTER UPDATE ON discontinuations
  FOR EACH ROW EXECUTE FUNCTION note_discontinuation();
