-- migrate: compatible-with 0071
-- What a member called a tag that no public product has. The tag gets the name with the first public product: texts that were never public
-- name no public tag.
CREATE TABLE tag_spellings (
  product_id bigint NOT NULL REFERENCES products ON DELETE CASCADE,
  tag_id bigint NOT NULL REFERENCES tags ON DELETE CASCADE,
  name text NOT NULL,
  PRIMARY KEY (product_id, tag_id)
);
CREATE INDEX tag_spellings_tag ON tag_spellings (tag_id);
