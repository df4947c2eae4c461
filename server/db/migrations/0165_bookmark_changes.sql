-- migrate: compatible-with 0071
-- A bookmark is a change of its product's page and of no other. Builds before this one know no kind for it and read the row as
-- a change of a user, which outdates the same page.
CREATE FUNCTION note_bookmark_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public_changes (kind, product_id) VALUES ('user', NEW.id);
  RETURN NULL;
END
$$;
CREATE TRIGGER products_bookmarks_noted AFTER UPDATE OF bookmark_count ON products
  FOR EACH ROW
  WHEN (NEW.status = 'approved' AND OLD.bookmark_count IS DISTINCT FROM NEW.bookmark_count)
  EXECUTE FUNCTION note_bookmark_change();
