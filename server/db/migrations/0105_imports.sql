-- migrate: compatible-with 0071
-- Imports that moderators start in the browser. A job reads them, compares them with the directory, imports and undoes
-- them, in short transactions that also note how far it has come.
CREATE TABLE imports (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Null once the account is deleted.
  moderator_id bigint REFERENCES users ON DELETE SET NULL,
  -- The name of the file, or the URL.
  source_name text NOT NULL,
  -- Null until the source is read.
  format text,
  state text NOT NULL CHECK (
    state IN ('reading', 'comparing', 'ready', 'failed', 'importing', 'imported', 'canceled', 'undoing', 'undone')
  ),
  -- Why the source cannot be read.
  failure text,
  -- Which columns and headings are taken for what. Null: as they are guessed.
  mapping jsonb,
  -- The columns and headings of the source.
  found jsonb,
  entry_count integer NOT NULL DEFAULT 0,
  -- Entries by outcome: what the preview expects, then what the import has done.
  counts jsonb NOT NULL,
  -- What undoing has done: {"removed", "restored", "kept": {"<reason>": number}}.
  undone jsonb,
  created_at timestamptz(3) NOT NULL,
  started_at timestamptz(3),
  ended_at timestamptz(3),
  undone_at timestamptz(3),
  -- Entries are deleted once the import can no longer be undone.
  has_entries boolean NOT NULL DEFAULT true,
  -- A process works on the import until then. Another claim ends its claim.
  claimed_until timestamptz(3),
  claim_count integer NOT NULL DEFAULT 0
);
CREATE INDEX imports_newest ON imports (created_at DESC, id DESC);
CREATE INDEX imports_moderator ON imports (moderator_id);
CREATE INDEX imports_work ON imports (id) WHERE state IN ('reading', 'comparing', 'importing', 'undoing');
CREATE INDEX imports_previews ON imports (created_at) WHERE state IN ('reading', 'comparing', 'ready', 'failed');
CREATE INDEX imports_ended ON imports (ended_at) WHERE ended_at IS NOT NULL AND has_entries;

-- The file, until the import begins or the preview is deleted.
CREATE TABLE import_sources (
  import_id bigint PRIMARY KEY REFERENCES imports ON DELETE CASCADE,
  content bytea NOT NULL
);

CREATE TABLE import_entries (
  import_id bigint NOT NULL REFERENCES imports ON DELETE CASCADE,
  position integer NOT NULL,
  -- The line of the source.
  line integer NOT NULL,
  -- imported: has changed a product, which undoing may change back. settled: nothing is left to do.
  step text NOT NULL CHECK (step IN ('read', 'compared', 'imported', 'settled', 'undone')),
  outcome text CHECK (outcome IN ('added', 'updated', 'listed', 'skipped')),
  -- Why the entry is skipped.
  reason text,
  -- The product that the entry becomes. Null for lines that cannot become one.
  draft jsonb,
  -- What is left out of the product, and why.
  notes text[] NOT NULL,
  -- What the entry changes of a listed product.
  changes text[] NOT NULL DEFAULT '{}',
  -- The product that was added or updated, which may be gone.
  product_id bigint,
  -- What the updated product said before.
  before jsonb,
  PRIMARY KEY (import_id, position)
);
CREATE INDEX import_entries_step ON import_entries (import_id, step, position);
CREATE INDEX import_entries_outcome ON import_entries (import_id, outcome, position);
