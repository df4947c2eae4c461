-- migrate: compatible-with 0071
-- What moderators decide about members. A suspension ends by itself.
ALTER TABLE users ADD COLUMN suspended_until timestamptz(3);

CREATE TABLE member_measures (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('warning', 'suspension', 'ban')),
  -- For the member.
  reason text NOT NULL,
  -- The end of a suspension.
  suspended_until timestamptz(3),
  moderator_id bigint REFERENCES users ON DELETE SET NULL,
  created_at timestamptz(3) NOT NULL,
  -- When the member has read it.
  acknowledged_at timestamptz(3),
  -- When a moderator undid it, or another one replaced it.
  ended_at timestamptz(3)
);
CREATE INDEX member_measures_of_member ON member_measures (user_id, id DESC);
CREATE INDEX member_measures_moderator ON member_measures (moderator_id);

-- For moderators. Never changed.
CREATE TABLE member_notes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  author_id bigint REFERENCES users ON DELETE SET NULL,
  text text NOT NULL,
  created_at timestamptz(3) NOT NULL
);
CREATE INDEX member_notes_of_member ON member_notes (user_id, id DESC);
CREATE INDEX member_notes_author ON member_notes (author_id);

-- How many rejections of a member's submissions and edits stand. Kept by a trigger, so that the list is read in the order of
-- an index.
CREATE TABLE member_rejections (
  user_id bigint PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  rejection_count integer NOT NULL CHECK (rejection_count >= 0)
);
CREATE INDEX member_rejections_most ON member_rejections (rejection_count DESC, user_id DESC);
INSERT INTO member_rejections (user_id, rejection_count)
SELECT submitter_id, count(*)
FROM audit_entries AS entries JOIN products ON subject_kind = 'product' AND products.id = subject_id
WHERE action = 'product.reject' AND submitter_id IS NOT NULL AND NOT EXISTS (
  SELECT FROM audit_entries AS undoing
  WHERE undoing.subject_kind = 'product' AND undoing.subject_id = entries.subject_id
    AND undoing.action = 'product.undo' AND undoing.details ->> 'undone' = entries.id::text
)
GROUP BY submitter_id;

CREATE FUNCTION count_rejections() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.action = 'product.reject' THEN
    INSERT INTO member_rejections (user_id, rejection_count)
    SELECT submitter_id, 1 FROM products WHERE id = NEW.subject_id AND submitter_id IS NOT NULL
    ON CONFLICT (user_id) DO UPDATE SET rejection_count = member_rejections.rejection_count + 1;
  ELSIF EXISTS (
    SELECT FROM audit_entries WHERE id = (NEW.details ->> 'undone')::bigint AND action = 'product.reject'
  ) THEN
    UPDATE member_rejections SET rejection_count = greatest(rejection_count - 1, 0)
    WHERE user_id = (SELECT submitter_id FROM products WHERE id = NEW.subject_id);
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER audit_entries_rejections AFTER INSERT ON audit_entries
  FOR EACH ROW WHEN (NEW.action IN ('product.reject', 'product.undo', 'appeal.reverse') AND NEW.subject_kind = 'product')
  EXECUTE FUNCTION count_rejections();
