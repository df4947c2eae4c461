-- migrate: compatible-with 0041
-- The products whose changes other services are still to be told: search engines by IndexNow, and the hub of the feeds.
CREATE TABLE announced_services (
  name text PRIMARY KEY CHECK (name IN ('indexnow', 'websub')),
  -- Changes are noted for a service until a day after the last process that announces to it.
  active_until timestamptz(3) NOT NULL,
  -- Of the oldest announcements, since the last success.
  attempt_count integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz(3) NOT NULL DEFAULT '-infinity'
);
CREATE TABLE announcements (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  service text NOT NULL,
  product_id bigint NOT NULL
);
CREATE INDEX announcements_service ON announcements (service, id);

CREATE FUNCTION note_announcements() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO announcements (service, product_id)
  SELECT name, NEW.product_id FROM announced_services WHERE active_until > now();
  RETURN NULL;
END
$$;
CREATE TRIGGER public_changes_announced AFTER INSERT ON public_changes
  FOR EACH ROW
  WHEN (NEW.kind IN ('content', 'listing') AND NEW.product_id IS NOT NULL)
  EXECUTE FUNCTION note_announcements();

-- As in 0047_public_changes, and the announcements.
CREATE OR REPLACE FUNCTION note_added_products() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public_changes (kind) SELECT 'added' WHERE EXISTS (SELECT FROM added WHERE status = 'approved');
  INSERT INTO announcements (service, product_id)
  SELECT announced_services.name, added.id FROM announced_services CROSS JOIN added
  WHERE announced_services.active_until > now() AND added.status = 'approved';
  RETURN NULL;
END
$$;
