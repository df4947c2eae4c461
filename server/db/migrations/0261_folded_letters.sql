-- migrate: compatible-with 0071
-- Persian and Hebrew letters, Arabic digits, long vowels at the end of Japanese words and Thai sara am are folded in search
-- documents. A job writes the documents of all products again, as after 0221.
-- That job need not do both.
DELETE FROM search_rewrites;
INSERT INTO search_rewrites (migration)
  SELECT '0261_folded_letters' WHERE EXISTS (SELECT FROM search_documents);
