-- migrate: compatible-with 0071
-- Which parts of a product moderators have changed since its submitter has sent it: the submitter reads it.
CREATE TABLE moderator_changes (
  product_id bigint PRIMARY KEY REFERENCES products ON DELETE CASCADE,
  parts text[] NOT NULL
);
