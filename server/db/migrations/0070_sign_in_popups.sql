-- The page that opened the popup of a sign-in: its origin, its state and the challenge of its verifier. Null: a redirect.
ALTER TABLE sign_in_attempts ADD COLUMN opener jsonb;
