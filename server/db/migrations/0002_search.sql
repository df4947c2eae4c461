-- One row for each approved product: what search looks at, apart from the product itself, so that a vote
-- does not write the words again.
CREATE TABLE search_documents (
  product_id bigint PRIMARY KEY REFERENCES products ON DELETE CASCADE,
  -- Copies of the product's, kept by the trigger below. They are in no index: changing them touches no other page.
  hot double precision NOT NULL,
  weighing_upvote_count integer NOT NULL,
  -- The name without spaces and signs.
  name_key text COLLATE "C" NOT NULL,
  tag_ids bigint[] NOT NULL,
  -- Each word as it is, as t/word if the name or the tagline has it, as n/word if the name has it; the first one
  -- and two letters of each as re*; each tag as #tag.
  words tsvector NOT NULL,
  -- PostgreSQL moves long values out of a row only once the row is longer than 2 kB. The filler (40 bytes when
  -- compressed) makes it so for every row: the words go, and 55 rows fit a page instead of 7. A word that a quarter
  -- of 100,000 products have is counted in 9 ms instead of 51.
  filler text NOT NULL DEFAULT repeat(' ', 2040)
) WITH (fillfactor = 80, toast_tuple_target = 128);
ALTER TABLE search_documents ALTER COLUMN words SET STORAGE EXTERNAL;
-- New entries wait in a list that is worked in once per batch, which is several times cheaper than one by one.
CREATE INDEX search_documents_words ON search_documents USING gin (words) WITH (fastupdate = on);

-- Every word that was ever indexed, to correct typing mistakes by. The sequence belongs to no column, so that
-- emptying the table does not start it again: who has read up to a number reads on from there.
CREATE SEQUENCE search_word_order;
CREATE TABLE search_words (
  word text COLLATE "C" PRIMARY KEY,
  added_order bigint NOT NULL DEFAULT nextval('search_word_order')
);
CREATE INDEX search_words_added_order ON search_words (added_order);

-- The Algolia application that is kept equal to search_documents; no row without one.
CREATE TABLE search_mirrors (
  app_id text PRIMARY KEY
);

-- Products that the mirror has yet to hear of. A row says which, never what: what is sent is read at that moment.
CREATE SEQUENCE search_outbox_version;
CREATE TABLE search_outbox (
  product_id bigint PRIMARY KEY,
  version bigint NOT NULL DEFAULT nextval('search_outbox_version'),
  attempt_count integer NOT NULL DEFAULT 0,
  -- Nobody else may send it before; also how long to wait after a failure.
  claimed_until timestamptz(3) NOT NULL DEFAULT '-infinity'
);
CREATE INDEX search_outbox_next ON search_outbox (claimed_until, version);

CREATE FUNCTION carry_votes_to_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE search_documents
  SET weighing_upvote_count = NEW.weighing_upvote_count, hot = NEW.hot
  WHERE product_id = NEW.id AND weighing_upvote_count <> NEW.weighing_upvote_count;
  INSERT INTO search_outbox (product_id)
  SELECT NEW.id WHERE EXISTS (SELECT FROM search_mirrors)
  ON CONFLICT (product_id) DO UPDATE SET version = excluded.version;
  RETURN NULL;
END
$$;
CREATE TRIGGER products_votes_to_search AFTER UPDATE OF upvote_count, weighing_upvote_count ON products
  FOR EACH ROW
  WHEN (OLD.status = 'approved' AND NEW.status = 'approved' AND (OLD.upvote_count, OLD.weighing_upvote_count) IS DISTINCT FROM (NEW.upvote_count, NEW.weighing_upvote_count))
  EXECUTE FUNCTION carry_votes_to_search();
