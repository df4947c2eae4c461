-- migrate: compatible-with 0071
-- As in 0161_erased_products, also for entries about another product that name an erased one: of merges, by the slug of the
-- duplicate, and of alternatives.
CREATE OR REPLACE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE'
    AND (NEW.id, NEW.action, NEW.subject_kind, NEW.created_at, NEW.hash) = (OLD.id, OLD.action, OLD.subject_kind, OLD.created_at, OLD.hash)
    AND (
      (NEW.actor_id, NEW.actor_handle) IS NOT DISTINCT FROM (OLD.actor_id, OLD.actor_handle)
      OR (OLD.actor_id IS NOT NULL AND NEW.actor_id IS NULL AND NEW.actor_handle = 'former-member')
    )
    AND (
      (NEW.subject_id, NEW.details) IS NOT DISTINCT FROM (OLD.subject_id, OLD.details)
      OR (OLD.subject_kind = 'user' AND NEW.subject_id IS NULL AND NEW.details = '{}')
      OR (
        OLD.subject_kind = 'product' AND NEW.subject_id = OLD.subject_id AND NEW.details = '{}'
        AND (
          NOT EXISTS (SELECT FROM products WHERE id = OLD.subject_id)
          OR (
            OLD.action LIKE 'alternative.%'
            AND NOT EXISTS (SELECT FROM products WHERE id::text = OLD.details ->> 'alternativeId')
          )
          OR (
            OLD.action IN ('product.merge', 'product.unmerge')
            AND NOT EXISTS (SELECT FROM products WHERE slug = OLD.details ->> 'duplicateSlug')
            AND NOT EXISTS (SELECT FROM product_slugs WHERE slug = OLD.details ->> 'duplicateSlug')
          )
        )
      )
    )
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'rows of % are never changed or deleted', TG_TABLE_NAME;
END
$$;
