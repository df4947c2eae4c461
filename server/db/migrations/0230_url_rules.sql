-- migrate: compatible-with 0071
-- The canonical URL of what is at GitHub, npm, YouTube and the like is that of the thing, in whatever spelling. Programs know the rules, so
-- a job makes the canonical URLs anew. Null: not yet, or of a process of the release before.
ALTER TABLE products ADD COLUMN url_rules smallint;
ALTER TABLE product_edits ADD COLUMN url_rules smallint;
