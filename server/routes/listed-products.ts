import type { ListedProduct } from '@/lib/contract/product';
import type { AppContext } from '@/server/context';
import { readListedFacts } from '@/server/fields/field';
import { presentListedProduct } from '@/server/presenters/product';
import { listValuesOfProducts } from '@/server/queries/products/product-terms';
import type { ListedProductRow } from '@/server/queries/products/products';

/** The products of a list, with the values that lists show. Reads no values if there are none to show. */
export async function presentListedProducts(
  c: AppContext,
  rows: readonly ListedProductRow[],
): Promise<ListedProduct[]> {
  const { db, env } = c.var.deps;
  const showsFacts = rows.length > 0 && env.fields.some(({ isListed }) => isListed);
  const ids = rows.map(({ id }) => id);
  const read = showsFacts ? await listValuesOfProducts(db, ids) : [];
  const valuesOf = new Map(read.map(({ productId, values }) => [productId, values]));
  return rows.map((row) => {
    const listedFacts = readListedFacts(env.fields, valuesOf.get(row.id) ?? []);
    return { ...presentListedProduct(row, env), ...(listedFacts.length > 0 && { listedFacts }) };
  });
}
