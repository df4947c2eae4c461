-- migrate: compatible-with 0071
-- Merged duplicates: the source is removed, and its URLs lead to the target. The rows have what undoing a merge needs, and
-- are deleted after 30 days.
CREATE TABLE product_merges (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  source_id bigint NOT NULL UNIQUE REFERENCES products ON DELETE CASCADE,
  target_id bigint NOT NULL REFERENCES products ON DELETE CASCADE,
  moderator_id bigint REFERENCES users ON DELETE SET NULL,
  created_at timestamptz(3) NOT NULL,
  source_status text NOT NULL CHECK (source_status IN ('approved', 'discontinued')),
  -- Upvotes shown before.
  source_upvote_count integer NOT NULL,
  target_upvote_count integer NOT NULL,
  -- The slugs that led to the source.
  source_slugs text[] NOT NULL DEFAULT '{}',
  -- The rows of alternatives that have the target now instead of the source.
  moved_pair_ids bigint[] NOT NULL DEFAULT '{}',
  -- The successors of discontinued products before the merge, by the id of the product: {"7": ["3", "12"]}.
  successor_ids jsonb NOT NULL DEFAULT '{}'
);
CREATE INDEX product_merges_newest ON product_merges (created_at DESC, id DESC);
CREATE INDEX product_merges_target ON product_merges (target_id);
CREATE INDEX product_merges_moderator ON product_merges (moderator_id);

-- The upvotes and bookmarks of the source. Without a foreign key to users, which would have to be checked for each row:
-- the deletion of an account deletes its rows.
CREATE TABLE merged_reactions (
  merge_id bigint NOT NULL REFERENCES product_merges ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('upvote', 'bookmark')),
  user_id bigint NOT NULL,
  created_at timestamptz(3) NOT NULL,
  -- When the user had done the same with the target. Null: the merge has added the reaction to the target.
  target_created_at timestamptz(3),
  PRIMARY KEY (merge_id, kind, user_id)
);
CREATE INDEX merged_reactions_user ON merged_reactions (user_id);

-- Pending alternatives that the target has, too, and the one between both products.
CREATE TABLE merged_pairs (
  merge_id bigint NOT NULL REFERENCES product_merges ON DELETE CASCADE,
  product_id bigint NOT NULL,
  alternative_id bigint NOT NULL,
  proposer_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (merge_id, product_id, alternative_id)
);
CREATE INDEX merged_pairs_proposer ON merged_pairs (proposer_id);

CREATE INDEX discontinuations_successors ON discontinuations USING gin (successor_ids);
