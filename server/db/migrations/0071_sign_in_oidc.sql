-- A third provider: the issuer of OpenID Connect that the owner chooses. Stored rows fulfil the narrower check.
ALTER TABLE identities DROP CONSTRAINT identities_provider_check;
ALTER TABLE identities ADD CONSTRAINT identities_provider_check
  CHECK (provider IN ('google.com', 'github.com', 'oidc')) NOT VALID;
ALTER TABLE sign_in_attempts DROP CONSTRAINT sign_in_attempts_provider_check;
ALTER TABLE sign_in_attempts ADD CONSTRAINT sign_in_attempts_provider_check
  CHECK (provider IN ('google.com', 'github.com', 'oidc')) NOT VALID;
