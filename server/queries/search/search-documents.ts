import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { ADVISORY_LOCKS } from '@/server/db/advisory-locks';
import type { Db } from '@/server/db/client';
import { mapInSlices } from '@/server/base/iterate';
import { fieldValue } from '@/lib/contract/field';
import { readFacets, type Field } from '@/server/fields/field';
import { plainText } from '@/server/text/plain-text';
import { facetLexeme, numberLexemes, readSearchWords } from '@/server/search/search-words';
import { nameKey } from '@/server/search/search-text';
import { queueForMirror } from './search-outbox';

const productsPerBatch = 1_000;

const searchableRow = z.object({
  id: z.string(),
  name: z.string(),
  tagline: z.string(),
  description: z.string(),
  description_html: z.string(),
  status: z.string(),
  hot: z.nullable(z.number()),
  weighing_upvote_count: z.number(),
  tags: z.array(
    z.object({ id: z.string(), slug: z.string(), name: z.string(), otherNames: z.array(z.string()) }),
  ),
  values: z.array(z.object({ field: z.string(), value: fieldValue })),
});
type SearchableRow = z.infer<typeof searchableRow>;

/**
 * Updates the search documents of these products: approved ones are found by their texts and the facets of the declared
 * fields, others are not found. Call it in the transaction that changes the products. Upvotes need no call.
 */
export async function refreshSearchDocuments(
  db: Db,
  fields: readonly Field[],
  productIds: readonly string[],
): Promise<void> {
  await writeSearchDocuments(db, fields, productIds);
  await mergeSearchIndex(db);
}

/** As `refreshSearchDocuments`, for many short transactions: call `mergeSearchIndex` after some of them. */
export async function writeSearchDocuments(
  db: Db,
  fields: readonly Field[],
  productIds: readonly string[],
): Promise<void> {
  const ids = [...new Set(productIds)];
  for (let from = 0; from < ids.length; from += productsPerBatch) {
    const batch = ids.slice(from, from + productsPerBatch);
    await rewriteSearchDocuments(db, fields, batch);
    await queueForMirror(db, batch);
  }
}

/** Moves new words from the list that every search reads into the index. Costs 1 ms, and 0.07 ms for each document. */
export async function mergeSearchIndex(db: Db): Promise<void> {
  await db.execute(sql`SELECT gin_clean_pending_list('search_documents_words')`);
}

/** Writes the documents of products that have not changed: what mirrors have of them stays right. */
export async function rewriteSearchDocuments(
  db: Db,
  fields: readonly Field[],
  ids: readonly string[],
): Promise<void> {
  const approved = (await listSearchableProducts(db, ids)).filter(({ status }) => status === 'approved');
  const shown = new Set(approved.map(({ id }) => id));
  const hidden = ids.filter((id) => !shown.has(id));
  if (hidden.length > 0) {
    await db.execute(
      sql`DELETE FROM search_documents WHERE product_id = ANY(${sql.param(hidden)}::bigint[])`,
    );
  }
  if (approved.length > 0) await upsertDocuments(db, fields, approved);
}

/**
 * Synonyms and former slugs of a tag, and all names of the tags that were merged into it, directly or in a chain. Starting
 * the recursion for each tag of an import is what costs, and few tags have merged ones.
 */
const otherNamesOfTag = sql`CASE WHEN EXISTS (SELECT FROM tags merged WHERE merged.merged_into_id = tags.id) THEN ARRAY(
  WITH RECURSIVE family AS (
    SELECT tags.id, NULL::text AS name, NULL::text AS slug
    UNION ALL
    SELECT merged.id, merged.name, merged.slug FROM family JOIN tags merged ON merged.merged_into_id = family.id
  )
  SELECT coalesce(other.name, other.slug) FROM family JOIN tag_slugs other ON other.tag_id = family.id AND other.kind <> 'present'
  UNION
  SELECT unnest(ARRAY[name, slug]) FROM family WHERE slug IS NOT NULL
) ELSE ARRAY(
  SELECT DISTINCT coalesce(other.name, other.slug) FROM tag_slugs other WHERE other.tag_id = tags.id AND other.kind <> 'present'
) END`;

