-- migrate: compatible-with 0071
-- What a process has found out about the site besides its data: a disk that is nearly full, a release that is newer. A row is
-- deleted when that is over, so that `since` is when it began.
CREATE TABLE site_findings (
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('disk', 'release')),
  -- The machine and its folder, or the version.
  name text COLLATE "C" NOT NULL CHECK (char_length(name) BETWEEN 1 AND 300),
  since timestamptz(3) NOT NULL,
  seen_at timestamptz(3) NOT NULL,
  PRIMARY KEY (kind, name)
);
-- Since when each run of a job has failed. Null after a run that succeeded.
ALTER TABLE job_runs ADD COLUMN failing_since timestamptz(3);
-- Up to when webhooks were told of each kind of the site's work.
CREATE TABLE staff_events (
  kind text COLLATE "C" PRIMARY KEY CHECK (char_length(kind) BETWEEN 1 AND 40),
  told_until timestamptz(3) NOT NULL
);
