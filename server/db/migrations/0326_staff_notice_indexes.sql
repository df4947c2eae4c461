-- migrate: compatible-with 0071
-- migrate: no-transaction
-- Everybody whom the site tells of its work, and what has come into the queue last.
CREATE INDEX CONCURRENTLY IF NOT EXISTS users_staff ON users (id) WHERE role <> 'member';
CREATE INDEX CONCURRENTLY IF NOT EXISTS queue_entries_waiting ON queue_entries (waiting_since);