/** Blocks upvotes until the transaction ends, because the next step copies their number. */
async function listSearchableProducts(db: Db, ids: readonly string[]): Promise<SearchableRow[]> {
  const { rows } = await db.execute(sql`
    SELECT products.id, name, tagline, description, description_html, status, weighing_upvote_count,
      hot_score(weighing_upvote_count, approved_at) AS hot,
      (SELECT coalesce(json_agg(json_build_object(
         'id', tags.id::text, 'slug', tags.slug, 'name', tags.name, 'otherNames', ${otherNamesOfTag}
       ) ORDER BY position, tags.id), '[]')
       FROM product_tags JOIN tags ON tags.id = tag_id AND hidden_at IS NULL WHERE product_id = products.id) AS tags,
      (SELECT coalesce(json_agg(json_build_object('field', field, 'value', value) ORDER BY field), '[]')
       FROM product_values WHERE product_id = products.id) AS values
    FROM products WHERE products.id = ANY(${sql.param(ids)}::bigint[])
    ORDER BY products.id FOR SHARE OF products`);
  return z.array(searchableRow).parse(rows);
}

async function upsertDocuments(
  db: Db,
  fields: readonly Field[],
  rows: readonly SearchableRow[],
): Promise<void> {
  const vocabulary = new Set<string>();
  const facetValues = new Map<string, FacetValue>();
  const documents = await mapInSlices(rows, (row) => {
    const text = plainText(row.description_html || row.description);
    const values = readFacets(fields, row.values).flatMap(({ key, values }) =>
      values.map((value) => ({ field: key, ...value })),
    );
    for (const value of values) facetValues.set(facetLexeme(value.field, value.token), value);
    const facetLexemes = values.flatMap(({ field, token, number }) =>
      number === null ? facetLexeme(field, token) : numberLexemes(field, number),
    );
    const words = readSearchWords({
      ...{ name: row.name, tagline: row.tagline, text, tags: row.tags, facetLexemes },
    });
    for (const word of words.vocabulary) vocabulary.add(word);
    return {
      product_id: row.id,
      hot: row.hot,
      weighing_upvote_count: row.weighing_upvote_count,
      name_key: nameKey(row.name),
      tag_ids: row.tags.map(({ id }) => id),
      facets: values.map(({ field, token }) => facetLexeme(field, token)),
      lexemes: words.lexemes.join('\n'),
    };
  });
  const facetIds = await addFacetValues(db, [...facetValues.values()]);
  const written = documents.map(({ facets, ...document }) => ({
    ...document,
    facet_ids: facets.map((facet) => facetIds.get(facet)),
  }));
  await db.execute(sql`
    INSERT INTO search_documents (product_id, hot, weighing_upvote_count, name_key, tag_ids, facet_ids, words)
    SELECT product_id, hot, weighing_upvote_count, name_key, tag_ids, facet_ids, array_to_tsvector(string_to_array(lexemes, E'\n'))
    FROM json_to_recordset(${JSON.stringify(written)}::json)
      AS document (
        product_id bigint, hot double precision, weighing_upvote_count integer, name_key text, tag_ids bigint[], facet_ids integer[],
        lexemes text
      )
    ORDER BY product_id
    ON CONFLICT (product_id) DO UPDATE SET
      hot = excluded.hot, weighing_upvote_count = excluded.weighing_upvote_count,
      name_key = excluded.name_key, tag_ids = excluded.tag_ids, facet_ids = excluded.facet_ids,
      words = excluded.words`);
  await addVocabulary(db, [...vocabulary]);
}

type FacetValue = { field: string; token: string; number: number | null };

