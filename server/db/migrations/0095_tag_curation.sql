-- migrate: compatible-with 0071
-- What moderators do with tags. A hidden tag keeps its products, and is shown nowhere. A merged one leads to another tag
-- for good: its products get that tag in small steps, by a job.
ALTER TABLE tags
  -- Plain text.
  ADD COLUMN description text NOT NULL DEFAULT '',
  ADD COLUMN parent_id bigint REFERENCES tags ON DELETE SET NULL,
  ADD COLUMN hidden_at timestamptz(3),
  ADD COLUMN merged_into_id bigint REFERENCES tags,
  ADD CONSTRAINT tags_description_chars CHECK (char_length(description) <= 500);
-- Whether lists of tags name it.
ALTER TABLE tags ADD COLUMN is_listed boolean NOT NULL GENERATED ALWAYS AS (hidden_at IS NULL AND merged_into_id IS NULL) STORED;
CREATE INDEX tags_parent ON tags (parent_id) WHERE parent_id IS NOT NULL;
CREATE INDEX tags_merged ON tags (merged_into_id) WHERE merged_into_id IS NOT NULL;
-- The orders in which moderators see them.
CREATE INDEX tags_by_slug ON tags (slug COLLATE "C") WHERE merged_into_id IS NULL;
CREATE INDEX tags_hidden ON tags (slug COLLATE "C") WHERE hidden_at IS NOT NULL AND merged_into_id IS NULL;

-- Every slug that leads to a tag: its own, those from before it was renamed, and its synonyms. Of a merged tag, too.
CREATE TABLE tag_slugs (
  slug text PRIMARY KEY,
  -- The row is written before the tag.
  tag_id bigint NOT NULL REFERENCES tags ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  kind text NOT NULL CHECK (kind IN ('present', 'former', 'synonym')),
  -- How a synonym is written. A former slug may be a synonym, too.
  name text CHECK (char_length(name) <= 40),
  CHECK (kind <> 'synonym' OR name IS NOT NULL),
  CHECK (kind <> 'present' OR name IS NULL)
);
CREATE INDEX tag_slugs_others ON tag_slugs (tag_id) WHERE kind <> 'present';
INSERT INTO tag_slugs (slug, tag_id, kind) SELECT slug, id, 'present' FROM tags;

-- A slug that leads to one tag never becomes another tag, whoever inserts it, and whatever happens at the same moment.
CREATE FUNCTION register_tag_slug() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO tag_slugs (slug, tag_id, kind) VALUES (NEW.slug, NEW.id, 'present') ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER tags_register_slug BEFORE INSERT ON tags FOR EACH ROW EXECUTE FUNCTION register_tag_slug();

-- The tag that a tag leads to in the end: itself, unless it was merged. Chains have no cycles, because only tags that lead
-- nowhere else are merged, into such tags.
CREATE FUNCTION final_tag_id(bigint) RETURNS bigint LANGUAGE sql STABLE AS $$
  WITH RECURSIVE chain AS (
    SELECT id, merged_into_id FROM tags WHERE id = $1
    UNION ALL
    SELECT tags.id, tags.merged_into_id FROM chain JOIN tags ON tags.id = chain.merged_into_id
  )
  SELECT id FROM chain WHERE merged_into_id IS NULL
$$;

-- Merges that can be undone, for 30 days. Afterwards, the tags stay merged.
CREATE TABLE tag_merges (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  source_id bigint NOT NULL UNIQUE REFERENCES tags ON DELETE CASCADE,
  target_id bigint NOT NULL REFERENCES tags ON DELETE CASCADE,
  moderator_id bigint REFERENCES users ON DELETE SET NULL,
  created_at timestamptz(3) NOT NULL,
  -- moving: products still have the source. returning: the merge was undone, and products still have the target.
  state text NOT NULL CHECK (state IN ('moving', 'merged', 'returning')),
  -- Approved products of both, before.
  source_product_count integer NOT NULL,
  target_product_count integer NOT NULL,
  -- The tags whose parent was the source.
  moved_child_ids bigint[] NOT NULL DEFAULT '{}'
);
CREATE INDEX tag_merges_newest ON tag_merges (created_at DESC, id DESC);
CREATE INDEX tag_merges_target ON tag_merges (target_id, id);
CREATE INDEX tag_merges_moderator ON tag_merges (moderator_id);
CREATE INDEX tag_merges_unfinished ON tag_merges (id) WHERE state <> 'merged';

-- The products that had the source.
CREATE TABLE merged_product_tags (
  merge_id bigint NOT NULL REFERENCES tag_merges ON DELETE CASCADE,
  product_id bigint NOT NULL REFERENCES products ON DELETE CASCADE,
  position smallint NOT NULL,
  -- Whether the product had the target, too.
  had_target boolean NOT NULL,
  PRIMARY KEY (merge_id, product_id)
);
CREATE INDEX merged_product_tags_product ON merged_product_tags (product_id);

-- The tags whose products a job enters into the search again, and how far it has come.
CREATE TABLE tag_refreshes (
  tag_id bigint PRIMARY KEY REFERENCES tags ON DELETE CASCADE,
  after_product_id bigint NOT NULL DEFAULT 0,
  -- The transaction that asked for it last.
  version xid8 NOT NULL DEFAULT pg_current_xact_id()
);
