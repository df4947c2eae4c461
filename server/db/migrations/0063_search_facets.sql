-- migrate: compatible-with 0041
-- The values of facets: fields that search can be filtered by. A document names its values by their ids, which take
-- little room in its row. Rows stay when no document has their value any more.
CREATE TABLE facet_values (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  field text COLLATE "C" NOT NULL,
  -- One spelling for each value.
  token text COLLATE "C" NOT NULL,
  -- Null for words.
  number double precision,
  UNIQUE (field, token)
);

-- Documents from before this migration have no facets until `npm run reindex` writes them again.
ALTER TABLE search_documents
  ADD COLUMN facet_ids integer[] NOT NULL DEFAULT '{}',
  ALTER COLUMN facet_ids SET STORAGE MAIN;
ALTER TABLE search_leaders ADD COLUMN facet_ids integer[] NOT NULL DEFAULT '{}';
ALTER TABLE search_leaders ALTER COLUMN facet_ids SET STORAGE MAIN;

CREATE OR REPLACE VIEW search_documents_by_level AS
SELECT level, product_id, hot, weighing_upvote_count, name_key, tag_ids, words, facet_ids FROM search_leaders
UNION ALL
SELECT 4::smallint, product_id, hot, weighing_upvote_count, name_key, tag_ids, words, facet_ids FROM search_documents;

-- As in 0056_search_levels, with the facets.
CREATE OR REPLACE FUNCTION update_search_leader() RETURNS trigger LANGUAGE plpgsql AS $$
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
    INSERT INTO search_leaders (product_id, level, hot, weighing_upvote_count, name_key, tag_ids, words, facet_ids)
    VALUES (NEW.product_id, new_level, NEW.hot, NEW.weighing_upvote_count, NEW.name_key, NEW.tag_ids, NEW.words, NEW.facet_ids);
  END IF;
  RETURN NULL;
END
$$;

-- How many documents have a value.
CREATE TYPE facet_count AS (id integer, document_count integer);

-- The functions below are those of 0056_search_levels, and count the values of facets as well.
DROP FUNCTION count_matches(tsquery, integer, integer, integer, integer);
CREATE FUNCTION count_matches(
  any_words tsquery, first_level integer, last_level integer, counted_max integer, tags_max integer, counts_facets boolean,
  OUT total integer, OUT tag_counts jsonb, OUT facet_counts facet_count[]
) LANGUAGE plpgsql STABLE SET enable_seqscan = off SET jit = off SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  WITH matched AS MATERIALIZED (
    SELECT tag_ids, facet_ids FROM search_documents_by_level
    WHERE words @@ any_words AND level BETWEEN first_level AND last_level
    LIMIT counted_max
  )
  SELECT INTO total, tag_counts, facet_counts (SELECT count(*) FROM matched), (
    SELECT jsonb_agg(jsonb_build_array(tag_id, tag_count)) FROM (
      SELECT tag_id, count(*) AS tag_count FROM matched, unnest(tag_ids) AS tag_id
      WHERE tags_max > 0 GROUP BY tag_id ORDER BY tag_count DESC, tag_id LIMIT tags_max
    ) AS counted
  ), (
    SELECT array_agg((facet_id, document_count)::facet_count) FROM (
      SELECT facet_id, count(*)::integer AS document_count FROM matched, unnest(facet_ids) AS facet_id
      WHERE counts_facets GROUP BY facet_id
    ) AS counted
  );
END
$$;

DROP FUNCTION rank_all_matches(jsonb, integer, integer);
CREATE FUNCTION rank_all_matches(
  reading jsonb, wanted_count integer, tags_max integer, counts_facets boolean,
  OUT product_ids bigint[], OUT total integer, OUT tag_counts jsonb, OUT facet_counts facet_count[]
) LANGUAGE plpgsql STABLE SET enable_seqscan = off SET jit = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  any_words constant tsquery := reading ->> 'any';
  head_words constant tsquery := reading ->> 'head';
  label_words constant tsquery := reading ->> 'label';
  name_words constant tsquery := reading ->> 'name';
  name_keys constant text[] := ARRAY(SELECT jsonb_array_elements_text(reading -> 'nameKeys'));
BEGIN
  WITH matched AS MATERIALIZED (
    SELECT product_id, tag_ids, facet_ids, CASE WHEN name_words IS NULL THEN hot ELSE weighing_upvote_count END AS weight, CASE
      WHEN product_id IN (SELECT product_id FROM search_documents WHERE words @@ name_words) THEN
        CASE WHEN name_key = ANY (name_keys) THEN 0 WHEN name_key ^@ ANY (name_keys) THEN 1 ELSE 2 END
      WHEN product_id IN (SELECT product_id FROM search_documents WHERE words @@ label_words) THEN 3
      WHEN product_id IN (SELECT product_id FROM search_documents WHERE words @@ head_words) THEN 4
      ELSE 5
    END AS place
    FROM search_documents WHERE words @@ any_words
  )
  SELECT INTO product_ids, total, tag_counts, facet_counts
    ARRAY(SELECT product_id FROM matched ORDER BY place, weight DESC, product_id DESC LIMIT wanted_count),
    (SELECT count(*) FROM matched),
    (
      SELECT jsonb_agg(jsonb_build_array(tag_id, tag_count)) FROM (
        SELECT tag_id, count(*) AS tag_count FROM matched, unnest(tag_ids) AS tag_id
        WHERE tags_max > 0 GROUP BY tag_id ORDER BY tag_count DESC, tag_id LIMIT tags_max
      ) AS counted
    ),
    (
      SELECT array_agg((facet_id, document_count)::facet_count) FROM (
        SELECT facet_id, count(*)::integer AS document_count FROM matched, unnest(facet_ids) AS facet_id
        WHERE counts_facets GROUP BY facet_id
      ) AS counted
    );
