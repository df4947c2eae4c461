-- migrate: compatible-with 0071
-- Pages that admins write in Markdown: about, imprint, guidelines. Each change is a version with the whole page as of it.
CREATE TABLE own_pages (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- The path without its slash.
  slug text NOT NULL CONSTRAINT own_pages_slug UNIQUE,
  title text NOT NULL CONSTRAINT own_pages_title_chars CHECK (char_length(title) <= 80),
  body text NOT NULL CONSTRAINT own_pages_body_chars CHECK (char_length(body) <= 50000),
  -- The rendered body.
  html text NOT NULL,
  -- Where the site links to it.
  place text NOT NULL CONSTRAINT own_pages_place CHECK (place IN ('none', 'footer', 'header')),
  -- Links are in the order of these numbers.
  position integer NOT NULL,
  is_published boolean NOT NULL,
  version integer NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL
);

CREATE TABLE own_page_versions (
  page_id bigint NOT NULL REFERENCES own_pages (id) ON DELETE CASCADE,
  version integer NOT NULL,
  slug text NOT NULL,
  title text NOT NULL CONSTRAINT own_page_versions_title_chars CHECK (char_length(title) <= 80),
  body text NOT NULL CONSTRAINT own_page_versions_body_chars CHECK (char_length(body) <= 50000),
  place text NOT NULL,
  position integer NOT NULL,
  is_published boolean NOT NULL,
  -- The version whose page this one has brought back.
  restored integer,
  entry_id bigint REFERENCES audit_entries (id),
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (page_id, version)
);
CREATE INDEX own_page_versions_entry ON own_page_versions (entry_id);
-- Old paths of pages.
CREATE INDEX own_page_versions_slug ON own_page_versions (slug);
