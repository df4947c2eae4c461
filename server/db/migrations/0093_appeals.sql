-- migrate: compatible-with 0071
-- The one answer of a member to a rejection, a warning, a suspension or a ban, and what a moderator has replied by deciding.
CREATE TABLE appeals (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  -- What it is against: a rejection, which is an entry of the log, or a measure.
  product_id bigint REFERENCES products ON DELETE CASCADE,
  entry_id bigint UNIQUE,
  measure_id bigint UNIQUE REFERENCES member_measures ON DELETE CASCADE,
  -- Who has made the decision.
  decider_id bigint REFERENCES users ON DELETE SET NULL,
  text text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  decided_at timestamptz(3),
  outcome text CHECK (outcome IN ('upheld', 'reversed')),
  reply text,
  -- Who has decided about the appeal.
  judge_id bigint REFERENCES users ON DELETE SET NULL,
  CHECK ((product_id IS NULL) = (entry_id IS NULL)),
  CHECK ((product_id IS NULL) <> (measure_id IS NULL))
);
CREATE INDEX appeals_open ON appeals (created_at, id) WHERE decided_at IS NULL;
CREATE INDEX appeals_of_product ON appeals (product_id, id DESC) WHERE product_id IS NOT NULL;
CREATE INDEX appeals_user ON appeals (user_id);
CREATE INDEX appeals_decider ON appeals (decider_id);
CREATE INDEX appeals_judge ON appeals (judge_id);
