-- migrate: compatible-with 0071
-- As 0232, but words that are frequent in any text ("again", "want") do not take the places of others because a small
-- directory has few of them.

-- `conditions` has a condition for each word in each place: {any, head, label, name}, at most 10 words; `weight` is what the
-- word counts for beside others as rare, 1 without it. `filter` must match,
-- too; null without one. `left_out` are those that have all words. Of `places`, each digit is for a word: 4 in the name, 3 in a tag, 2 in the
-- tagline, 1 elsewhere, 0 nowhere.
CREATE OR REPLACE FUNCTION search_some_words(
  conditions jsonb, filter text, left_out bigint[],
  OUT document_count integer, OUT frequencies integer[], OUT candidates json
) LANGUAGE plpgsql STABLE
SET enable_seqscan = off SET enable_indexscan = off SET jit = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  rest_count constant integer := (SELECT levels.document_count FROM search_levels levels WHERE level = 4);
  sample_count constant integer := (SELECT max(levels.document_count) FROM search_levels levels WHERE level <= 2);
  first_level constant integer := CASE WHEN rest_count IS NULL THEN 4 ELSE 1 END;
  -- Of a large level only so many matches are read, as in rank_first_matches.
  read_max constant integer := CASE WHEN rest_count IS NOT NULL THEN 120 END;
  counted_max constant integer := CASE WHEN rest_count IS NOT NULL THEN 200 END;
  kept_max constant integer := 25;
  filter_words constant tsquery := filter;
  any_words constant tsquery[] := ARRAY(
    SELECT (condition ->> 'any')::tsquery FROM jsonb_array_elements(conditions) WITH ORDINALITY AS given (condition, place) ORDER BY place
  );
  head_words constant tsquery[] := ARRAY(
    SELECT (condition ->> 'head')::tsquery FROM jsonb_array_elements(conditions) WITH ORDINALITY AS given (condition, place) ORDER BY place
  );
  label_words constant tsquery[] := ARRAY(
    SELECT (condition ->> 'label')::tsquery FROM jsonb_array_elements(conditions) WITH ORDINALITY AS given (condition, place) ORDER BY place
  );
  name_words constant tsquery[] := ARRAY(
    SELECT (condition ->> 'name')::tsquery FROM jsonb_array_elements(conditions) WITH ORDINALITY AS given (condition, place) ORDER BY place
  );
  weights constant float8[] := ARRAY(
    SELECT coalesce((condition ->> 'weight')::float8, 1) FROM jsonb_array_elements(conditions) WITH ORDINALITY AS given (condition, place) ORDER BY place
  );
  rare integer[];
  combinations tsquery[] := '{}';
  combination tsquery;
  word tsquery;
  counted integer;
  found bigint[] := '{}';
  kept bigint[];
BEGIN
  document_count := coalesce(rest_count, (SELECT count(*) FROM search_documents));
  frequencies := '{}';
  FOREACH word IN ARRAY any_words LOOP
    counted := 0;
    IF rest_count IS NOT NULL THEN
      counted := (SELECT count(*) FROM search_documents_by_level WHERE level BETWEEN 1 AND 2 AND words @@ word);
    END IF;
    IF counted < 20 THEN
      counted := greatest(
        counted::float8 * rest_count / greatest(1, sample_count),
        (SELECT count(*) FROM (SELECT FROM search_documents WHERE words @@ word LIMIT counted_max) AS few)
      );
    ELSE
      counted := counted::float8 * rest_count / sample_count;
    END IF;
    frequencies := frequencies || counted;
  END LOOP;

  -- The most telling words together, in pairs, and alone, because those that have them are the best.
  rare := ARRAY(
    SELECT place FROM unnest(frequencies) WITH ORDINALITY AS frequency (count, place)
    WHERE count > 0 ORDER BY weights[place] * ln((document_count + 1) / (count + 0.5)) DESC, place LIMIT 4
  );
  IF cardinality(rare) > 2 THEN
    combinations := ARRAY[any_words[rare[1]] && any_words[rare[2]] && any_words[rare[3]]];
  END IF;
  combinations := combinations || ARRAY(
    SELECT any_words[one.place] && any_words[other.place]
    FROM unnest(rare) WITH ORDINALITY AS one (place, index) JOIN unnest(rare) WITH ORDINALITY AS other (place, index) ON one.index < other.index
    ORDER BY one.index + other.index
  );
  FOREACH counted IN ARRAY rare LOOP
    combinations := combinations || label_words[counted] || any_words[counted];
  END LOOP;

  FOREACH combination IN ARRAY combinations LOOP
    IF filter_words IS NOT NULL THEN
      combination := combination && filter_words;
    END IF;
    kept := '{}';
    FOR present_level IN first_level .. 4 LOOP
      EXIT WHEN cardinality(kept) >= kept_max;
      kept := kept || ARRAY(
        SELECT product_id FROM (
          SELECT product_id, weighing_upvote_count FROM search_documents_by_level
          WHERE level = present_level AND words @@ combination
          -- Those of the last level have hardly an upvote by which to choose among them.
          LIMIT CASE WHEN present_level = 4 AND rest_count IS NOT NULL THEN kept_max ELSE read_max END
        ) AS matched
        WHERE product_id <> ALL (kept)
        ORDER BY weighing_upvote_count DESC, product_id DESC LIMIT kept_max - cardinality(kept)
      );
    END LOOP;
    found := found || kept;
  END LOOP;

  WITH read AS MATERIALIZED (
    -- Joined with nothing, the words are fetched once, and not for each comparison.
    SELECT product_id, weighing_upvote_count, words || ''::tsvector AS words FROM search_documents
    WHERE product_id = ANY (found) AND product_id <> ALL (left_out)
  )
  SELECT INTO candidates coalesce(json_agg(json_build_array(product_id::text, weighing_upvote_count, (
    SELECT string_agg(CASE
      WHEN NOT words @@ any_words[place] THEN '0'
      WHEN words @@ name_words[place] THEN '4'
      WHEN words @@ label_words[place] THEN '3'
      WHEN words @@ head_words[place] THEN '2'
      ELSE '1'
    END, '' ORDER BY place)
    FROM generate_subscripts(any_words, 1) AS place
  ))), '[]') FROM read;
END
$$;
