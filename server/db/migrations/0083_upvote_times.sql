-- migrate: compatible-with 0071
-- migrate: no-transaction
-- Who has upvoted a product shortly before and after someone else.
CREATE INDEX CONCURRENTLY IF NOT EXISTS upvotes_times ON upvotes (product_id, created_at, user_id);
