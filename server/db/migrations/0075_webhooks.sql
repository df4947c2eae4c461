-- migrate: compatible-with 0071
-- Webhooks of the site's admins: other systems learn what happens to products.
CREATE TABLE webhooks (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  url text NOT NULL CONSTRAINT webhooks_url_chars CHECK (char_length(url) <= 2048),
  format text NOT NULL CHECK (format IN ('standard', 'slack', 'discord')),
  events text[] NOT NULL CHECK (cardinality(events) BETWEEN 1 AND 20),
  -- The key of the signatures, in base64.
  secret text NOT NULL,
  creator_id bigint REFERENCES users (id) ON DELETE SET NULL,
  created_at timestamptz(3) NOT NULL,
  -- Failures since the last success. After a failure, nothing is sent until `rests_until`.
  failure_count integer NOT NULL DEFAULT 0,
  rests_until timestamptz(3)
);
CREATE INDEX webhooks_creator ON webhooks (creator_id);

-- The queue of the webhooks. What was delivered or given up stays visible for 30 days.
CREATE TABLE webhook_deliveries (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  webhook_id bigint NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
  event text NOT NULL,
  -- Null for a test.
  product_id bigint REFERENCES products (id) ON DELETE CASCADE,
  -- The product when the event happened.
  payload jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL,
  next_attempt_at timestamptz(3) NOT NULL,
  -- Since when a process sends it. It stays when the process dies.
  claimed_at timestamptz(3),
  attempt_count integer NOT NULL DEFAULT 0,
  -- Attempts whose process died: the receiver may have got the event.
  interrupted_count integer NOT NULL DEFAULT 0,
  -- Why the last attempt failed.
  failure text,
  delivered_at timestamptz(3),
  given_up_at timestamptz(3),
  CHECK (delivered_at IS NULL OR given_up_at IS NULL)
);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (webhook_id, next_attempt_at, id)
  WHERE delivered_at IS NULL AND given_up_at IS NULL;
CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries (created_at, id)
  WHERE delivered_at IS NULL AND given_up_at IS NULL;
CREATE INDEX webhook_deliveries_given_up ON webhook_deliveries (created_at DESC, id DESC) WHERE given_up_at IS NOT NULL;
CREATE INDEX webhook_deliveries_newest ON webhook_deliveries (created_at DESC, id DESC);
CREATE INDEX webhook_deliveries_product ON webhook_deliveries (product_id);

-- What moderators see of the jobs that run in one process at a time.
ALTER TABLE job_runs ADD COLUMN ended_at timestamptz(3), ADD COLUMN has_failed boolean;
