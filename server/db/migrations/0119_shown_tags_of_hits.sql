-- migrate: compatible-with 0071
-- As in 0110, without hidden tags.
CREATE OR REPLACE FUNCTION search_hits(
  shown_ids bigint[], known_ids bigint[], value_keys text[],
  OUT product_ids bigint[], OUT hits json
) LANGUAGE plpgsql STABLE SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  missing constant bigint[] := ARRAY(
    SELECT id FROM unnest(shown_ids) WITH ORDINALITY AS shown (id, place) WHERE id <> ALL (known_ids) ORDER BY place
  );
BEGIN
  product_ids := shown_ids;
  hits := '[]';
  IF cardinality(missing) = 0 THEN
    RETURN;
  END IF;
  -- The tags and values of all are read together: read for each, they would take longer than all the rest.
  WITH wanted AS MATERIALIZED (SELECT * FROM unnest(missing) WITH ORDINALITY AS wanted (id, place)),
  tagged AS (
    SELECT product_id AS id, array_agg(tags.name ORDER BY position) AS tag_names
    FROM product_tags JOIN tags ON tags.id = tag_id AND hidden_at IS NULL
    WHERE product_id = ANY (missing) GROUP BY product_id
  ),
  valued AS (
    SELECT product_id AS id, json_agg(json_build_object('field', field, 'value', value)) AS field_values FROM product_values
    WHERE product_id = ANY (missing) AND field = ANY (value_keys)
    GROUP BY product_id
  )
  SELECT INTO hits coalesce(json_agg(json_build_object(
    'id', products.id::text, 'slug', slug, 'name', name, 'tagline', tagline, 'upvote_count', upvote_count,
    'description', coalesce(nullif(description_html, ''), description),
    'icon_key', (SELECT key FROM images WHERE images.id = products.icon_id), 'brand_slug', brand_slug,
    'tags', coalesce(tag_names, '{}'), 'values', coalesce(field_values, '[]')
  ) ORDER BY place), '[]')
  FROM wanted JOIN products USING (id) LEFT JOIN tagged USING (id) LEFT JOIN valued USING (id)
  WHERE status = 'approved';
END
$$;
