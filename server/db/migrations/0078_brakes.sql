-- migrate: compatible-with 0071
-- What moderators have stopped for now. A brake is on while it has a row.
CREATE TABLE brakes (
  name text PRIMARY KEY,
  -- Public.
  note text NOT NULL CONSTRAINT brakes_note_chars CHECK (char_length(note) <= 200),
  created_at timestamptz(3) NOT NULL
);
