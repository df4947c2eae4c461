-- migrate: compatible-with 0071
-- The filter of a search is in each condition of each reading. The process sends it once: to write and send so many
-- copies of a long filter took longer than to search.

CREATE FUNCTION filter_readings(readings jsonb, filter text) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN filter IS NULL THEN readings ELSE (
    SELECT jsonb_agg(reading || (
      SELECT jsonb_object_agg(key, value || ' & (' || filter || ')')
      FROM jsonb_each_text(reading) WHERE key IN ('any', 'head', 'label', 'name')
    ) ORDER BY place)
    FROM jsonb_array_elements(readings) WITH ORDINALITY AS given (reading, place)
  ) END
$$;
