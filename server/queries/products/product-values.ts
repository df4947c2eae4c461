import { eq, sql } from 'drizzle-orm';
import type { Db } from '@/server/db/client';
import { productValues, type StoredValue } from '@/server/db/schema';

export type { StoredValue };

/** Every value that is stored for a product, also under keys that no field has. */
export async function listProductValues(db: Db, productId: string): Promise<StoredValue[]> {
  const { field, value, source, checkedAt } = productValues;
  const rows = await db
    .select({ field, value, source, checkedAt })
    .from(productValues)
    .where(eq(productValues.productId, productId));
  return rows.map((row) => ({ ...row, checkedAt: row.checkedAt.toISOString() }));
}

/** Replaces all values of a product. Writes no row that stays as it is. */
export async function replaceProductValues(
  db: Db,
  productId: string,
  values: readonly StoredValue[],
): Promise<void> {
  await db.execute(sql`
    WITH wanted AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(values)}::jsonb)
        AS r(field text, value jsonb, source text, "checkedAt" timestamptz)
    ), dropped AS (
      DELETE FROM product_values WHERE product_id = ${productId} AND field NOT IN (SELECT field FROM wanted)
    )
    INSERT INTO product_values AS stored (product_id, field, value, source, checked_at)
    SELECT ${productId}::bigint, field, value, source, "checkedAt" FROM wanted
    ON CONFLICT (product_id, field) DO UPDATE
    SET value = excluded.value, source = excluded.source, checked_at = excluded.checked_at
    WHERE (stored.value, stored.source, stored.checked_at)
      IS DISTINCT FROM (excluded.value, excluded.source, excluded.checked_at)`);
}

type ImportedValue = Pick<StoredValue, 'field' | 'value'> & { productId: string };

export async function upsertImportedValues(
  db: Db,
  values: readonly ImportedValue[],
  checkedAt: Date,
): Promise<void> {
  if (values.length === 0) return;
  await db.execute(sql`
    INSERT INTO product_values AS stored (product_id, field, value, source, checked_at)
    SELECT "productId", field, value, 'import', ${checkedAt.toISOString()}::timestamptz
    FROM jsonb_to_recordset(${JSON.stringify(values)}::jsonb) AS r("productId" bigint, field text, value jsonb)
    ORDER BY "productId", field
    ON CONFLICT (product_id, field) DO UPDATE SET value = excluded.value, checked_at = excluded.checked_at
    WHERE stored.source = 'import'`);
}

/** The stored values of a slice of the products, in the order of their ids, to look at all of them step by step. */
export async function listValuesAfter(
  db: Db,
  { productId, limit }: { productId: string; limit: number },
): Promise<(StoredValue & { productId: string })[]> {
  const { rows } = await db.execute<StoredValue & { productId: string }>(sql`
    SELECT product_id AS "productId", field, value, source, checked_at::text AS "checkedAt"
    FROM product_values
    WHERE product_id IN (
      SELECT DISTINCT product_id FROM product_values WHERE product_id > ${productId}::bigint
      ORDER BY product_id LIMIT ${limit}
    )
    ORDER BY product_id`);
  return rows;
}
