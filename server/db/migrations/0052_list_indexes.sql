-- migrate: compatible-with 0041
-- migrate: no-transaction
-- A user's submissions of one status, and approved products, newest first. Replace the index of all together.
CREATE INDEX CONCURRENTLY IF NOT EXISTS products_submissions ON products (submitter_id, review_status, created_at DESC, id DESC)
  WHERE submitter_id IS NOT NULL;
CREATE INDEX CONCURRENTLY IF NOT EXISTS products_approved_submissions ON products (submitter_id, approved_at DESC, id DESC)
  WHERE status = 'approved' AND submitter_id IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS products_submitter;
-- The tags of the products of a list, from the index alone.
CREATE INDEX CONCURRENTLY IF NOT EXISTS product_tags_position ON product_tags (product_id, position, tag_id);
-- What the hourly jobs look for.
CREATE INDEX CONCURRENTLY IF NOT EXISTS users_due_for_deletion ON users (deletion_requested_at)
  WHERE deletion_requested_at IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX CONCURRENTLY IF NOT EXISTS sessions_expires_at ON sessions (expires_at);
CREATE INDEX CONCURRENTLY IF NOT EXISTS sessions_revoked_at ON sessions (revoked_at) WHERE revoked_at IS NOT NULL;
CREATE INDEX CONCURRENTLY IF NOT EXISTS mail_outbox_given_up ON mail_outbox (given_up_at) WHERE given_up_at IS NOT NULL;
-- What the deletion of an account looks for.
CREATE INDEX CONCURRENTLY IF NOT EXISTS audit_entries_actor_id ON audit_entries (actor_id) WHERE actor_id IS NOT NULL;
CREATE INDEX CONCURRENTLY IF NOT EXISTS newsletter_subscribers_lower_email ON newsletter_subscribers (lower(email));
CREATE INDEX CONCURRENTLY IF NOT EXISTS contact_messages_lower_email ON contact_messages (lower(email));
CREATE INDEX CONCURRENTLY IF NOT EXISTS mail_outbox_lower_email ON mail_outbox (lower(email)) WHERE email IS NOT NULL;
CREATE INDEX CONCURRENTLY IF NOT EXISTS reports_reporter_id ON reports (reporter_id);
CREATE INDEX CONCURRENTLY IF NOT EXISTS reports_resolver_id ON reports (resolver_id);
