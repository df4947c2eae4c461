-- migrate: compatible-with 0071
-- What admins have set in the browser. Each change is a version with everything that is stored as of it: the highest one holds. Names and
-- values are those of .env, and `rules.…` those of the rules in site.json. The entry of the log says who has made the change.
CREATE TABLE settings_versions (
  version integer PRIMARY KEY CONSTRAINT settings_versions_version CHECK (version > 0),
  -- By name: what was stored before and is now. Null: nothing.
  changes jsonb NOT NULL,
  stored jsonb NOT NULL,
  note text NOT NULL CONSTRAINT settings_versions_note_chars CHECK (char_length(note) <= 200),
  -- The version that this one has undone.
  undone integer,
  entry_id bigint REFERENCES audit_entries (id),
  created_at timestamptz(3) NOT NULL
);
CREATE INDEX settings_versions_entry ON settings_versions (entry_id);
