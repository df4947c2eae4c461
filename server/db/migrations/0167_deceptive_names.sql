-- migrate: compatible-with 0071
-- Handles that look alike. The skeleton (Unicode TR39) of two such handles is the same; programs compute it, because no function of the
-- database knows it. Null: not computed yet, or another member has one that looks like it.
ALTER TABLE users
  ADD COLUMN handle_skeleton text COLLATE "C" CHECK (char_length(handle_skeleton) <= 1000),
  -- What is wrong with the handle or the name, for moderators. Null: nothing, or not checked yet.
  ADD COLUMN name_issue text CHECK (char_length(name_issue) <= 200);
CREATE UNIQUE INDEX users_handle_skeleton ON users (handle_skeleton) WHERE handle_skeleton IS NOT NULL;
CREATE INDEX users_name_issue ON users (created_at, id) WHERE name_issue IS NOT NULL;
CREATE INDEX users_unchecked_names ON users (id) WHERE handle_skeleton IS NULL AND name_issue IS NULL;

-- Handles that members gave up: nobody else gets one for 90 days. Only a hash of what it looked like is kept.
CREATE TABLE freed_handles (
  skeleton_hash bytea PRIMARY KEY CHECK (length(skeleton_hash) = 32),
  freed_by bigint REFERENCES users ON DELETE SET NULL,
  freed_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX freed_handles_freed_at ON freed_handles (freed_at);
CREATE INDEX freed_handles_freed_by ON freed_handles (freed_by) WHERE freed_by IS NOT NULL;

-- A command of an earlier build writes no skeleton, so the check is due again. One that writes it has written the issue, too.
CREATE FUNCTION forget_handle_skeleton() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.handle_skeleton IS NOT DISTINCT FROM OLD.handle_skeleton THEN
    NEW.handle_skeleton = NULL;
    NEW.name_issue = NULL;
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER users_skeleton_forgotten BEFORE UPDATE OF handle ON users
  FOR EACH ROW WHEN (OLD.handle IS DISTINCT FROM NEW.handle) EXECUTE FUNCTION forget_handle_skeleton();

CREATE FUNCTION note_freed_handle() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO freed_handles (skeleton_hash, freed_by)
  VALUES (sha256(convert_to(coalesce(OLD.handle_skeleton, OLD.handle), 'UTF8')), CASE WHEN TG_OP = 'UPDATE' THEN OLD.id END)
  ON CONFLICT (skeleton_hash) DO UPDATE SET freed_by = excluded.freed_by, freed_at = excluded.freed_at;
  RETURN NULL;
END
$$;
CREATE TRIGGER users_handle_freed AFTER UPDATE OF handle ON users
  FOR EACH ROW WHEN (OLD.handle IS DISTINCT FROM NEW.handle) EXECUTE FUNCTION note_freed_handle();
CREATE TRIGGER users_deletion_frees_handle AFTER DELETE ON users
  FOR EACH ROW EXECUTE FUNCTION note_freed_handle();

-- Pages show who moderates, so a change of the role is a change of its member's pages.
CREATE TRIGGER users_role_noted AFTER UPDATE OF role ON users
  FOR EACH ROW WHEN (OLD.role IS DISTINCT FROM NEW.role) EXECUTE FUNCTION note_user_change();
