-- migrate: compatible-with 0071
-- Admins read the messages of the contact form, answer and close them. A closed message is deleted a year later.
ALTER TABLE contact_messages
  ADD COLUMN answer text CONSTRAINT contact_messages_answer_chars CHECK (char_length(answer) <= 5000),
  ADD COLUMN closed_at timestamptz(3);
CREATE INDEX contact_messages_open ON contact_messages (created_at, id) WHERE closed_at IS NULL;
CREATE INDEX contact_messages_closed ON contact_messages (closed_at, id) WHERE closed_at IS NOT NULL;
