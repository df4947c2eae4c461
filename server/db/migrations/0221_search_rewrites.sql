-- migrate: compatible-with 0071
-- Search documents have signs and emoji as words, too. A job writes the documents of all products again, a few at a time.

-- A row for each migration after which other words are stored, until the documents of all products are written again.
CREATE TABLE search_rewrites (
  migration text COLLATE "C" PRIMARY KEY,
  -- Products up to this id are done.
  done_to bigint NOT NULL DEFAULT 0
);
INSERT INTO search_rewrites (migration)
  SELECT '0221_search_rewrites' WHERE EXISTS (SELECT FROM search_documents);
