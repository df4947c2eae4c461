-- migrate: compatible-with 0041
-- migrate: no-transaction
-- Exact names come first in every search, whatever their level.
CREATE INDEX CONCURRENTLY IF NOT EXISTS search_documents_name_key ON search_documents (name_key);
