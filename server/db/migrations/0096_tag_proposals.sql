-- migrate: compatible-with 0071
-- Tags that moderators might merge: a job compares each tag that is new, or whose number of products has changed.
ALTER TABLE tags
  -- The slug without hyphens, in the singular.
  ADD COLUMN match_key text NOT NULL GENERATED ALWAYS AS (
    CASE WHEN length(replace(slug, '-', '')) > 4
      THEN regexp_replace(regexp_replace(replace(slug, '-', ''), 'ies$', 'y'), '([^s])s$', '\1')
      ELSE replace(slug, '-', '')
    END
  ) STORED,
  -- The products it had when it was compared. Null: not since it got its name.
  ADD COLUMN compared_product_count integer;
CREATE INDEX tags_uncompared ON tags (id) WHERE compared_product_count IS DISTINCT FROM product_count;
-- One edit leaves the first or the second half of a word as it is.
CREATE INDEX tags_match_start ON tags (length(match_key), match_key COLLATE "C") WHERE is_listed AND product_count > 0;
CREATE INDEX tags_match_end ON tags (length(match_key), reverse(match_key) COLLATE "C") WHERE is_listed AND product_count > 0;

CREATE TABLE tag_proposals (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  low_id bigint NOT NULL REFERENCES tags ON DELETE CASCADE,
  high_id bigint NOT NULL REFERENCES tags ON DELETE CASCADE,
  reason text NOT NULL CHECK (reason IN ('spelling', 'plural', 'typo', 'together')),
  -- 1 to 100.
  score smallint NOT NULL,
  -- For 'together': how many of so many products with one of the tags have the other, too.
  shared_count integer,
  sampled_count integer,
  found_at timestamptz(3) NOT NULL,
  -- Never proposed again.
  dismissed_at timestamptz(3),
  UNIQUE (low_id, high_id),
  CHECK (low_id < high_id)
);
CREATE INDEX tag_proposals_best ON tag_proposals (score DESC, id DESC) WHERE dismissed_at IS NULL;
CREATE INDEX tag_proposals_high ON tag_proposals (high_id);
