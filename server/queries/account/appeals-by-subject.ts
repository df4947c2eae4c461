import { and, inArray, sql } from 'drizzle-orm';
import { appeals } from '@/server/db/schema/appeal-schema';
import type { Db } from '@/server/db/client';
import type { AppealRow } from './appeals';

/** The answers to the last rejections of these products, by product. */
export async function listAnswersToLast(
  db: Db,
  productIds: readonly string[],
): Promise<Map<string, AppealRow>> {
  if (productIds.length === 0) return new Map();
  const last = sql`(
    SELECT max(entries.id) FROM audit_entries AS entries
    WHERE entries.subject_kind = 'product' AND entries.subject_id = ${appeals.productId} AND entries.action = 'product.reject'
  )`;
  const rows = await db
    .select()
    .from(appeals)
    .where(
      and(
        sql`${appeals.productId} = ANY(${sql.param(productIds)}::bigint[])`,
        sql`${appeals.entryId} = ${last}`,
      ),
    );
  return new Map(rows.flatMap((row) => (row.productId === null ? [] : [[row.productId, row]])));
}

/** The last answers of submitters about these products, by product. */
export async function listLastAnswers(
  db: Db,
  productIds: readonly string[],
): Promise<Map<string, AppealRow>> {
  if (productIds.length === 0) return new Map();
  const rows = await db
    .selectDistinctOn([appeals.productId])
    .from(appeals)
    .where(sql`${appeals.productId} = ANY(${sql.param(productIds)}::bigint[])`)
    .orderBy(appeals.productId, sql`${appeals.id} DESC`);
  return new Map(rows.flatMap((row) => (row.productId === null ? [] : [[row.productId, row]])));
}

/** The appeals against these measures, by measure. */
export async function listAppealsOfMeasures(
  db: Db,
  measureIds: readonly string[],
): Promise<Map<string, AppealRow>> {
  if (measureIds.length === 0) return new Map();
  const rows = await db
    .select()
    .from(appeals)
    .where(inArray(appeals.measureId, [...measureIds]));
  return new Map(rows.flatMap((row) => (row.measureId === null ? [] : [[row.measureId, row]])));
}
