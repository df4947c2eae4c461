-- migrate: compatible-with 0071
-- A phrase of five words was looked for in five more spellings, with two or all of its words joined, which hardly any
-- product has: its conditions had up to 183 words, which were read for each place and level. What finds nothing was read
-- twice.

-- The readings of a query with its filter. `joined` of a reading has its further spellings: {word, any, head, label, name,
-- unfiltered}. Those whose joined word no product has are left out.
CREATE FUNCTION prepare_readings(readings jsonb, filter text) RETURNS jsonb LANGUAGE plpgsql STABLE
SET enable_seqscan = off SET enable_indexscan = off SET jit = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  spelled jsonb := readings;
  present text[];
BEGIN
  IF jsonb_path_exists(readings, '$[*].joined[0]') THEN
    present := ARRAY(
      SELECT word FROM (SELECT DISTINCT jsonb_path_query(readings, '$[*].joined[*].word') #>> '{}' AS word) AS asked
      WHERE (SELECT true FROM search_documents WHERE words @@ word::tsquery LIMIT 1)
    );
    spelled := (
      SELECT jsonb_agg(reading - 'joined' || coalesce((
        SELECT jsonb_object_agg(field, concat('(', reading ->> field, spellings, ')')) FROM (
          SELECT field, string_agg(' | ' || condition, '' ORDER BY spelling_place) AS spellings
          FROM jsonb_array_elements(reading -> 'joined') WITH ORDINALITY AS joined (spelling, spelling_place), jsonb_each_text(spelling - 'word') AS each (field, condition)
          WHERE spelling ->> 'word' = ANY (present) GROUP BY field
        ) AS present_spellings
      ), '{}') ORDER BY place)
      FROM jsonb_array_elements(readings) WITH ORDINALITY AS given (reading, place)
    );
  END IF;
  RETURN filter_readings(spelled, filter);
END
$$;

-- As in 0135_counted_matches, but nothing is ranked where nothing matches.
CREATE OR REPLACE FUNCTION search_reading(
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
    IF counted = 0 THEN
      product_ids := '{}';
      total := 0;
      is_exact := true;
      counted_share := 1;
      RETURN;
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
  counted_share := least(counted, 1000)::float8 / greatest(1, total);
END
$$;