/** Returns the id of each value by its lexeme, and adds the values that are new. */
async function addFacetValues(db: Db, values: readonly FacetValue[]): Promise<Map<string, number>> {
  if (values.length === 0) return new Map();
  const given = sql`json_to_recordset(${JSON.stringify(values)}::json) AS given (field text, token text, number float8)`;
  const read = async () => {
    const { rows } = await db.execute<{ id: number; field: string; token: string }>(sql`
      SELECT id, facet_values.field, facet_values.token FROM ${given}
      JOIN facet_values ON facet_values.field = given.field AND facet_values.token = given.token`);
    return new Map(rows.map(({ id, field, token }) => [facetLexeme(field, token), id]));
  };
  const known = await read();
  if (known.size === values.length) return known;
  // As in `addVocabulary`, prevents a deadlock between transactions that add the same values in different orders.
  await db.execute(sql`SELECT pg_advisory_xact_lock(${ADVISORY_LOCKS.searchVocabulary})`);
  await db.execute(sql`
    INSERT INTO facet_values (field, token, number)
    SELECT field, token, number FROM ${given}
    WHERE NOT EXISTS (SELECT FROM facet_values known WHERE known.field = given.field AND known.token = given.token)
    ORDER BY field, token ON CONFLICT DO NOTHING`);
  return read();
}

export async function listProductIds(db: Db, afterId: string, limit: number): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    SELECT id FROM products WHERE id > ${afterId}::bigint ORDER BY id LIMIT ${limit}`);
  return rows.map(({ id }) => id);
}

export async function addVocabulary(db: Db, words: readonly string[]): Promise<void> {
  const { rows } = await db.execute<{ word: string }>(sql`
    SELECT word FROM unnest(${sql.param(words)}::text[]) AS given (word)
    WHERE NOT EXISTS (SELECT FROM search_words WHERE search_words.word = given.word)`);
  if (rows.length === 0) return;
  // The lock makes the numbers follow the order of the commits, so that no reader skips a number that is committed
  // later. It also prevents a deadlock between two transactions that add the same words in different orders.
  await db.execute(sql`SELECT pg_advisory_xact_lock(${ADVISORY_LOCKS.searchVocabulary})`);
  await db.execute(sql`
    INSERT INTO search_words (word)
    SELECT word FROM unnest(${sql.param(rows.map(({ word }) => word))}::text[]) AS given (word)
    ON CONFLICT DO NOTHING`);
}

/** The words that searches may know from a product: from its document, and from what it said while it had another or one at all. */
export async function listWordsOfProduct(db: Db, productId: string): Promise<string[]> {
  const { rows } = await db.execute<{ word: string }>(sql`
    WITH texts AS (
      SELECT concat_ws(' ', slug, name, tagline, description, url) AS text FROM products WHERE id = ${productId}::bigint
      UNION ALL SELECT concat_ws(' ', name, tagline, description, url) FROM product_versions WHERE product_id = ${productId}::bigint
    ), joined AS (
      SELECT string_agg(regexp_replace(lower(text), '[^[:alnum:]]+', '', 'g'), ' ') AS text FROM texts
    )
    SELECT unnest(tsvector_to_array(words)) AS word FROM search_documents WHERE product_id = ${productId}::bigint
    UNION SELECT word FROM search_words, joined WHERE position(word IN text) > 0`);
  return rows.map(({ word }) => word);
}

/** Deletes words by which no product is found. Running processes forget them with their next start. */
export async function deleteUnusedWords(db: Db, words: readonly string[]): Promise<void> {
  await db.execute(sql`
    DELETE FROM search_words WHERE word = ANY(${sql.param(words)}::text[])
      AND NOT EXISTS (SELECT FROM search_documents WHERE words @@ quote_literal(word)::tsquery)`);
}

const addedWords = z.object({ words: z.nullable(z.string()), last: z.nullable(z.string()) });

export type AddedWords = { words: string[]; lastOrder: string };

/** The words added after a number, oldest first, and the number to continue from. */
export async function listAddedWords(db: Db, afterOrder: string): Promise<AddedWords> {
  const { rows } = await db.execute(sql`
    SELECT string_agg(word, ' ' ORDER BY added_order) AS words, max(added_order)::text AS last
    FROM search_words WHERE added_order > ${afterOrder}::bigint`);
  const { words, last } = addedWords.parse(rows[0]);
  return { words: words?.split(' ') ?? [], lastOrder: last ?? afterOrder };
}
