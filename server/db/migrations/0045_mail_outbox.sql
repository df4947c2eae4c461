-- migrate: compatible-with 0041
-- Emails that are still to be sent. Sent ones are deleted; given-up ones lose everything personal.
CREATE TABLE mail_outbox (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  email text,
  subject text,
  body text,
  created_at timestamptz(3) NOT NULL,
  attempt_count integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz(3) NOT NULL,
  given_up_at timestamptz(3),
  CHECK (given_up_at IS NOT NULL OR (email IS NOT NULL AND subject IS NOT NULL AND body IS NOT NULL)),
  CHECK (given_up_at IS NULL OR (email IS NULL AND subject IS NULL AND body IS NULL))
);
CREATE INDEX mail_outbox_due ON mail_outbox (next_attempt_at, id) WHERE given_up_at IS NULL;
