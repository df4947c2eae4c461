-- migrate: compatible-with 0041
-- The most upvoted search documents once more, in levels of at most 500, 5,000 and 50,000. A word that many documents
-- have fills a page from the first levels, so that a keystroke costs by what it shows, not by how many documents match.
-- A site with fewer than 5,000 documents has no levels: each search reads all matches there.
CREATE TABLE search_levels (
  level smallint PRIMARY KEY,
  -- Of the documents in this level. Level 4 has the rest, which is not copied.
  least_upvote_count integer NOT NULL,
  -- The documents in this level and those before it.
  document_count integer NOT NULL
);

CREATE TABLE search_leaders (
  product_id bigint NOT NULL REFERENCES search_documents ON DELETE CASCADE,
  level smallint NOT NULL,
  -- Copies of the document's columns.
  hot double precision NOT NULL,
  weighing_upvote_count integer NOT NULL,
  name_key text COLLATE "C" NOT NULL,
  tag_ids bigint[] NOT NULL,
  words tsvector NOT NULL,
  -- As in search_documents.
  filler text NOT NULL DEFAULT repeat(' ', 2040),
  PRIMARY KEY (product_id, level)
) PARTITION BY LIST (level);
ALTER TABLE search_leaders ALTER COLUMN words SET STORAGE EXTERNAL, ALTER COLUMN tag_ids SET STORAGE MAIN;
-- A partition for each level, because a search of the first one must not read an index of all.
CREATE TABLE search_leaders_1 PARTITION OF search_leaders FOR VALUES IN (1)
  WITH (fillfactor = 80, toast_tuple_target = 128);
CREATE TABLE search_leaders_2 PARTITION OF search_leaders FOR VALUES IN (2)
  WITH (fillfactor = 80, toast_tuple_target = 128);
CREATE TABLE search_leaders_3 PARTITION OF search_leaders FOR VALUES IN (3)
  WITH (fillfactor = 80, toast_tuple_target = 128);
CREATE INDEX search_leaders_words ON search_leaders USING gin (words) WITH (fastupdate = off);

-- Every document by its level. The last level has all documents, those of the levels before it as well.
CREATE VIEW search_documents_by_level AS
SELECT level, product_id, hot, weighing_upvote_count, name_key, tag_ids, words FROM search_leaders
UNION ALL
SELECT 4::smallint, product_id, hot, weighing_upvote_count, name_key, tag_ids, words FROM search_documents;

CREATE FUNCTION update_search_leader() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  new_level smallint := coalesce((SELECT min(level) FROM search_levels WHERE least_upvote_count <= NEW.weighing_upvote_count), 4);
BEGIN
  -- An upvote does not write the words again.
  IF TG_ARGV[0] = 'upvotes' THEN
    UPDATE search_leaders SET hot = NEW.hot, weighing_upvote_count = NEW.weighing_upvote_count
    WHERE product_id = NEW.product_id AND level = new_level;
    IF FOUND THEN
      RETURN NULL;
    END IF;
  END IF;
  DELETE FROM search_leaders WHERE product_id = NEW.product_id;
  IF new_level < 4 THEN
    INSERT INTO search_leaders (product_id, level, hot, weighing_upvote_count, name_key, tag_ids, words)
    VALUES (NEW.product_id, new_level, NEW.hot, NEW.weighing_upvote_count, NEW.name_key, NEW.tag_ids, NEW.words);
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER search_documents_words_to_leader AFTER INSERT OR UPDATE OF words ON search_documents
  FOR EACH ROW EXECUTE FUNCTION update_search_leader('words');
CREATE TRIGGER search_documents_upvotes_to_leader AFTER UPDATE OF weighing_upvote_count ON search_documents
  FOR EACH ROW EXECUTE FUNCTION update_search_leader('upvotes');

-- The settings of the functions: the planner does not know that reading words means fetching them from elsewhere, and
-- would plan each search anew, which takes longer than the search.
-- The matches of some levels, at most so many, and the tags that most of them have, as pairs of an id and a number.
CREATE FUNCTION count_matches(
  any_words tsquery, first_level integer, last_level integer, counted_max integer, tags_max integer,
  OUT total integer, OUT tag_counts jsonb
) LANGUAGE plpgsql STABLE SET enable_seqscan = off SET jit = off SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  WITH matched AS MATERIALIZED (
    SELECT tag_ids FROM search_documents_by_level
    WHERE words @@ any_words AND level BETWEEN first_level AND last_level
    LIMIT counted_max
  )
  SELECT INTO total, tag_counts (SELECT count(*) FROM matched), (
    SELECT jsonb_agg(jsonb_build_array(tag_id, tag_count)) FROM (
      SELECT tag_id, count(*) AS tag_count FROM matched, unnest(tag_ids) AS tag_id
      WHERE tags_max > 0 GROUP BY tag_id ORDER BY tag_count DESC, tag_id LIMIT tags_max
    ) AS counted
  );
