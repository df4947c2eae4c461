-- migrate: compatible-with 0071
-- Products that got a merged or hidden tag. This build attaches no merged tags, but an earlier one that still runs during
-- an upgrade does, and enters hidden tags into the search. A job puts that right.
CREATE TABLE stray_product_tags (
  tag_id bigint NOT NULL REFERENCES tags ON DELETE CASCADE,
  product_id bigint NOT NULL REFERENCES products ON DELETE CASCADE,
  PRIMARY KEY (tag_id, product_id)
);
CREATE INDEX stray_product_tags_product ON stray_product_tags (product_id);

CREATE FUNCTION note_stray_tags() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO stray_product_tags (tag_id, product_id)
  SELECT tag_id, product_id
  FROM (SELECT tag_id, product_id FROM added ORDER BY tag_id, product_id) AS sorted
  CROSS JOIN LATERAL (
    SELECT FROM tags WHERE tags.id = sorted.tag_id AND NOT is_listed
    -- Keeps the planner from reading all tags.
    OFFSET 0
  ) AS unlisted
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
CREATE TRIGGER product_tags_strays_inserted AFTER INSERT ON product_tags
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_stray_tags();
-- Earlier builds write all tags of an edited product again.
CREATE TRIGGER product_tags_strays_updated AFTER UPDATE ON product_tags
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_stray_tags();

-- Those from before.
INSERT INTO stray_product_tags (tag_id, product_id)
SELECT tag_id, product_id FROM tags JOIN product_tags ON tag_id = tags.id
WHERE merged_into_id IS NOT NULL
  AND NOT EXISTS (SELECT FROM tag_merges WHERE source_id = tags.id AND state <> 'merged');
