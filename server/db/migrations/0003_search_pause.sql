-- While the mirror is rebuilt as a whole its outbox waits: what changes meanwhile is sent to the new one.
ALTER TABLE search_mirrors ADD COLUMN paused_until timestamptz(3) NOT NULL DEFAULT '-infinity';
