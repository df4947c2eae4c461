-- migrate: compatible-with 0071
-- The values of a word that most products have were counted in up to 5,000 documents of the first levels, which took the
-- embedded database 50 ms. Now 1,000 of them stand for all, so a count is off by a few percent of the matches.

-- As in 0063_search_facets, with the plans of 0133_search_count_plans, but counts values in the first matches alone.
CREATE OR REPLACE FUNCTION count_matches(
  any_words tsquery, first_level integer, last_level integer, counted_max integer, tags_max integer, counts_facets boolean,
  OUT total integer, OUT tag_counts jsonb, OUT facet_counts facet_count[]
) LANGUAGE plpgsql STABLE
SET enable_seqscan = off SET enable_indexscan = off SET jit = off SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  WITH matched AS MATERIALIZED (
    SELECT tag_ids, facet_ids FROM search_documents_by_level
    WHERE words @@ any_words AND level BETWEEN first_level AND last_level
    LIMIT counted_max
  ), valued AS (
    SELECT tag_ids, facet_ids FROM matched LIMIT 1000
  )
  SELECT INTO total, tag_counts, facet_counts (SELECT count(*) FROM matched), (
    SELECT jsonb_agg(jsonb_build_array(tag_id, tag_count)) FROM (
      SELECT tag_id, count(*) AS tag_count FROM valued, unnest(tag_ids) AS tag_id
      WHERE tags_max > 0 GROUP BY tag_id ORDER BY tag_count DESC, tag_id LIMIT tags_max
    ) AS counted
  ), (
    SELECT array_agg((facet_id, document_count)::facet_count) FROM (
      SELECT facet_id, count(*)::integer AS document_count FROM valued, unnest(facet_ids) AS facet_id
      WHERE counts_facets GROUP BY facet_id
    ) AS counted
  );
END
$$;

-- As in 0063_search_facets, but the counts of values stand for fewer matches.
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
