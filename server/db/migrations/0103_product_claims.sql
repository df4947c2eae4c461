-- migrate: compatible-with 0071
-- Members who say that they own the site of a product, and how they have proved it. A claim is verified until it lapses: the
-- proof is gone twice in a row, or the product has another host.
CREATE TABLE product_claims (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  product_id bigint NOT NULL REFERENCES products ON DELETE CASCADE,
  member_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  -- What the member publishes on the site. It is on a public page, and worth nothing to others.
  token text NOT NULL,
  -- The host that the claim is about.
  host text COLLATE "C" NOT NULL,
  method text CHECK (method IN ('meta', 'dns', 'file')),
  created_at timestamptz(3) NOT NULL,
  verified_at timestamptz(3),
  check_due_at timestamptz(3),
  failure_count smallint NOT NULL DEFAULT 0,
  -- A moderator has ended it. It can't be verified again.
  withdrawn_at timestamptz(3),
  UNIQUE (product_id, member_id)
);
CREATE INDEX product_claims_member ON product_claims (member_id);
CREATE INDEX product_claims_open ON product_claims (created_at) WHERE verified_at IS NULL AND withdrawn_at IS NULL;
CREATE INDEX product_claims_due ON product_claims (check_due_at) WHERE verified_at IS NOT NULL;

-- The page of the product shows that its owner is verified.
CREATE FUNCTION note_claim_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF OLD.verified_at IS NULL THEN RETURN NULL; END IF;
  ELSIF (OLD.verified_at IS NULL) = (NEW.verified_at IS NULL) THEN
    RETURN NULL;
  END IF;
  INSERT INTO public_changes (kind, product_id) VALUES ('content', OLD.product_id);
  RETURN NULL;
END
$$;
CREATE TRIGGER product_claims_noted AFTER UPDATE OF verified_at OR DELETE ON product_claims
  FOR EACH ROW EXECUTE FUNCTION note_claim_change();

-- Another link may have another host: the job looks at it soon.
CREATE FUNCTION check_claims() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE product_claims SET check_due_at = NEW.updated_at WHERE product_id = NEW.id AND verified_at IS NOT NULL;
  RETURN NULL;
END
$$;
CREATE TRIGGER products_check_claims AFTER UPDATE OF url ON products
  FOR EACH ROW WHEN (OLD.url IS DISTINCT FROM NEW.url) EXECUTE FUNCTION check_claims();
