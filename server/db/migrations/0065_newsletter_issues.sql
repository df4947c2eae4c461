-- migrate: compatible-with 0041
-- The weekly newsletter: an issue a week, and a delivery for each subscriber of it.

-- The tags that a subscriber has chosen. Without any, all products.
ALTER TABLE newsletter_subscribers ADD COLUMN tag_ids bigint[] CHECK (cardinality(tag_ids) BETWEEN 1 AND 20);
CREATE INDEX newsletter_subscribers_confirmed ON newsletter_subscribers (id) WHERE status = 'confirmed' AND list = '';

CREATE TABLE newsletter_issues (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- The Monday of the week in which the issue is sent.
  week date NOT NULL UNIQUE,
  -- The products approved between these instants are in the issue.
  since timestamptz(3) NOT NULL,
  until timestamptz(3) NOT NULL CHECK (until > since),
  -- Deliveries are added in the order of the subscribers' ids. Up to which one, and when all were there.
  queued_through_id bigint NOT NULL DEFAULT 0,
  queued_at timestamptz(3)
);

CREATE TABLE newsletter_deliveries (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  issue_id bigint NOT NULL REFERENCES newsletter_issues ON DELETE CASCADE,
  subscriber_id bigint NOT NULL REFERENCES newsletter_subscribers ON DELETE CASCADE,
  status text NOT NULL DEFAULT 'queued'
    CHECK (status IN ('queued', 'sending', 'sent', 'failed', 'uncertain', 'skipped')),
  attempt_count integer NOT NULL DEFAULT 0,
  -- While it is being sent: from when on nobody knows whether it was.
  next_attempt_at timestamptz(3) NOT NULL,
  settled_at timestamptz(3),
  UNIQUE (issue_id, subscriber_id)
);
CREATE INDEX newsletter_deliveries_queue ON newsletter_deliveries (next_attempt_at, id) WHERE status = 'queued';
CREATE INDEX newsletter_deliveries_sending ON newsletter_deliveries (next_attempt_at) WHERE status = 'sending';
CREATE INDEX newsletter_deliveries_uncertain ON newsletter_deliveries (id) WHERE status = 'uncertain';
CREATE INDEX newsletter_deliveries_subscriber ON newsletter_deliveries (subscriber_id);
