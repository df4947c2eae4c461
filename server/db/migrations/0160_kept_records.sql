-- migrate: compatible-with 0071
-- What outlives an account: a ban, a suspension, warnings, notes and rejections. Whoever signs in again with the same
-- account at a provider, or with the same verified email, gets it back. A row is deleted when nothing of it counts any more.
CREATE TABLE kept_records (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- The account that has it, while there is one.
  user_id bigint UNIQUE REFERENCES users ON DELETE SET NULL,
  -- What counts without the account. Null while the account itself says it.
  content jsonb,
  -- Null for a ban, which has no end.
  expires_at timestamptz(3)
);
CREATE INDEX kept_records_expiry ON kept_records (expires_at) WHERE expires_at IS NOT NULL;

-- The keys of the digests, each encrypted with a session key, which is not in the database.
CREATE TABLE digest_keys (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Of the session key.
  kid text NOT NULL,
  sealed bytea NOT NULL
);

-- HMAC-SHA-256 of an issuer with a subject, or of a verified email.
CREATE TABLE kept_record_digests (
  digest bytea NOT NULL CHECK (octet_length(digest) = 32),
  record_id bigint NOT NULL REFERENCES kept_records ON DELETE CASCADE,
  key_id bigint NOT NULL REFERENCES digest_keys,
  PRIMARY KEY (digest, record_id)
);
CREATE INDEX kept_record_digests_record ON kept_record_digests (record_id);
CREATE INDEX kept_record_digests_key ON kept_record_digests (key_id);
