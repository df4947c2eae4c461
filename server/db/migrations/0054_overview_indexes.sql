-- migrate: compatible-with 0041
-- migrate: no-transaction
-- The upvotes of a day that count in the ranking.
CREATE INDEX CONCURRENTLY IF NOT EXISTS upvotes_ranking ON upvotes (created_at) INCLUDE (product_id, user_id) WHERE is_weighing;
CREATE INDEX CONCURRENTLY IF NOT EXISTS users_rankers ON users (id) WHERE has_ranked AND banned_at IS NULL;
-- The members whose submissions were approved last.
CREATE INDEX CONCURRENTLY IF NOT EXISTS products_last_submitters ON products (approved_at DESC, id DESC) INCLUDE (submitter_id)
  WHERE status = 'approved' AND submitter_id IS NOT NULL;
