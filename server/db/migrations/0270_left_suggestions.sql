-- migrate: compatible-with 0071
-- A suggestion with which others agree stays when its author withdraws it or leaves: as one of a former member, of whom a
-- product may have several.
ALTER TABLE suggestions ADD COLUMN is_left boolean NOT NULL DEFAULT false;
UPDATE suggestions SET is_left = true FROM users WHERE users.id = member_id AND handle = 'former-member';
DROP INDEX suggestions_one_open;
CREATE UNIQUE INDEX suggestions_one_open ON suggestions (product_id, member_id) WHERE status = 'open' AND NOT is_left;
