-- migrate: compatible-with 0071
-- The link with which the owner of a new site becomes its first admin: one row at most. The token of the link is the nonce with a signature
-- of the session keys, so the database alone does not contain the link. Using the link deletes the row.
CREATE TABLE setup_links (
  is_only boolean PRIMARY KEY DEFAULT true CONSTRAINT setup_links_is_only CHECK (is_only),
  nonce text NOT NULL CONSTRAINT setup_links_nonce_chars CHECK (char_length(nonce) <= 43),
  created_at timestamptz(3) NOT NULL
);
