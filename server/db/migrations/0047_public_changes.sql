-- migrate: compatible-with 0041
-- What has changed on public pages, for the caches of all processes. Unlogged: after a crash of the database, every
-- process takes all that it has cached for old. A transaction's id orders the rows by visibility: see
-- server/queries/public-changes.ts.
CREATE UNLOGGED TABLE public_changes (
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  -- upvotes: counts of one product. content: texts, image or tags of one product. listing: one product came or went.
  -- added: an import listed products. tags: products per tag. user: name, image or state of one user.
  kind text NOT NULL CHECK (kind IN ('upvotes', 'content', 'listing', 'added', 'tags', 'user')),
  product_id bigint,
  user_id bigint REFERENCES users ON DELETE CASCADE,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX public_changes_xid ON public_changes (xid);
CREATE INDEX public_changes_created_at ON public_changes (created_at);
CREATE INDEX public_changes_user_id ON public_changes (user_id) WHERE user_id IS NOT NULL;

CREATE FUNCTION note_product_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public_changes (kind, product_id) VALUES (TG_ARGV[0], coalesce(NEW.id, OLD.id));
  RETURN NULL;
END
$$;
CREATE TRIGGER products_upvotes_noted AFTER UPDATE OF upvote_count, weighing_upvote_count ON products
  FOR EACH ROW
  WHEN (NEW.status = 'approved' AND (OLD.upvote_count, OLD.weighing_upvote_count) IS DISTINCT FROM (NEW.upvote_count, NEW.weighing_upvote_count))
  EXECUTE FUNCTION note_product_change('upvotes');
CREATE TRIGGER products_content_noted
  AFTER UPDATE OF name, tagline, description_html, url, image_id, submitter_id, updated_at ON products
  FOR EACH ROW
  WHEN (NEW.status = 'approved' AND (OLD.name, OLD.tagline, OLD.description_html, OLD.url, OLD.image_id, OLD.submitter_id, OLD.updated_at)
    IS DISTINCT FROM (NEW.name, NEW.tagline, NEW.description_html, NEW.url, NEW.image_id, NEW.submitter_id, NEW.updated_at))
  EXECUTE FUNCTION note_product_change('content');
CREATE TRIGGER products_listing_noted AFTER UPDATE OF status, slug, approved_at ON products
  FOR EACH ROW
  WHEN ((OLD.status, OLD.slug, OLD.approved_at) IS DISTINCT FROM (NEW.status, NEW.slug, NEW.approved_at)
    AND (OLD.status IN ('approved', 'removed') OR NEW.status IN ('approved', 'removed')))
  EXECUTE FUNCTION note_product_change('listing');
CREATE TRIGGER products_deletion_noted AFTER DELETE ON products
  FOR EACH ROW
  WHEN (OLD.status IN ('approved', 'removed'))
  EXECUTE FUNCTION note_product_change('listing');

CREATE FUNCTION note_added_products() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public_changes (kind) SELECT 'added' WHERE EXISTS (SELECT FROM added WHERE status = 'approved');
  RETURN NULL;
END
$$;
CREATE TRIGGER products_insertion_noted AFTER INSERT ON products
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_added_products();

CREATE FUNCTION note_added_tags() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- No page shows yet what this transaction itself has inserted.
  INSERT INTO public_changes (kind, product_id)
  SELECT DISTINCT 'content', products.id FROM added JOIN products ON products.id = added.product_id
  WHERE products.status = 'approved' AND products.xmin <> pg_current_xact_id()::xid;
  RETURN NULL;
END
$$;
CREATE TRIGGER product_tags_insertion_noted AFTER INSERT ON product_tags
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_added_tags();

CREATE FUNCTION note_tag_counts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public_changes (kind)
  SELECT 'tags' WHERE EXISTS (
    SELECT FROM before JOIN after USING (id) WHERE (before.product_count, before.name) IS DISTINCT FROM (after.product_count, after.name)
  );
  RETURN NULL;
END
$$;
CREATE TRIGGER tags_counts_noted AFTER UPDATE ON tags
  REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION note_tag_counts();

CREATE FUNCTION note_user_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public_changes (kind, user_id) VALUES ('user', NEW.id);
  RETURN NULL;
END
$$;
CREATE TRIGGER users_change_noted AFTER UPDATE ON users
  FOR EACH ROW
  WHEN ((OLD.handle, OLD.name, OLD.avatar_url, OLD.banned_at, OLD.deletion_requested_at, OLD.deleted_at)
    IS DISTINCT FROM (NEW.handle, NEW.name, NEW.avatar_url, NEW.banned_at, NEW.deletion_requested_at, NEW.deleted_at))
  EXECUTE FUNCTION note_user_change();
-- An account is deleted after no page has shown it for days.
CREATE TRIGGER users_insertion_noted AFTER INSERT ON users
  FOR EACH ROW EXECUTE FUNCTION note_user_change();
