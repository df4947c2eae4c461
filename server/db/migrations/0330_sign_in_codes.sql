-- migrate: compatible-with 0071
-- Codes by email, with which people sign in without a provider. A row is of the browser that has asked for the code: it has a secret whose
-- hash is the key, and the hash of the code contains that secret, so that nothing here can be tried out. Rows expire after ten minutes.
CREATE TABLE sign_in_codes (
  browser_hash bytea PRIMARY KEY,
  email text NOT NULL CHECK (char_length(email) <= 254),
  code_hash bytea NOT NULL,
  attempt_count integer NOT NULL DEFAULT 0,
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX sign_in_codes_expires_at ON sign_in_codes (expires_at);

-- An address of email as an identity. Stored rows fulfil the narrower check.
ALTER TABLE identities DROP CONSTRAINT identities_provider_check;
ALTER TABLE identities ADD CONSTRAINT identities_provider_check
  CHECK (provider IN ('google.com', 'github.com', 'oidc', 'email')) NOT VALID;
