-- migrate: compatible-with 0071
-- migrate: no-transaction
-- The products that the job has not seen. Empty most of the time.
CREATE INDEX CONCURRENTLY IF NOT EXISTS products_url_rules ON products (id) WHERE url_rules IS NULL;
