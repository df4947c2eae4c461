-- migrate: compatible-with 0041
-- Products that are alternatives to each other: proposed by members, approved by moderators, upvoted by members. A pair has
-- no direction, so each pair has one row.
CREATE TABLE alternatives (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  product_id bigint NOT NULL REFERENCES products ON DELETE CASCADE,
  alternative_id bigint NOT NULL REFERENCES products ON DELETE CASCADE,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'approved', 'rejected')),
  rejection_reason text CONSTRAINT alternatives_rejection_reason_chars CHECK (char_length(rejection_reason) <= 500),
  proposer_id bigint REFERENCES users ON DELETE SET NULL,
  upvote_count integer NOT NULL DEFAULT 0 CHECK (upvote_count >= 0),
  ranking_upvote_count integer NOT NULL DEFAULT 0 CHECK (ranking_upvote_count >= 0),
  created_at timestamptz(3) NOT NULL,
  decided_at timestamptz(3),
  -- A pair is proposed once, also after a rejection.
  UNIQUE (product_id, alternative_id),
  CHECK (product_id < alternative_id)
);
CREATE INDEX alternatives_of_first ON alternatives (product_id, ranking_upvote_count DESC, id DESC) WHERE status = 'approved';
CREATE INDEX alternatives_of_second ON alternatives (alternative_id, ranking_upvote_count DESC, id DESC) WHERE status = 'approved';
CREATE INDEX alternatives_alternative_id ON alternatives (alternative_id);
CREATE INDEX alternatives_queue ON alternatives (created_at, id) WHERE status = 'pending';
CREATE INDEX alternatives_proposer ON alternatives (proposer_id, created_at DESC, id DESC) WHERE proposer_id IS NOT NULL;

CREATE TABLE alternative_upvotes (
  pair_id bigint NOT NULL REFERENCES alternatives ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at timestamptz(3) NOT NULL,
  counts_in_ranking boolean NOT NULL,
  -- As in upvotes: when the account was created that must grow older before its upvote counts.
  awaited_account_created_at timestamptz(3),
  PRIMARY KEY (pair_id, user_id)
);
CREATE INDEX alternative_upvotes_user_id ON alternative_upvotes (user_id);
CREATE INDEX alternative_upvotes_awaited_account ON alternative_upvotes (awaited_account_created_at)
  WHERE awaited_account_created_at IS NOT NULL;

-- As await_account_age(): the upvote of the member who proposed the pair never counts.
CREATE FUNCTION await_account_age_for_alternative() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.awaited_account_created_at := (
    SELECT created_at FROM users
    WHERE id = NEW.user_id AND banned_at IS NULL AND NOT NEW.counts_in_ranking
      AND NOT EXISTS (SELECT FROM alternatives WHERE alternatives.id = NEW.pair_id AND proposer_id = NEW.user_id)
  );
  RETURN NEW;
END
$$;
CREATE TRIGGER alternative_upvotes_await_account_age BEFORE INSERT ON alternative_upvotes
  FOR EACH ROW WHEN (NOT NEW.counts_in_ranking) EXECUTE FUNCTION await_account_age_for_alternative();
CREATE TRIGGER alternative_upvotes_change_awaited_account BEFORE UPDATE OF counts_in_ranking ON alternative_upvotes
  FOR EACH ROW EXECUTE FUNCTION await_account_age_for_alternative();

CREATE FUNCTION await_account_age_for_alternatives_after_ban() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE alternative_upvotes SET awaited_account_created_at = CASE WHEN NEW.banned_at IS NULL THEN NEW.created_at END
  FROM alternatives
  WHERE user_id = NEW.id AND NOT counts_in_ranking AND alternatives.id = pair_id AND proposer_id IS DISTINCT FROM NEW.id;
  RETURN NULL;
END
$$;
CREATE TRIGGER users_change_awaited_account_for_alternatives AFTER UPDATE OF banned_at ON users
  FOR EACH ROW WHEN ((OLD.banned_at IS NULL) <> (NEW.banned_at IS NULL))
  EXECUTE FUNCTION await_account_age_for_alternatives_after_ban();

-- The pages of both products show the pair.
CREATE FUNCTION note_alternative() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public_changes (kind, product_id)
  VALUES (TG_ARGV[0], coalesce(NEW.product_id, OLD.product_id)), (TG_ARGV[0], coalesce(NEW.alternative_id, OLD.alternative_id));
  RETURN NULL;
END
$$;
CREATE TRIGGER alternatives_status_noted AFTER UPDATE OF status ON alternatives
  FOR EACH ROW WHEN (OLD.status <> NEW.status AND 'approved' IN (OLD.status, NEW.status))
  EXECUTE FUNCTION note_alternative('content');
CREATE TRIGGER alternatives_upvotes_noted AFTER UPDATE OF upvote_count, ranking_upvote_count ON alternatives
  FOR EACH ROW
  WHEN (NEW.status = 'approved'
    AND (OLD.upvote_count, OLD.ranking_upvote_count) <> (NEW.upvote_count, NEW.ranking_upvote_count))
  EXECUTE FUNCTION note_alternative('upvotes');
CREATE TRIGGER alternatives_deletion_noted AFTER DELETE ON alternatives
  FOR EACH ROW WHEN (OLD.status = 'approved')
  EXECUTE FUNCTION note_alternative('content');
