-- Redirect sign-ins under way. A row is taken once, by whoever has the state and the browser's cookie.
CREATE TABLE sign_in_attempts (
  state_hash bytea PRIMARY KEY,
  browser_hash bytea NOT NULL,
  provider text NOT NULL CHECK (provider IN ('google.com', 'github.com')),
  -- PKCE: only the challenge made from it has left the server.
  verifier text NOT NULL,
  destination text NOT NULL,
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX sign_in_attempts_expires_at ON sign_in_attempts (expires_at);

-- Codes of the local identity provider, each good for one try.
CREATE TABLE local_sign_in_codes (
  code_hash bytea PRIMARY KEY,
  provider text NOT NULL CHECK (provider IN ('google.com', 'github.com')),
  -- The demo account, by its handle.
  account text NOT NULL,
  code_challenge text NOT NULL,
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX local_sign_in_codes_expires_at ON local_sign_in_codes (expires_at);

-- Tokens that a session was given for already, kept until they would expire by themselves.
CREATE TABLE spent_id_tokens (
  token_hash bytea PRIMARY KEY,
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX spent_id_tokens_expires_at ON spent_id_tokens (expires_at);

-- Whose address it is, as far as a provider has verified it.
CREATE INDEX identities_verified_email ON identities (lower(email)) WHERE is_email_verified;
