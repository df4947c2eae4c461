-- migrate: compatible-with 0071
-- What a product said after each change. The last one is what the product says now. The first change of a product that has
-- none also writes what the product said before.
CREATE TABLE product_versions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  product_id bigint NOT NULL REFERENCES products ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('first', 'submitted', 'edited', 'approved', 'corrected', 'imported', 'reverted')),
  -- Who has made the change. Null for imports, for the first one, and once the account is deleted.
  member_id bigint REFERENCES users ON DELETE SET NULL,
  created_at timestamptz(3) NOT NULL,
  name text NOT NULL,
  tagline text NOT NULL,
  description text NOT NULL,
  url text NOT NULL,
  -- The names of the tags, in their order.
  tags text[] NOT NULL,
  -- As in product_edits.
  field_values jsonb NOT NULL
);
CREATE INDEX product_versions_product ON product_versions (product_id, id DESC);
CREATE INDEX product_versions_member ON product_versions (member_id) WHERE member_id IS NOT NULL;
