-- migrate: compatible-with 0071
-- The site files that running processes have, as digests of their facets: search terms follow the file that began last.
-- Each process writes its row every 15 seconds; one that nobody has written for a minute has ended.
CREATE TABLE site_files (
  facets text COLLATE "C" PRIMARY KEY CHECK (char_length(facets) BETWEEN 1 AND 100),
  since timestamptz(3) NOT NULL,
  seen_at timestamptz(3) NOT NULL
);
