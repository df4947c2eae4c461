-- migrate: compatible-with 0071
-- migrate: no-transaction
-- What moderators have removed of a member's, newest first.
CREATE INDEX CONCURRENTLY IF NOT EXISTS products_removals ON products (submitter_id, removed_at DESC, id DESC)
  WHERE status = 'removed' AND withdrawn_at IS NULL AND submitter_id IS NOT NULL;
