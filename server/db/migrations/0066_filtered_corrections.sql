-- migrate: compatible-with 0041
-- Whether a search tries corrected words depends on the matches of the typed ones without the filter. A filter that
-- leaves few of them brought in matches of other words, and took twice the time.

-- As in 0063_search_facets, with the condition without the filter.
CREATE OR REPLACE FUNCTION search_products(readings jsonb, wanted_count integer, tags_max integer, counts_facets boolean)
RETURNS TABLE (
  product_ids bigint[], total integer, is_exact boolean, counted_share float8, tag_counts jsonb, facet_counts facet_count[],
  reading_index integer
)
LANGUAGE plpgsql STABLE ROWS 1 SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  next record;
  fewer_than integer;
  typed_words constant tsquery := readings -> 0 ->> 'unfiltered';
BEGIN
  SELECT INTO product_ids, total, is_exact, counted_share, tag_counts, facet_counts *
  FROM search_reading(readings -> 0, wanted_count, tags_max, counts_facets);
  reading_index := 0;
  FOR index IN 1 .. jsonb_array_length(readings) - 1 LOOP
    fewer_than := (readings -> index ->> 'fewerThan')::integer;
    CONTINUE WHEN total >= fewer_than;
    -- The words as typed have these matches, however few of them are left by the filter.
    CONTINUE WHEN typed_words IS NOT NULL
      AND (SELECT typed.total FROM count_matches(typed_words, 4, 4, fewer_than, 0, false) AS typed) >= fewer_than;
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