END
$$;

DROP FUNCTION search_reading(jsonb, integer, integer);
CREATE FUNCTION search_reading(
  reading jsonb, wanted_count integer, tags_max integer, counts_facets boolean,
  OUT product_ids bigint[], OUT total integer, OUT is_exact boolean, OUT counted_share float8, OUT tag_counts jsonb,
  OUT facet_counts facet_count[]
) LANGUAGE plpgsql STABLE SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  -- More matches than these are estimated from those in the first two levels, if enough of them are there. Each match
  -- that is counted may be in a block of its own.
  counted_max constant integer := CASE WHEN tags_max > 0 OR counts_facets THEN 1500 ELSE 100 END;
  sample_min constant integer := CASE WHEN tags_max > 0 OR counts_facets THEN 750 ELSE 20 END;
  any_words constant tsquery := reading ->> 'any';
  rest_count constant integer := (SELECT document_count FROM search_levels WHERE level = 4);
  sample_count constant integer := (SELECT max(document_count) FROM search_levels WHERE level <= 2);
  sampled integer;
  counted integer;
BEGIN
  IF rest_count IS NOT NULL THEN
    SELECT INTO sampled, tag_counts, facet_counts * FROM count_matches(any_words, 1, 2, NULL, tags_max, counts_facets);
    counted := sampled;
    IF sampled < sample_min THEN
      SELECT INTO counted, tag_counts, facet_counts *
      FROM count_matches(any_words, 4, 4, counted_max, tags_max, counts_facets);
    END IF;
  END IF;
  IF rest_count IS NULL OR sampled < sample_min AND counted < counted_max THEN
    SELECT INTO product_ids, total, tag_counts, facet_counts *
    FROM rank_all_matches(reading, wanted_count, tags_max, counts_facets);
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

CREATE FUNCTION search_products(readings jsonb, wanted_count integer, tags_max integer, counts_facets boolean)
RETURNS TABLE (
  product_ids bigint[], total integer, is_exact boolean, counted_share float8, tag_counts jsonb, facet_counts facet_count[],
  reading_index integer
)
LANGUAGE plpgsql STABLE ROWS 1 SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  next record;
BEGIN
  SELECT INTO product_ids, total, is_exact, counted_share, tag_counts, facet_counts *
  FROM search_reading(readings -> 0, wanted_count, tags_max, counts_facets);
  reading_index := 0;
  FOR index IN 1 .. jsonb_array_length(readings) - 1 LOOP
    CONTINUE WHEN total >= (readings -> index ->> 'fewerThan')::integer;
    SELECT INTO next * FROM search_reading(readings -> index, wanted_count, tags_max, counts_facets);
    CONTINUE WHEN next.total <= total;
    product_ids := product_ids || ARRAY(
      SELECT id FROM unnest(next.product_ids) WITH ORDINALITY AS matched (id, place)
      WHERE id <> ALL (product_ids) ORDER BY place
    );
    total := next.total;
    is_exact := next.is_exact;
    counted_share := next.counted_share;
    tag_counts := next.tag_counts;
    facet_counts := next.facet_counts;
    reading_index := index;
  END LOOP;
  product_ids := product_ids[:wanted_count];
  RETURN NEXT;
END
$$;

-- For builds from before this migration.
CREATE OR REPLACE FUNCTION search_products(readings jsonb, wanted_count integer, tags_max integer)
RETURNS TABLE (product_ids bigint[], total integer, is_exact boolean, counted_share float8, tag_counts jsonb, reading_index integer)
LANGUAGE sql STABLE ROWS 1 AS $$
  SELECT product_ids, total, is_exact, counted_share, tag_counts, reading_index
  FROM search_products(readings, wanted_count, tags_max, false)
$$;

-- The values of all documents. Those of a large site are estimated from the first two levels.
CREATE FUNCTION count_all_facets(counts_facets boolean, OUT facet_counts facet_count[])
LANGUAGE plpgsql STABLE SET jit = off AS $$
DECLARE
  rest_count constant integer := (SELECT document_count FROM search_levels WHERE level = 4);
  sample_count constant integer := (SELECT max(document_count) FROM search_levels WHERE level <= 2);
  scale constant float8 := coalesce(rest_count::float8 / nullif(sample_count, 0), 1);
BEGIN
  IF NOT counts_facets THEN
    RETURN;
  END IF;
  IF sample_count > 0 THEN
    facet_counts := ARRAY(
      SELECT (facet_id, round(count(*) * scale))::facet_count
      FROM search_leaders, unnest(facet_ids) AS facet_id WHERE level <= 2 GROUP BY facet_id
    );
  ELSE
    facet_counts := ARRAY(
      SELECT (facet_id, count(*))::facet_count FROM search_documents, unnest(facet_ids) AS facet_id GROUP BY facet_id
    );
  END IF;
END
$$;
