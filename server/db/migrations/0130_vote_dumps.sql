-- migrate: compatible-with 0071
-- The vote counts of each day, as everyone can download them. A job writes them in parts and deletes old days.

CREATE TABLE vote_dumps (
  day date PRIMARY KEY,
  -- The products up to this id are in the parts.
  last_product_id bigint NOT NULL DEFAULT 0,
  finished_at timestamptz(3)
);

-- Lines of CSV. A part begins after the last product of the part before.
CREATE TABLE vote_dump_parts (
  day date NOT NULL REFERENCES vote_dumps ON DELETE CASCADE,
  after_id bigint NOT NULL,
  records text NOT NULL,
  PRIMARY KEY (day, after_id)
);
