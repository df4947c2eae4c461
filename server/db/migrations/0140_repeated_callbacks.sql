-- migrate: compatible-with 0071
-- A browser may repeat the callback of a sign-in: it gets the response of the first request once more, for a minute.
-- The processes of the release before delete the row instead, and answer the repeated request as they always did.
ALTER TABLE sign_in_attempts ADD COLUMN taken_at timestamptz, ADD COLUMN response text;
