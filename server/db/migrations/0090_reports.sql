-- migrate: compatible-with 0071
-- Reports of products, by members and by visitors without an account. What was called the reason is the text now.
ALTER TABLE reports
  ADD COLUMN text text NOT NULL DEFAULT '',
  ADD COLUMN duplicate_url text,
  -- Of a visitor who wants to know the outcome. Null once the outcome is sent.
  ADD COLUMN email text,
  ADD COLUMN updated_at timestamptz(3) NOT NULL DEFAULT now(),
  ADD COLUMN outcome text CHECK (outcome IN ('upheld', 'dismissed')),
  -- For the reporter.
  ADD COLUMN note text;
UPDATE reports SET text = reason, reason = 'other', updated_at = created_at;

CREATE UNIQUE INDEX reports_open_of_member ON reports (product_id, reporter_id) WHERE resolved_at IS NULL AND reporter_id IS NOT NULL;
CREATE INDEX reports_open_of_product ON reports (product_id, created_at, id) WHERE resolved_at IS NULL;
-- Replaces reports_reporter_id.
CREATE INDEX reports_of_member ON reports (reporter_id, id DESC) WHERE reporter_id IS NOT NULL;
CREATE INDEX reports_email ON reports (lower(email)) WHERE email IS NOT NULL;
CREATE INDEX reports_decided_of_visitors ON reports (resolved_at) WHERE reporter_id IS NULL AND resolved_at IS NOT NULL;
DROP INDEX IF EXISTS reports_reporter_id;

-- The products with open reports. Kept by a trigger, so that the list is read in the order of an index.
CREATE TABLE reported_products (
  product_id bigint PRIMARY KEY REFERENCES products ON DELETE CASCADE,
  report_count integer NOT NULL CHECK (report_count >= 0),
  oldest_at timestamptz(3) NOT NULL,
  -- More reports come first, then older ones. A count outweighs every age in seconds.
  urgency double precision NOT NULL GENERATED ALWAYS AS (
    report_count * 4294967296::double precision - floor(extract(epoch FROM oldest_at AT TIME ZONE 'UTC'))::double precision
  ) STORED
);
CREATE INDEX reported_products_urgent ON reported_products (urgency DESC, product_id DESC);
INSERT INTO reported_products (product_id, report_count, oldest_at)
SELECT product_id, count(*), min(created_at) FROM reports WHERE resolved_at IS NULL GROUP BY product_id;

CREATE FUNCTION count_open_reports() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO reported_products (product_id, report_count, oldest_at) VALUES (NEW.product_id, 1, NEW.created_at)
    ON CONFLICT (product_id) DO UPDATE SET
      report_count = reported_products.report_count + 1,
      oldest_at = least(reported_products.oldest_at, excluded.oldest_at);
  ELSE
    UPDATE reported_products SET
      report_count = report_count - 1,
      oldest_at = coalesce(
        (SELECT min(created_at) FROM reports WHERE product_id = OLD.product_id AND resolved_at IS NULL), oldest_at
      )
    WHERE product_id = OLD.product_id;
    DELETE FROM reported_products WHERE product_id = OLD.product_id AND report_count = 0;
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER reports_open AFTER INSERT ON reports
  FOR EACH ROW WHEN (NEW.resolved_at IS NULL) EXECUTE FUNCTION count_open_reports();
CREATE TRIGGER reports_decide AFTER UPDATE OF resolved_at ON reports
  FOR EACH ROW WHEN (OLD.resolved_at IS NULL AND NEW.resolved_at IS NOT NULL) EXECUTE FUNCTION count_open_reports();
CREATE TRIGGER reports_delete AFTER DELETE ON reports
  FOR EACH ROW WHEN (OLD.resolved_at IS NULL) EXECUTE FUNCTION count_open_reports();
