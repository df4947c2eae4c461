-- migrate: compatible-with 0071
-- What the last decision about a product has changed, for as long as its moderator can take it back.
CREATE TABLE undoable_decisions (
  product_id bigint PRIMARY KEY REFERENCES products ON DELETE CASCADE,
  entry_id bigint NOT NULL UNIQUE REFERENCES audit_entries,
  before jsonb NOT NULL
);
