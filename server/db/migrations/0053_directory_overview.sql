-- migrate: compatible-with 0041
-- What the overview of the directory reads instead of counting products and upvotes at every request.

-- How many approved products were approved on each day (UTC). Triggers keep the numbers, so that they are exact.
CREATE TABLE approval_days (
  day date PRIMARY KEY,
  product_count integer NOT NULL
);

-- Days in ascending order, so that two transactions do not wait for each other.
CREATE FUNCTION count_added_approvals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO approval_days AS days (day, product_count)
  SELECT (approved_at AT TIME ZONE 'UTC')::date, count(*) FROM added WHERE status = 'approved' GROUP BY 1 ORDER BY 1
  ON CONFLICT (day) DO UPDATE SET product_count = days.product_count + excluded.product_count;
  RETURN NULL;
END
$$;
CREATE TRIGGER products_insert_approval_days AFTER INSERT ON products
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_added_approvals();

CREATE FUNCTION count_changed_approval() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO approval_days AS days (day, product_count)
  SELECT (approved_at AT TIME ZONE 'UTC')::date, sum(change)
  FROM (
    SELECT OLD.approved_at, -1 WHERE OLD.status = 'approved'
    UNION ALL
    SELECT NEW.approved_at, 1 WHERE NEW.status = 'approved'
  ) AS changes (approved_at, change)
  GROUP BY 1 HAVING sum(change) <> 0 ORDER BY 1
  ON CONFLICT (day) DO UPDATE SET product_count = days.product_count + excluded.product_count;
  RETURN NULL;
END
$$;
CREATE TRIGGER products_update_approval_days AFTER UPDATE OF status, approved_at ON products
  FOR EACH ROW
  WHEN ((OLD.status, OLD.approved_at) IS DISTINCT FROM (NEW.status, NEW.approved_at) AND 'approved' IN (OLD.status, NEW.status))
  EXECUTE FUNCTION count_changed_approval();
CREATE TRIGGER products_delete_approval_days AFTER DELETE ON products
  FOR EACH ROW WHEN (OLD.status = 'approved') EXECUTE FUNCTION count_changed_approval();

INSERT INTO approval_days (day, product_count)
SELECT approved_on, count(*) FROM product_listings WHERE term = 'all' GROUP BY approved_on;

-- The upvotes of each of the last 30 days (UTC) that count in the ranking, as a job counted them.
CREATE TABLE upvote_days (
  day date PRIMARY KEY,
  -- The upvotes by tag of their product: {"<id of the tag>": number}.
  tag_counts jsonb NOT NULL,
  -- How many users had given an upvote that counts by then.
  ranker_count integer NOT NULL,
  counted_at timestamptz(3) NOT NULL
);

-- The sum of the last 30 days, by which tags are ordered.
ALTER TABLE tags ADD COLUMN recent_upvote_count integer NOT NULL DEFAULT 0;
CREATE INDEX tags_recent_upvote_count ON tags (recent_upvote_count DESC, product_count DESC, slug) WHERE product_count > 0;
CREATE OR REPLACE FUNCTION note_tag_counts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public_changes (kind)
  SELECT 'tags' WHERE EXISTS (
    SELECT FROM before JOIN after USING (id)
    WHERE (before.product_count, before.recent_upvote_count, before.name)
      IS DISTINCT FROM (after.product_count, after.recent_upvote_count, after.name)
  );
  RETURN NULL;
END
$$;

-- Whether the user has given an upvote that counts.
ALTER TABLE users ADD COLUMN has_ranked boolean NOT NULL DEFAULT false;
UPDATE users SET has_ranked = true WHERE EXISTS (SELECT FROM upvotes WHERE user_id = users.id AND is_weighing);
