-- migrate: compatible-with 0071
-- What moderators and admins are told by email, and of what they were told already. What is told is counted from the tables
-- themselves, from `told_until` on. Rows exist for people whose role is above member, from the first minute of the role.
CREATE TABLE staff_notices (
  user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- A later version may know more kinds.
  kind text COLLATE "C" NOT NULL CHECK (char_length(kind) BETWEEN 1 AND 40),
  -- Null until the person has chosen: when the site says by default.
  timing text CHECK (timing IN ('off', 'at-once', 'morning')),
  told_until timestamptz(3) NOT NULL,
  PRIMARY KEY (user_id, kind)
);
-- The last email to each of them. Its row is locked while the next one is written.
CREATE TABLE staff_notice_emails (
  user_id bigint PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  sent_at timestamptz(3)
);
