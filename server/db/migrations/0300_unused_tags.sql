-- migrate: compatible-with 0071
-- Tags that nothing may have any more: their slugs may be texts that were never public. A job looks at each some days later, and deletes it
-- if nothing has it and no moderator has changed it. Rows are only added here, and refer to no tag, so that nobody waits for them.
CREATE TABLE unused_tags (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tag_id bigint NOT NULL,
  noted_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX unused_tags_due ON unused_tags (noted_at, id);

-- What else has a tag, and what moderators did with it.
CREATE INDEX product_edits_tags ON product_edits USING gin (tag_ids);
CREATE INDEX newsletter_subscribers_tags ON newsletter_subscribers USING gin (tag_ids) WHERE tag_ids IS NOT NULL;
CREATE INDEX audit_entries_tag ON audit_entries ((details ->> 'tag')) WHERE details ? 'tag';
-- A tag that is deleted takes its slug along.
CREATE INDEX tag_slugs_tag ON tag_slugs (tag_id);

-- Those of the tags that no public product has, or that a product may spell in its own way without having them.
CREATE FUNCTION note_unused_tags(ids bigint[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO unused_tags (tag_id)
  SELECT given.id FROM (SELECT DISTINCT id FROM unnest(ids) AS id) AS given
  CROSS JOIN LATERAL (
    SELECT FROM tags
    WHERE tags.id = given.id AND (product_count = 0 OR EXISTS (SELECT FROM tag_spellings WHERE tag_id = tags.id))
    -- Keeps the planner from reading all tags.
    OFFSET 0
  ) AS unused
$$;

CREATE FUNCTION note_new_tags() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO unused_tags (tag_id) SELECT id FROM added WHERE product_count = 0;
  RETURN NULL;
END
$$;
CREATE TRIGGER tags_unused_inserted AFTER INSERT ON tags
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_new_tags();

CREATE FUNCTION note_changed_tag() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_unused_tags(ARRAY[NEW.id, OLD.parent_id, OLD.merged_into_id]);
  RETURN NULL;
END
$$;
CREATE TRIGGER tags_unused_updated AFTER UPDATE OF product_count, description, parent_id, hidden_at, merged_into_id ON tags
  FOR EACH ROW
  WHEN (NEW.product_count = 0 OR (OLD.parent_id, OLD.merged_into_id) IS DISTINCT FROM (NEW.parent_id, NEW.merged_into_id))
  EXECUTE FUNCTION note_changed_tag();

CREATE FUNCTION note_removed_tags() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_unused_tags(ARRAY(SELECT tag_id FROM removed));
  RETURN NULL;
END
$$;
CREATE TRIGGER product_tags_unused AFTER DELETE ON product_tags
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION note_removed_tags();

CREATE FUNCTION note_tags_before() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_unused_tags(OLD.tag_ids);
  RETURN NULL;
END
$$;
CREATE TRIGGER product_edits_unused_tags AFTER UPDATE OF tag_ids OR DELETE ON product_edits
  FOR EACH ROW EXECUTE FUNCTION note_tags_before();
CREATE TRIGGER newsletter_subscribers_unused_tags AFTER UPDATE OF tag_ids OR DELETE ON newsletter_subscribers
  FOR EACH ROW WHEN (OLD.tag_ids IS NOT NULL) EXECUTE FUNCTION note_tags_before();

CREATE FUNCTION note_tag_of_slug() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_unused_tags(ARRAY[OLD.tag_id]);
  RETURN NULL;
END
$$;
CREATE TRIGGER tag_slugs_unused AFTER UPDATE OF kind OR DELETE ON tag_slugs
  FOR EACH ROW WHEN (OLD.kind <> 'present') EXECUTE FUNCTION note_tag_of_slug();

CREATE FUNCTION note_tags_of_merge() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_unused_tags(ARRAY[OLD.source_id, OLD.target_id]);
  RETURN NULL;
END
$$;
CREATE TRIGGER tag_merges_unused_tags AFTER DELETE ON tag_merges FOR EACH ROW EXECUTE FUNCTION note_tags_of_merge();

-- Those from before.
INSERT INTO unused_tags (tag_id)
SELECT id FROM tags WHERE product_count = 0 OR EXISTS (SELECT FROM tag_spellings WHERE tag_id = tags.id) ORDER BY id;
