import { sql } from 'drizzle-orm';
import type { Db } from '@/server/db/client';
import { writeSearchDocuments } from '@/server/queries/search/search-documents';
import { placeDocuments, updateSearchLevels } from '@/server/queries/search/search-levels';
import { facetFields } from '../setup/facet-fields';
import { fillInBulk, ROWS_OF_TRIGGERS } from '../setup/fill-in-bulk';
import { makeValues, makeSearchRecords, type SearchRecord } from './search-records';

const RECORDS_PER_BATCH = 5_000;

/** Fills an empty directory with the products of `makeSearchRecords`, and with their search documents. */
export async function insertSearchRecords(
  db: Db,
  recordCount: number,
  onProgress: (share: number) => void,
): Promise<void> {
  const fill = async (tx: Db) => {
    let inserted = 0;
    let batch: SearchRecord[] = [];
    const flush = async () => {
      await writeSearchDocuments(tx, facetFields, await insertRecords(tx, batch, inserted));
      inserted += batch.length;
      batch = [];
      if (inserted % (10 * RECORDS_PER_BATCH) === 0) onProgress(inserted / recordCount);
    };
    for (const record of makeSearchRecords(recordCount)) {
      if (batch.push(record) === RECORDS_PER_BATCH) await flush();
    }
    if (batch.length > 0) await flush();
    for (const statement of ROWS_OF_TRIGGERS) await tx.execute(sql.raw(statement));
  };
  await fillInBulk(db, fill, async () => {
    await updateSearchLevels(db);
    await placeDocuments(db);
  });
}

/** @returns the ids of the records, in their order. */
async function insertRecords(db: Db, records: readonly SearchRecord[], before: number): Promise<string[]> {
  const given = sql`json_to_recordset(${JSON.stringify(
    records.map((record, index) => ({ ...record, number: before + index + 1 })),
  )}::json) AS record (number integer, name text, tagline text, description text, tags json, "upvoteCount" integer)`;
  await db.execute(sql`
    INSERT INTO products (id, slug, url, canonical_url, name, tagline, description, upvote_count, weighing_upvote_count, status, approved_at)
    OVERRIDING SYSTEM VALUE
    SELECT number, 'record-' || number, 'https://record-' || number || '.example/', 'record-' || number || '.example',
      name, tagline, description, "upvoteCount", "upvoteCount", 'approved', timestamptz '2026-01-01' + number * interval '1 minute'
    FROM ${given}`);
  await db.execute(sql`
    INSERT INTO tags (slug, name)
    SELECT DISTINCT tag, tag FROM ${given}, json_array_elements_text(tags) AS tag
    WHERE NOT EXISTS (SELECT FROM tags AS known WHERE slug = tag)`);
  await db.execute(sql`
    INSERT INTO product_tags (product_id, tag_id, position)
    SELECT number, known.id, place - 1
    FROM ${given}, json_array_elements_text(tags) WITH ORDINALITY AS listed (tag, place)
    JOIN tags AS known ON slug = tag`);
  const values = records.flatMap((_, index) => {
    const number = before + index + 1;
    return Object.entries(makeValues(number)).map(([field, value]) => ({ number, field, value }));
  });
  await db.execute(sql`
    INSERT INTO product_values (product_id, field, value, source, checked_at)
    SELECT number, field, value, 'import', timestamptz '2026-01-01'
    FROM jsonb_to_recordset(${JSON.stringify(values)}::jsonb) AS given (number integer, field text, value jsonb)`);
  return records.map((_, index) => String(before + index + 1));
}
