import { filterNumber } from '@/lib/contract/plain/filters';
import type { Deps } from '@/server/deps';
import { facetsDigest, type Field, readFacts } from '@/server/fields/field';
import {
  ANY_VALUE,
  listValuesOfProducts,
  lockProductsWithStaleTerms,
  type ProductTerms,
  upsertProductTerms,
} from '@/server/queries/products/product-terms';

/**
 * Makes the terms by which lists find products from their stored values. Call it in the transaction that changes values.
 */
export async function updateTerms(
  db: Deps['db'],
  fields: readonly Field[],
  productIds: readonly string[],
): Promise<void> {
  if (productIds.length === 0) return;
  const facets = fields.filter(({ isFacet }) => isFacet);
  const stored = await listValuesOfProducts(db, productIds);
  const made = stored.map(({ productId, values }) => ({ productId, ...termsOf(facets, values) }));
  await upsertProductTerms(db, facetsDigest(fields), made);
}

function termsOf(
  facets: readonly Field[],
  values: Parameters<typeof readFacts>[1],
): Pick<ProductTerms, 'terms' | 'numbers'> {
  const facts = readFacts(facets, values).map(({ field: { key, filter }, value, tokens }) => ({
    ...{ key, value, tokens },
    isRange: filter?.kind === 'range',
  }));
  return {
    terms: facts.flatMap(({ key, tokens, isRange }) =>
      (isRange ? [ANY_VALUE] : [...new Set(tokens)]).map((value) => ({ field: key, value })),
    ),
    numbers: Object.fromEntries(
      facts.flatMap(({ key, value, isRange }) => (isRange ? [[key, filterNumber(String(value))]] : [])),
    ),
  };
}

/** Makes the terms of up to `limit` products that are out of date. @returns how many it has found. */
export async function updateStaleTerms(
  { db, env }: Pick<Deps, 'db' | 'env'>,
  limit: number,
): Promise<number> {
  return db.transaction(async (tx) => {
    const ids = await lockProductsWithStaleTerms(tx, facetsDigest(env.fields), limit);
    await updateTerms(tx, env.fields, ids);
    return ids.length;
  });
}
