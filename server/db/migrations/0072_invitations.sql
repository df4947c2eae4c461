-- migrate: compatible-with 0071
-- Invitations of moderators: where SIGN_UP=invite, a new account needs one. The link has the token, the row its hash.
CREATE TABLE invitations (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  token_hash bytea NOT NULL UNIQUE CHECK (octet_length(token_hash) = 32),
  creator_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- For moderators alone.
  note text NOT NULL CONSTRAINT invitations_note_chars CHECK (char_length(note) <= 200),
  uses_max integer NOT NULL CHECK (uses_max BETWEEN 1 AND 100),
  use_count integer NOT NULL DEFAULT 0 CHECK (use_count BETWEEN 0 AND uses_max),
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  revoked_at timestamptz(3)
);
CREATE INDEX invitations_newest ON invitations (created_at DESC, id DESC);
CREATE INDEX invitations_creator ON invitations (creator_id);
CREATE INDEX invitations_expiry ON invitations (expires_at);
