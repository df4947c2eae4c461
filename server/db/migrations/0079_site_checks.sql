-- migrate: compatible-with 0071
-- What checks find at the sites of approved products.
CREATE TABLE site_checks (
  product_id bigint PRIMARY KEY REFERENCES products ON DELETE CASCADE,
  url text NOT NULL,
  -- In lower case, with the port if the URL has one.
  host text NOT NULL,
  check_at timestamptz(3) NOT NULL,
  checked_at timestamptz(3),
  -- Null before the first check.
  finding text CHECK (finding IN ('fine', 'unsure', 'changed')),
  -- Why the finding is not 'fine': a sentence for moderators.
  problem text,
  -- The first of the checks without an answer since the last one with one.
  failing_since timestamptz(3),
  failure_count integer NOT NULL DEFAULT 0,
  -- What the site was like when it was fine, and what it is like now if that differs.
  baseline jsonb,
  observed jsonb,
  -- The ETag or the Last-Modified of the response of the baseline.
  version text,
  -- Where the site says it has moved for good.
  moved_to text,
  -- What moderators should look at, and since when.
  concern text CHECK (concern IN ('changed', 'moved', 'gone')),
  concern_since timestamptz(3),
  CHECK ((concern IS NULL) = (concern_since IS NULL))
);
CREATE INDEX site_checks_due ON site_checks (check_at, product_id);
CREATE INDEX site_checks_concern ON site_checks (concern_since DESC, product_id DESC) WHERE concern IS NOT NULL;

-- The pace at which a host is asked. Rows of the past have no meaning.
CREATE TABLE site_hosts (
  host text PRIMARY KEY,
  -- No request before.
  rests_until timestamptz(3) NOT NULL,
  -- When the next check that finds the host resting comes back.
  next_slot_at timestamptz(3) NOT NULL
);
CREATE INDEX site_hosts_past ON site_hosts (next_slot_at);

-- Since when the link to the product's site is behind a notice.
ALTER TABLE products ADD COLUMN link_held_at timestamptz(3);
CREATE TRIGGER products_link_noted AFTER UPDATE OF link_held_at ON products
  FOR EACH ROW WHEN (OLD.link_held_at IS DISTINCT FROM NEW.link_held_at)
  EXECUTE FUNCTION note_product_change('content');

-- The checks of a site begin within an hour after its product is listed, end when it is not, and begin anew with another URL.
CREATE FUNCTION insert_site_checks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO site_checks (product_id, url, host, check_at)
  SELECT id, url, lower(substring(url FROM '^https?://([^/?#]+)')), now() + random() * interval '1 hour'
  FROM added WHERE status = 'approved' AND url ~ '^https?://[^/?#]'
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
CREATE TRIGGER products_site_checks_insert AFTER INSERT ON products
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION insert_site_checks();

CREATE FUNCTION release_link() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.link_held_at := NULL;
  RETURN NEW;
END
$$;
CREATE TRIGGER products_link_release BEFORE UPDATE OF status, url ON products
  FOR EACH ROW WHEN ((OLD.status, OLD.url) IS DISTINCT FROM (NEW.status, NEW.url) AND OLD.link_held_at IS NOT NULL)
  EXECUTE FUNCTION release_link();

CREATE FUNCTION restart_site_check() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM site_checks WHERE product_id = NEW.id;
  INSERT INTO site_checks (product_id, url, host, check_at)
  SELECT NEW.id, NEW.url, lower(substring(NEW.url FROM '^https?://([^/?#]+)')), now() + random() * interval '1 hour'
  WHERE NEW.status = 'approved' AND NEW.url ~ '^https?://[^/?#]';
  RETURN NULL;
END
$$;
CREATE TRIGGER products_site_checks_restart AFTER UPDATE OF status, url ON products
  FOR EACH ROW WHEN ((OLD.status, OLD.url) IS DISTINCT FROM (NEW.status, NEW.url)
    AND 'approved' IN (OLD.status, NEW.status))
  EXECUTE FUNCTION restart_site_check();
