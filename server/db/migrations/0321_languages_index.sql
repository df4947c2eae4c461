-- migrate: compatible-with 0071
-- migrate: no-transaction
-- The products whose texts the job has not read. Empty most of the time.
CREATE INDEX CONCURRENTLY IF NOT EXISTS products_languages ON products (id) WHERE languages IS NULL;
