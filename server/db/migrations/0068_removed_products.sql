-- migrate: compatible-with 0041
-- migrate: no-transaction
-- Feeds name the products that were removed last.
CREATE INDEX CONCURRENTLY IF NOT EXISTS products_removed_at ON products (removed_at DESC, id DESC) WHERE status = 'removed';
