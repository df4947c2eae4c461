-- migrate: compatible-with 0071
-- A phrase that few products have all words of was looked for seven times: in each level, then for each place of its
-- words. As one condition, the index checks all words with all their corrections for each match of one of them; with a
-- condition for each word, it skips from match to match, in up to a third of the time.

-- At most so many products that match all conditions.
CREATE FUNCTION list_few_matches(conditions jsonb, count_max integer) RETURNS bigint[] LANGUAGE plpgsql STABLE
SET enable_seqscan = off SET enable_indexscan = off SET jit = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  condition_count constant integer := jsonb_array_length(conditions);
  parts tsquery[] := '{}';
  part tsquery;
BEGIN
  -- Four parts, because a statement has a fixed number of conditions.
  FOR index IN 0 .. condition_count - 1 LOOP
    part := conditions ->> index;
    IF index < 4 THEN
      parts := parts || part;
    ELSE
      parts[1 + index % 4] := parts[1 + index % 4] && part;
    END IF;
  END LOOP;
  FOR index IN condition_count + 1 .. 4 LOOP
    parts := parts || parts[1];
  END LOOP;
  RETURN ARRAY(
    SELECT product_id FROM search_documents
    WHERE words @@ parts[1] AND words @@ parts[2] AND words @@ parts[3] AND words @@ parts[4] LIMIT count_max
  );
END
$$;

-- As rank_all_matches in 0063_search_facets, of these products. Their words are read, which takes less time than to look for
-- each place in the index.
CREATE FUNCTION rank_few_matches(
  ids bigint[], reading jsonb, wanted_count integer, tags_max integer, counts_facets boolean,
  OUT product_ids bigint[], OUT total integer, OUT tag_counts jsonb, OUT facet_counts facet_count[]
) LANGUAGE plpgsql STABLE SET enable_seqscan = off SET jit = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  head_words constant tsquery := reading ->> 'head';
  label_words constant tsquery := reading ->> 'label';
  name_words constant tsquery := reading ->> 'name';
  name_keys constant text[] := ARRAY(SELECT jsonb_array_elements_text(reading -> 'nameKeys'));
BEGIN
  IF cardinality(ids) = 0 THEN
    product_ids := '{}';
    total := 0;
    RETURN;
  END IF;
  WITH read AS MATERIALIZED (
    -- Joined with nothing, the words are fetched once, and not for each comparison.
    SELECT product_id, tag_ids, facet_ids, weighing_upvote_count, name_key, words || ''::tsvector AS words
    FROM search_documents WHERE product_id = ANY (ids)
  ), matched AS MATERIALIZED (
    SELECT product_id, tag_ids, facet_ids, weighing_upvote_count AS weight, CASE
      WHEN words @@ name_words THEN
        CASE WHEN name_key = ANY (name_keys) THEN 0 WHEN name_key ^@ ANY (name_keys) THEN 1 ELSE 2 END
      WHEN words @@ label_words THEN 3
      WHEN words @@ head_words THEN 4
      ELSE 5
    END AS place
    FROM read
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

-- As in 0250_present_spellings, with `words` of readings of several words: the condition for each word anywhere. It is left
-- out where a product has a joined word.
CREATE OR REPLACE FUNCTION prepare_readings(readings jsonb, filter text) RETURNS jsonb LANGUAGE plpgsql STABLE
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
      ), '{}') - CASE WHEN cardinality(present) > 0 THEN 'words' ELSE '' END ORDER BY place)
      FROM jsonb_array_elements(readings) WITH ORDINALITY AS given (reading, place)
    );
  END IF;
  IF filter IS NOT NULL THEN
    spelled := (
      SELECT jsonb_agg(
        CASE WHEN reading ? 'words' THEN jsonb_set(reading, '{words}', (reading -> 'words') || to_jsonb(filter)) ELSE reading END
        ORDER BY place
      ) FROM jsonb_array_elements(spelled) WITH ORDINALITY AS given (reading, place)
    );
  END IF;
  RETURN filter_readings(spelled, filter);
END
$$;

-- As in 0250_present_spellings, but the few matches of several words are found in one reading of the index.
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
  few bigint[];
BEGIN
  IF rest_count IS NOT NULL AND reading ? 'words' THEN
    -- As few as would be ranked all, whatever the first levels have of them.
    few := list_few_matches(reading -> 'words', 20);
    IF cardinality(few) < 20 THEN
      SELECT INTO product_ids, total, tag_counts, facet_counts *
      FROM rank_few_matches(few, reading, wanted_count, tags_max, counts_facets);
      counted_share := 1;
      is_exact := true;
      RETURN;
    END IF;
  END IF;
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
