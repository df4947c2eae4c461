-- migrate: compatible-with 0071
-- One queue for all that the site does after it has answered. The job `adopt-tasks` moves what waits in the former queues,
-- also what processes of the former version still add to them: `mail_outbox`, `webhook_deliveries`,
-- `newsletter_deliveries`, and columns of `images` and `imports`.
CREATE TABLE task_groups (
  kind text COLLATE "C" NOT NULL,
  -- The receiver, issue or import that the tasks belong to. Empty where all tasks of a kind depend on the same.
  name text COLLATE "C" NOT NULL,
  -- Failures since the last success. After a failure, no task of the group begins until `rests_until`.
  failure_count integer NOT NULL DEFAULT 0,
  rests_until timestamptz(3),
  PRIMARY KEY (kind, name)
);
INSERT INTO task_groups (kind, name, failure_count, rests_until)
  SELECT 'event', id::text, failure_count, rests_until FROM webhooks;
INSERT INTO task_groups (kind, name) SELECT 'issue', id::text FROM newsletter_issues;

CREATE TABLE tasks (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('image', 'email', 'event', 'issue', 'import')),
  group_name text COLLATE "C" NOT NULL DEFAULT '',
  -- What the task is about.
  product_id bigint REFERENCES products (id) ON DELETE CASCADE,
  subscriber_id bigint REFERENCES newsletter_subscribers (id) ON DELETE CASCADE,
  -- An image, an import, or an entry of the log.
  subject_id bigint,
  -- The recipient of an email.
  email text,
  -- Null when nothing has to be known, and for an email that was given up.
  payload jsonb,
  state text NOT NULL DEFAULT 'waiting'
    CHECK (state IN ('waiting', 'running', 'done', 'skipped', 'failed', 'uncertain')),
  -- While a process runs the task: until when it has leased it.
  due_at timestamptz(3) NOT NULL,
  -- Changes with each lease: a process whose lease has ended can no longer say what became of the task.
  lease_count integer NOT NULL DEFAULT 0,
  -- Attempts that have ended, and those whose process died.
  attempt_count integer NOT NULL DEFAULT 0,
  interrupted_count integer NOT NULL DEFAULT 0,
  -- Times that the site itself was to blame, for example with a full disk. They are no attempts.
  fault_count integer NOT NULL DEFAULT 0,
  -- Why the last attempt failed.
  failure text,
  created_at timestamptz(3) NOT NULL,
  ended_at timestamptz(3),
  CHECK ((ended_at IS NULL) = (state IN ('waiting', 'running'))),
  FOREIGN KEY (kind, group_name) REFERENCES task_groups (kind, name) ON DELETE CASCADE
);
-- What is due, and what was running when its process died.
CREATE INDEX tasks_due ON tasks (kind, group_name, due_at, id) WHERE state IN ('waiting', 'running');
CREATE INDEX tasks_running ON tasks (kind, due_at) WHERE state = 'running';
CREATE INDEX tasks_images ON tasks (created_at, id) WHERE kind = 'image' AND state IN ('waiting', 'running');
CREATE INDEX tasks_events ON tasks (created_at DESC, id DESC) WHERE kind = 'event';
CREATE INDEX tasks_failed ON tasks (kind, created_at DESC, id DESC) WHERE state = 'failed';
CREATE INDEX tasks_uncertain ON tasks (kind, id) WHERE state = 'uncertain';
CREATE INDEX tasks_ended ON tasks (kind, ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX tasks_product ON tasks (product_id) WHERE product_id IS NOT NULL;
CREATE INDEX tasks_subscriber ON tasks (subscriber_id) WHERE subscriber_id IS NOT NULL;
CREATE INDEX tasks_subject ON tasks (kind, subject_id) WHERE subject_id IS NOT NULL;
CREATE INDEX tasks_email ON tasks (lower(email)) WHERE email IS NOT NULL;
CREATE INDEX tasks_group ON tasks (kind, group_name, state);

-- Processes of the former version leave to the tasks what they cannot claim.
ALTER TABLE images ALTER claimed_until SET DEFAULT 'infinity';
ALTER TABLE imports ALTER claimed_until SET DEFAULT 'infinity';
