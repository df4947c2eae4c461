-- migrate: compatible-with 0071
-- A task that a moderator has run again waits from then on, or an old task would be given up after its first failure.
ALTER TABLE tasks ADD COLUMN retried_at timestamptz(3);
