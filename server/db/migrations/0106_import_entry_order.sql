-- migrate: compatible-with 0071
-- With the position first, the key serves only the updates of single entries. Otherwise, the next entries of a step could be
-- looked for in the order of the key, past all entries that have made the step already.
ALTER TABLE import_entries DROP CONSTRAINT import_entries_pkey, ADD PRIMARY KEY (position, import_id);
-- What is left to undo: product by product, the later of two changes first.
CREATE INDEX import_entries_undo ON import_entries (import_id, product_id, position DESC) WHERE step = 'imported';
