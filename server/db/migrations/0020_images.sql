-- The queue of uploads that are still to be processed, and who has taken each.
ALTER TABLE images
  ADD COLUMN attempt_count integer NOT NULL DEFAULT 0,
  ADD COLUMN claimed_until timestamptz(3);
CREATE INDEX images_queue ON images (created_at, id) WHERE status = 'queued';

-- Which upload is somebody's avatar; unused ones are deleted.
CREATE INDEX users_avatar_image ON users (substring(avatar_url FROM '/images/([A-Za-z0-9_-]{22})$'))
  WHERE avatar_url IS NOT NULL;

-- When each of the jobs that one process does for all is due next.
CREATE TABLE job_runs (
  name text PRIMARY KEY,
  next_run_at timestamptz(3) NOT NULL
);
