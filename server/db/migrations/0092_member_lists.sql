-- migrate: compatible-with 0071
-- migrate: no-transaction
-- The list of members, and what its search finds: the beginnings of handles and names.
CREATE INDEX CONCURRENTLY IF NOT EXISTS users_newest ON users (created_at DESC, id DESC);
CREATE INDEX CONCURRENTLY IF NOT EXISTS users_handle_prefix ON users (handle text_pattern_ops);
CREATE INDEX CONCURRENTLY IF NOT EXISTS users_name_prefix ON users (lower(name) text_pattern_ops);
