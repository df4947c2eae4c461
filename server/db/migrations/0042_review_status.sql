-- migrate: compatible-with 0041
-- migrate: no-transaction
-- Moderators list the products of every status, oldest first. Replaces the index of pending ones alone.
CREATE INDEX CONCURRENTLY IF NOT EXISTS products_review_status ON products (review_status, created_at, id);
DROP INDEX CONCURRENTLY IF EXISTS products_queue;
