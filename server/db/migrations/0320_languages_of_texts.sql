-- migrate: compatible-with 0071
-- The languages of a product's texts, as far as the texts tell: {"tagline": "de"}. Null until the job `read-languages` has read the texts
-- as they are now.
ALTER TABLE products ADD COLUMN languages jsonb;
ALTER TABLE discontinuations ADD COLUMN languages jsonb;

CREATE FUNCTION forget_languages() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.languages := NULL;
  RETURN NEW;
END
$$;
CREATE TRIGGER products_languages_forgotten BEFORE UPDATE OF name, tagline, description_html ON products
  FOR EACH ROW
  WHEN ((OLD.name, OLD.tagline, OLD.description_html) IS DISTINCT FROM (NEW.name, NEW.tagline, NEW.description_html))
  EXECUTE FUNCTION forget_languages();
CREATE TRIGGER discontinuations_languages_forgotten BEFORE UPDATE OF reason ON discontinuations
  FOR EACH ROW WHEN (OLD.reason IS DISTINCT FROM NEW.reason)
  EXECUTE FUNCTION forget_languages();
