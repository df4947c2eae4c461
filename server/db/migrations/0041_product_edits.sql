-- An approved product stays public as it is while an edit of its name, URL or image waits for a moderator.
CREATE TABLE product_edits (
  product_id bigint PRIMARY KEY REFERENCES products ON DELETE CASCADE,
  name text NOT NULL,
  tagline text NOT NULL,
  description text NOT NULL,
  description_html text NOT NULL,
  url text NOT NULL,
  -- Two edits cannot claim one URL. Approving an edit claims its URL among the products.
  canonical_url text NOT NULL UNIQUE,
  image_id bigint REFERENCES images ON DELETE SET NULL,
  -- In the submitter's order.
  tag_ids bigint[] NOT NULL,
  rejection_reason text
);
CREATE INDEX product_edits_image_id ON product_edits (image_id) WHERE image_id IS NOT NULL;

ALTER TABLE products
  -- The status of the row in product_edits; null without one.
  ADD COLUMN edit_status text CHECK (edit_status IN ('pending', 'rejected')),
  -- The status that the submitter and the moderators see: that of the edit, if there is one.
  ADD COLUMN review_status text NOT NULL GENERATED ALWAYS AS (coalesce(edit_status, status)) STORED,
  -- When the submitter withdrew a product that had been approved.
  ADD COLUMN withdrawn_at timestamptz(3),
  ADD CHECK (edit_status IS NULL OR status = 'approved'),
  -- Null once a withdrawn product has given its URL up.
  ALTER COLUMN canonical_url DROP NOT NULL,
  ADD CHECK (canonical_url IS NOT NULL OR status = 'removed');

-- Until now only submitters could remove a product.
UPDATE products SET withdrawn_at = removed_at WHERE status = 'removed';

DROP INDEX products_queue;
CREATE INDEX products_queue ON products (created_at, id) WHERE review_status = 'pending';
