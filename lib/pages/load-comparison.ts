import { ApiFailure } from '@/lib/api/http';
import { findProduct } from '@/lib/api/products';
import { listFields } from '@/lib/api/tags';
import type { FormField } from '@/lib/contract/field';
import type { Product } from '@/lib/contract/product';

/** The public product with this present or former slug. Undefined when there is none, for example because the product was removed. */
export async function findPublicProduct(slug: string): Promise<Product | undefined> {
  try {
    return await findProduct(slug);
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    const { movedTo } = error.fields;
    if (movedTo) return findPublicProduct(movedTo);
    if (error.code === 'not_found' || error.code === 'gone' || error.code === 'bad_request') return undefined;
    throw error;
  }
}

type Comparison = { products: Product[]; fields: FormField[]; missing: string[] };

/** The products of these slugs, each once, what can be known of them, and the slugs without a product. */
export async function loadComparison(slugs: readonly string[]): Promise<Comparison> {
  const [fields, ...found] = await Promise.all([listFields(), ...slugs.map(findPublicProduct)]);
  const byId = new Map(found.flatMap((product) => (product ? [[product.id, product]] : [])));
  return { products: [...byId.values()], fields, missing: slugs.filter((_, index) => !found[index]) };
}
