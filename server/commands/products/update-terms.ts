import { filterNumber } from '@/lib/contract/plain/filters';
import type { Deps } from '@/server/deps';
import { facetsDigest, type Field, readFacts } from '@/server/fields/field';
import {
  ANY_VALUE,
  listValuesOfProducts,
  lockProductsWithStaleTerms,
  noteSiteFile,
  type ProductTerms,
  upsertProductTerms,
} from '@/server/queries/products/product-terms';

/** Makes the terms by which lists find products from their stored values. Call it in the transaction that changes values. */
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

/** The processes, by their own part, that have said that they do not follow their site file. */
const told = new WeakSet<Deps['jobWaker']>();

/**
 * Makes the terms of up to `limit` products that are out of date, unless a process runs whose site file has other facets and began later:
 * two processes would rewrite each other's terms without end.
 *
 * @returns how many it has found.
 */
export async function updateStaleTerms(
  { db, env, jobWaker, logger, now }: Pick<Deps, 'db' | 'env' | 'jobWaker' | 'logger' | 'now'>,
  limit: number,
): Promise<number> {
  if (!(await noteSiteFile(db, facetsDigest(env.fields), now()))) {
    if (!told.has(jobWaker)) {
      told.add(jobWaker);
      logger.warn(
        'A process that was started later has another site file: its facets are used, not the ones of this process. Start all processes with the same site.json.',
      );
    }
    return 0;
  }
  told.delete(jobWaker);
  return db.transaction(async (tx) => {
    const ids = await lockProductsWithStaleTerms(tx, facetsDigest(env.fields), limit);
    await updateTerms(tx, env.fields, ids);
    return ids.length;
  });
}
