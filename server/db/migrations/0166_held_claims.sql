-- migrate: compatible-with 0071
-- A ban ends the claims of a member. Its end returns them, so each keeps when and how it was verified.
ALTER TABLE product_claims
  ADD COLUMN held_verified_at timestamptz(3),
  ADD COLUMN held_method text CHECK (held_method IN ('meta', 'dns', 'file'));
