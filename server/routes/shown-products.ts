import type { ListedProduct } from '@/lib/contract/product';
import type { AppContext } from '@/server/context';
import { readListedFacts } from '@/server/fields/field';
import type { ProductReference } from '@/lib/contract/product-reference';
import { ApiError } from '@/server/base/errors';
import type { Viewer } from '@/server/policies/viewer';
import { presentListedProduct, presentProductReference } from '@/server/presenters/product';
import { listValuesOfProducts } from '@/server/queries/products/product-terms';
import { type ListedProductRow, listProductsById } from '@/server/queries/products/products';
import { text } from '@/lib/texts/texts';

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

/** References to products, whatever their status, by id. */
export async function readReferences(
  c: AppContext,
  { userId: viewerId }: Viewer,
  ids: readonly string[],
): Promise<Map<string, ProductReference>> {
  const { db, env } = c.var.deps;
  const rows = await listProductsById(db, [...new Set(ids)]);
  return new Map(rows.map((row) => [row.id, presentProductReference(row, { ...env, viewerId })]));
}

/** @throws ApiError `not_found` */
export async function readReference(c: AppContext, viewer: Viewer, id: string): Promise<ProductReference> {
  const reference = (await readReferences(c, viewer, [id])).get(id);
  if (reference) return reference;
  throw new ApiError('not_found', text('product.noLonger', 'This {noun} no longer exists.'));
}
