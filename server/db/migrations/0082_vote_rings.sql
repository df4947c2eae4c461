-- migrate: compatible-with 0071
-- Rings: accounts that vote together. A job finds them and moderators judge them; nothing is set aside by itself.

-- From which networks a member has upvoted, as keyed hashes: /24 of IPv4, /48 of IPv6. Empty: an address that is not
-- known. Rows are deleted after 30 days. Also the queue of the job: it checks members who have upvoted since.
CREATE TABLE voter_networks (
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  network bytea NOT NULL,
  seen_at timestamptz(3) NOT NULL,
  is_checked boolean NOT NULL DEFAULT false,
  PRIMARY KEY (user_id, network)
);
CREATE INDEX voter_networks_unchecked ON voter_networks (seen_at) WHERE NOT is_checked;
CREATE INDEX voter_networks_seen ON voter_networks (seen_at);
CREATE INDEX voter_networks_network ON voter_networks (network, user_id);

-- Two members whose upvotes of the last 30 days have more in common than chance explains.
CREATE TABLE vote_links (
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  other_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  score real NOT NULL,
  found_at timestamptz(3) NOT NULL,
  PRIMARY KEY (user_id, other_id),
  CHECK (user_id <= other_id)
);
CREATE INDEX vote_links_other ON vote_links (other_id, user_id);
CREATE INDEX vote_links_found ON vote_links (found_at);

CREATE TABLE vote_rings (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  found_at timestamptz(3) NOT NULL,
  -- When the job has found it last.
  seen_at timestamptz(3) NOT NULL,
  -- The average of the links between its members.
  score real NOT NULL,
  -- What speaks for it, in numbers.
  figures jsonb NOT NULL,
  -- What a good part of its members have upvoted.
  product_ids bigint[] NOT NULL,
  set_aside_at timestamptz(3),
  moderator_id bigint REFERENCES users ON DELETE SET NULL
);
CREATE INDEX vote_rings_newest ON vote_rings (found_at DESC, id DESC);
CREATE INDEX vote_rings_unseen ON vote_rings (seen_at) WHERE set_aside_at IS NULL;
CREATE INDEX vote_rings_moderator ON vote_rings (moderator_id);

CREATE TABLE vote_ring_members (
  ring_id bigint NOT NULL REFERENCES vote_rings ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  PRIMARY KEY (ring_id, user_id)
);
CREATE INDEX vote_ring_members_user ON vote_ring_members (user_id);

-- Upvotes that a moderator has set aside: shown, never counted in the ranking. Apart from the upvotes, so that taking an
-- upvote back and giving it again changes nothing.
CREATE TABLE set_aside_upvotes (
  product_id bigint NOT NULL REFERENCES products ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  ring_id bigint NOT NULL REFERENCES vote_rings ON DELETE CASCADE,
  PRIMARY KEY (product_id, user_id)
);
CREATE INDEX set_aside_upvotes_ring ON set_aside_upvotes (ring_id);
CREATE INDEX set_aside_upvotes_user ON set_aside_upvotes (user_id);

-- The name of the trigger comes after those of the other triggers, so that it has the last word.
CREATE FUNCTION keep_upvote_set_aside() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.is_weighing OR NEW.awaited_account_created_at IS NOT NULL) AND EXISTS (
    SELECT FROM set_aside_upvotes WHERE product_id = NEW.product_id AND user_id = NEW.user_id
  ) THEN
    NEW.is_weighing := false;
    NEW.awaited_account_created_at := NULL;
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER upvotes_stay_set_aside BEFORE INSERT OR UPDATE OF is_weighing, awaited_account_created_at ON upvotes
  FOR EACH ROW EXECUTE FUNCTION keep_upvote_set_aside();