END
$$;

-- All matches in order: exact name, start of the name, name, tags, tagline, elsewhere; by upvotes within each.
CREATE FUNCTION rank_all_matches(
  reading jsonb, wanted_count integer, tags_max integer,
  OUT product_ids bigint[], OUT total integer, OUT tag_counts jsonb
) LANGUAGE plpgsql STABLE SET enable_seqscan = off SET jit = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  any_words constant tsquery := reading ->> 'any';
  head_words constant tsquery := reading ->> 'head';
  label_words constant tsquery := reading ->> 'label';
  name_words constant tsquery := reading ->> 'name';
  name_keys constant text[] := ARRAY(SELECT jsonb_array_elements_text(reading -> 'nameKeys'));
BEGIN
  WITH matched AS MATERIALIZED (
    SELECT product_id, tag_ids, CASE WHEN name_words IS NULL THEN hot ELSE weighing_upvote_count END AS weight, CASE
      WHEN product_id IN (SELECT product_id FROM search_documents WHERE words @@ name_words) THEN
        CASE WHEN name_key = ANY (name_keys) THEN 0 WHEN name_key ^@ ANY (name_keys) THEN 1 ELSE 2 END
      WHEN product_id IN (SELECT product_id FROM search_documents WHERE words @@ label_words) THEN 3
      WHEN product_id IN (SELECT product_id FROM search_documents WHERE words @@ head_words) THEN 4
      ELSE 5
    END AS place
    FROM search_documents WHERE words @@ any_words
  )
  SELECT INTO product_ids, total, tag_counts
    ARRAY(SELECT product_id FROM matched ORDER BY place, weight DESC, product_id DESC LIMIT wanted_count),
    (SELECT count(*) FROM matched),
    (
      SELECT jsonb_agg(jsonb_build_array(tag_id, tag_count)) FROM (
        SELECT tag_id, count(*) AS tag_count FROM matched, unnest(tag_ids) AS tag_id
        WHERE tags_max > 0 GROUP BY tag_id ORDER BY tag_count DESC, tag_id LIMIT tags_max
      ) AS counted
    );
END
$$;

-- The first of many matches, in the same order, from the first levels that have enough of them. Of a large level only
-- so many matches are read: their order by upvotes is right among them, and all have fewer than those of the level before.
CREATE FUNCTION rank_first_matches(reading jsonb, wanted_count integer) RETURNS bigint[]
LANGUAGE plpgsql STABLE SET enable_seqscan = off SET jit = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  name_words constant tsquery := reading ->> 'name';
  name_keys constant text[] := ARRAY(SELECT jsonb_array_elements_text(reading -> 'nameKeys'));
  read_max constant integer := greatest(60, 3 * wanted_count);
  condition tsquery;
  found bigint[];
BEGIN
  IF name_words IS NULL THEN
    condition := reading ->> 'any';
    RETURN ARRAY(
      SELECT product_id FROM (
        (SELECT product_id, hot FROM search_documents_by_level WHERE level BETWEEN 1 AND 2 AND words @@ condition)
        UNION
        (SELECT product_id, hot FROM search_documents_by_level WHERE level = 3 AND words @@ condition LIMIT read_max)
        UNION
        (SELECT product_id, hot FROM search_documents_by_level WHERE level = 4 AND words @@ condition LIMIT read_max)
      ) AS matched ORDER BY hot DESC, product_id DESC LIMIT wanted_count
    );
  END IF;

  found := ARRAY(
    SELECT product_id FROM search_documents WHERE name_key = ANY (name_keys) AND words @@ name_words
    ORDER BY weighing_upvote_count DESC, product_id DESC LIMIT wanted_count
  );
  FOREACH condition IN ARRAY ARRAY[reading ->> 'name', reading ->> 'label', reading ->> 'head', reading ->> 'any']::tsquery[] LOOP
    FOR present_level IN 1 .. 4 LOOP
      EXIT WHEN cardinality(found) >= wanted_count;
      found := found || ARRAY(
        SELECT product_id FROM (
          SELECT product_id, name_key, weighing_upvote_count FROM search_documents_by_level
          WHERE level = present_level AND words @@ condition
          LIMIT CASE WHEN present_level > 2 THEN read_max END
        ) AS matched
        WHERE product_id <> ALL (found)
        ORDER BY condition = name_words AND name_key ^@ ANY (name_keys) DESC, weighing_upvote_count DESC, product_id DESC
        LIMIT wanted_count - cardinality(found)
      );
    END LOOP;
  END LOOP;
  RETURN found;
