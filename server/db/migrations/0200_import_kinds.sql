-- migrate: compatible-with 0071
-- Everything that an import reads is kept with its kind, so that the preview groups what is skipped and a report tells what has
-- become of every link.
ALTER TABLE import_entries
  -- Why the entry is skipped, if it is; how a part belongs to its entry. Of what a release before this one has read: unknown.
  ADD COLUMN kind text NOT NULL DEFAULT 'refused',
  -- The link of a part, or of a line that cannot become a product.
  ADD COLUMN url text,
  DROP CONSTRAINT import_entries_outcome_check,
  -- part: a link that belongs to an entry, such as one to its source code.
  ADD CONSTRAINT import_entries_outcome_check CHECK (outcome IN ('added', 'updated', 'listed', 'skipped', 'part'));
CREATE INDEX import_entries_kind ON import_entries (import_id, kind, position) WHERE outcome = 'skipped';
