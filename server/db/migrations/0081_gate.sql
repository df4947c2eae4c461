-- migrate: compatible-with 0071
-- What the site's rules said of a submission when it was sent. Moderators see it.
CREATE TABLE submission_observations (
  product_id bigint NOT NULL REFERENCES products ON DELETE CASCADE,
  rule text NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('passed', 'failed', 'unknown')),
  sentence text NOT NULL,
  observed_at timestamptz(3) NOT NULL,
  PRIMARY KEY (product_id, rule)
);

-- Since when domains and repositories exist, as their registries say. Forgotten after a while.
CREATE TABLE known_ages (
  -- A registrable domain, or host, owner and name of a repository.
  subject text PRIMARY KEY,
  -- Null when the registry did not say.
  exists_since timestamptz(3),
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX known_ages_expired ON known_ages (expires_at);

-- What became of the submissions of the last 90 days: one row, written by a job.
CREATE TABLE gate_figures (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  figures jsonb NOT NULL
);
