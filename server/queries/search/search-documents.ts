import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Db } from '@/server/db/client';
import { mapInSlices } from '@/server/map-in-slices';
import { plainText } from '@/server/text/plain-text';
import { nameKey } from '@/server/search/search-text';
import { readSearchWords } from '@/server/search/search-words';
import { queueForMirror } from './search-outbox';
import { addVocabulary } from './search-vocabulary';

const productsPerBatch = 1_000;

const searchableRow = z.object({
  id: z.string(),
  name: z.string(),
  tagline: z.string(),
  description: z.string(),
  description_html: z.string(),
  status: z.string(),
  tags: z.array(z.object({ id: z.string(), slug: z.string(), name: z.string() })),
});
type SearchableRow = z.infer<typeof searchableRow>;

/**
 * Updates the search documents of these products: approved ones are found by their texts, others are not found. Call
 * it in the transaction that changes the products. Upvotes need no call.
 */
export async function refreshSearchDocuments(db: Db, productIds: readonly string[]): Promise<void> {
  const ids = [...new Set(productIds)];
  for (let from = 0; from < ids.length; from += productsPerBatch) {
    await refreshBatch(db, ids.slice(from, from + productsPerBatch));
  }
}

async function refreshBatch(db: Db, ids: readonly string[]): Promise<void> {
  const approved = (await listSearchableProducts(db, ids)).filter(({ status }) => status === 'approved');
  const shown = new Set(approved.map(({ id }) => id));
  const hidden = ids.filter((id) => !shown.has(id));
  if (hidden.length > 0) {
    await db.execute(
      sql`DELETE FROM search_documents WHERE product_id = ANY(${sql.param(hidden)}::bigint[])`,
    );
  }
  if (approved.length > 0) await upsertDocuments(db, approved);
  await queueForMirror(db, ids);
}

/** Blocks upvotes until the transaction ends, because the next step copies their number. */
async function listSearchableProducts(db: Db, ids: readonly string[]): Promise<SearchableRow[]> {
  const { rows } = await db.execute(sql`
    SELECT products.id, name, tagline, description, description_html, status,
      (SELECT coalesce(json_agg(json_build_object('id', tags.id::text, 'slug', tags.slug, 'name', tags.name) ORDER BY position), '[]')
       FROM product_tags JOIN tags ON tags.id = tag_id WHERE product_id = products.id) AS tags
    FROM products WHERE products.id = ANY(${sql.param(ids)}::bigint[])
    ORDER BY products.id FOR SHARE OF products`);
  return z.array(searchableRow).parse(rows);
}

async function upsertDocuments(db: Db, rows: readonly SearchableRow[]): Promise<void> {
  const vocabulary = new Set<string>();
  const documents = await mapInSlices(rows, (row) => {
    const text = plainText(row.description_html || row.description);
    const words = readSearchWords({ name: row.name, tagline: row.tagline, text, tags: row.tags });
    for (const word of words.vocabulary) vocabulary.add(word);
    return {
      product_id: row.id,
      name_key: nameKey(row.name),
      tag_ids: row.tags.map(({ id }) => id),
      lexemes: words.lexemes.join('\n'),
    };
  });
  await db.execute(sql`
    INSERT INTO search_documents (product_id, hot, weighing_upvote_count, name_key, tag_ids, words)
    SELECT product_id, hot, weighing_upvote_count, name_key, tag_ids, array_to_tsvector(string_to_array(lexemes, E'\n'))
    FROM json_to_recordset(${JSON.stringify(documents)}::json)
      AS document (product_id bigint, name_key text, tag_ids bigint[], lexemes text)
    JOIN products ON products.id = product_id
    ORDER BY product_id
    ON CONFLICT (product_id) DO UPDATE SET
      hot = excluded.hot, weighing_upvote_count = excluded.weighing_upvote_count,
      name_key = excluded.name_key, tag_ids = excluded.tag_ids, words = excluded.words`);
  await db.execute(sql`SELECT gin_clean_pending_list('search_documents_words')`);
  await addVocabulary(db, [...vocabulary]);
}

/** Ids of products of any status after an id, in ascending order. */
export async function listProductIds(db: Db, afterId: string, limit: number): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    SELECT id FROM products WHERE id > ${afterId}::bigint ORDER BY id LIMIT ${limit}`);
  return rows.map(({ id }) => id);
}
