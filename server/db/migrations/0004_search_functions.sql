-- Functions, because only they can carry settings: the planner does not know that reading a document's words means
-- fetching them from elsewhere. Left to itself it reads a table of 5,000 documents from end to end for every
-- letter typed, in 15 ms instead of 1; and compiles what takes less time to run than to compile.

-- The best matches, best first: named so, beginning so, in the name, in the tagline, elsewhere; by votes within each.
-- A part is read only when those before it gave less than is wanted, so that it can leave out all that they gave.
CREATE FUNCTION rank_search_matches(
  any_words tsquery, head_words tsquery, name_words tsquery, name_keys text[], wanted_count integer, counted_max integer
) RETURNS TABLE (id bigint, total integer)
LANGUAGE plpgsql STABLE SET enable_seqscan = off SET jit = off AS $$
BEGIN
  RETURN QUERY
  WITH named AS MATERIALIZED (
    SELECT product_id FROM search_documents
    WHERE words @@ name_words
    ORDER BY CASE WHEN name_key = ANY (name_keys) THEN 0 WHEN name_key ^@ ANY (name_keys) THEN 1 ELSE 2 END,
      weighing_upvote_count DESC, product_id DESC
    LIMIT wanted_count
  ), headed AS MATERIALIZED (
    SELECT product_id FROM search_documents
    WHERE words @@ head_words AND product_id NOT IN (SELECT product_id FROM named)
    ORDER BY weighing_upvote_count DESC, product_id DESC
    LIMIT wanted_count
  ), ranked AS (
    SELECT product_id FROM named
    UNION ALL
    SELECT product_id FROM headed
    UNION ALL
    (SELECT product_id FROM search_documents
     WHERE words @@ any_words
       AND product_id NOT IN (SELECT product_id FROM named UNION ALL SELECT product_id FROM headed)
     ORDER BY weighing_upvote_count DESC, product_id DESC
     LIMIT wanted_count)
    LIMIT wanted_count
  )
  SELECT product_id, (
    SELECT count(*)::integer
    FROM (SELECT FROM search_documents WHERE words @@ any_words LIMIT counted_max) AS counted
  ) FROM ranked;
END
$$;

-- The hottest of the products that meet a condition.
CREATE FUNCTION rank_hottest_matches(any_words tsquery, wanted_count integer, counted_max integer)
RETURNS TABLE (id bigint, total integer)
LANGUAGE plpgsql STABLE SET enable_seqscan = off SET jit = off AS $$
BEGIN
  RETURN QUERY
  SELECT product_id, (
    SELECT count(*)::integer
    FROM (SELECT FROM search_documents WHERE words @@ any_words LIMIT counted_max) AS counted
  )
  FROM search_documents WHERE words @@ any_words
  ORDER BY hot DESC, product_id DESC LIMIT wanted_count;
END
$$;

-- How many of the matches carry each tag.
CREATE FUNCTION count_matches_by_tag(any_words tsquery, counted_max integer)
RETURNS TABLE (id bigint, total integer)
LANGUAGE plpgsql STABLE SET enable_seqscan = off SET jit = off AS $$
BEGIN
  RETURN QUERY
  SELECT tag_id, count(*)::integer
  FROM (SELECT tag_ids FROM search_documents WHERE words @@ any_words LIMIT counted_max) AS matches,
    unnest(tag_ids) AS tag_id
  GROUP BY tag_id;
END
$$;
