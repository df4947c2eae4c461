-- migrate: compatible-with 0071
-- Passkeys, with which members sign in to an account that they have. The authenticator of the member has the private key.
CREATE TABLE passkeys (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  credential_id bytea NOT NULL UNIQUE CHECK (octet_length(credential_id) <= 1023),
  public_key bytea NOT NULL CHECK (octet_length(public_key) <= 4096),
  -- How often the authenticator has signed; 0 for those that don't count. A copy of the key would count less.
  sign_count bigint NOT NULL,
  transports text[] NOT NULL CHECK (cardinality(transports) <= 10),
  name text NOT NULL CONSTRAINT passkeys_name_chars CHECK (char_length(name) <= 60),
  created_at timestamptz(3) NOT NULL,
  last_used_at timestamptz(3)
);
CREATE INDEX passkeys_user_id ON passkeys (user_id);

-- What an authenticator has to sign, once. The key is a hash of the secret of the browser that signs in, or of the session that adds a passkey.
-- Rows expire after five minutes.
CREATE TABLE passkey_challenges (
  browser_hash bytea PRIMARY KEY,
  challenge text NOT NULL CHECK (char_length(challenge) <= 100),
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX passkey_challenges_expires_at ON passkey_challenges (expires_at);