END
$$;

-- One reading of a query: conditions in tsquery syntax, each for fewer of the texts of a document, and the names that
-- the query may be. Without a condition for the name, matches are in hot order. The tags are counted in a share of the
-- matches.
CREATE FUNCTION search_reading(
  reading jsonb, wanted_count integer, tags_max integer,
  OUT product_ids bigint[], OUT total integer, OUT is_exact boolean, OUT counted_share float8, OUT tag_counts jsonb
) LANGUAGE plpgsql STABLE SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  -- More matches than these are estimated from those in the first two levels, if enough of them are there. Each match
  -- that is counted may be in a block of its own.
  counted_max constant integer := CASE WHEN tags_max > 0 THEN 1500 ELSE 100 END;
  sample_min constant integer := CASE WHEN tags_max > 0 THEN 750 ELSE 20 END;
  any_words constant tsquery := reading ->> 'any';
  rest_count constant integer := (SELECT document_count FROM search_levels WHERE level = 4);
  sample_count constant integer := (SELECT max(document_count) FROM search_levels WHERE level <= 2);
  sampled integer;
  counted integer;
BEGIN
  IF rest_count IS NOT NULL THEN
    SELECT INTO sampled, tag_counts * FROM count_matches(any_words, 1, 2, NULL, tags_max);
    counted := sampled;
    IF sampled < sample_min THEN
      SELECT INTO counted, tag_counts * FROM count_matches(any_words, 4, 4, counted_max, tags_max);
    END IF;
  END IF;
  IF rest_count IS NULL OR sampled < sample_min AND counted < counted_max THEN
    SELECT INTO product_ids, total, tag_counts * FROM rank_all_matches(reading, wanted_count, tags_max);
    counted_share := 1;
    is_exact := true;
    RETURN;
  END IF;
  product_ids := rank_first_matches(reading, wanted_count);
  is_exact := cardinality(product_ids) < wanted_count;
  total := CASE
    WHEN is_exact THEN cardinality(product_ids)
    ELSE greatest(counted, cardinality(product_ids), round(sampled::float8 * rest_count / greatest(1, sample_count)))
  END;
  counted_share := counted::float8 / greatest(1, total);
END
$$;

-- The best matches of the first reading of a query, its words as typed. Each further reading, which is corrected, adds
-- its matches if those before have fewer than it asks for. `reading_index` tells which reading the counts are of.
CREATE FUNCTION search_products(readings jsonb, wanted_count integer, tags_max integer)
RETURNS TABLE (product_ids bigint[], total integer, is_exact boolean, counted_share float8, tag_counts jsonb, reading_index integer)
LANGUAGE plpgsql STABLE ROWS 1 SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  next record;
BEGIN
  SELECT INTO product_ids, total, is_exact, counted_share, tag_counts *
  FROM search_reading(readings -> 0, wanted_count, tags_max);
  reading_index := 0;
  FOR index IN 1 .. jsonb_array_length(readings) - 1 LOOP
    CONTINUE WHEN total >= (readings -> index ->> 'fewerThan')::integer;
    SELECT INTO next * FROM search_reading(readings -> index, wanted_count, tags_max);
    CONTINUE WHEN next.total <= total;
    product_ids := product_ids || ARRAY(
      SELECT id FROM unnest(next.product_ids) WITH ORDINALITY AS matched (id, place)
      WHERE id <> ALL (product_ids) ORDER BY place
    );
    total := next.total;
    is_exact := next.is_exact;
    counted_share := next.counted_share;
    tag_counts := next.tag_counts;
    reading_index := index;
  END LOOP;
  product_ids := product_ids[:wanted_count];
  RETURN NEXT;
END
$$;
