-- migrate: compatible-with 0041
-- When the account was created that must grow older before its upvote counts in the ranking. Null once the upvote
-- counts, and while its user is banned. So the job that counts upvotes finds due ones alone. The index
-- upvotes_not_weighing also has those of banned users, for ever; only builds from before this migration read it.
ALTER TABLE upvotes ADD COLUMN awaited_account_created_at timestamptz(3);

CREATE FUNCTION await_account_age() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.awaited_account_created_at := (
    SELECT created_at FROM users WHERE id = NEW.user_id AND banned_at IS NULL AND NOT NEW.is_weighing
  );
  RETURN NEW;
END
$$;
CREATE TRIGGER upvotes_await_account_age BEFORE INSERT ON upvotes
  FOR EACH ROW WHEN (NOT NEW.is_weighing) EXECUTE FUNCTION await_account_age();
CREATE TRIGGER upvotes_change_awaited_account BEFORE UPDATE OF is_weighing ON upvotes
  FOR EACH ROW EXECUTE FUNCTION await_account_age();

CREATE FUNCTION await_account_age_after_ban() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE upvotes SET awaited_account_created_at = CASE WHEN NEW.banned_at IS NULL THEN NEW.created_at END
  WHERE user_id = NEW.id AND NOT is_weighing;
  RETURN NULL;
END
$$;
CREATE TRIGGER users_change_awaited_account AFTER UPDATE OF banned_at ON users
  FOR EACH ROW WHEN ((OLD.banned_at IS NULL) <> (NEW.banned_at IS NULL))
  EXECUTE FUNCTION await_account_age_after_ban();

UPDATE upvotes SET awaited_account_created_at = users.created_at
FROM users WHERE NOT is_weighing AND users.id = user_id AND banned_at IS NULL;

CREATE INDEX upvotes_awaited_account ON upvotes (awaited_account_created_at)
  WHERE awaited_account_created_at IS NOT NULL;
