import { ApiFailure, call } from '@/lib/api/http';
import { type FormField, listFieldsCall } from '@/lib/contract/field';
import { findProductCall, type Product } from '@/lib/contract/product';
import { searchProducts } from '@/lib/search';
import { SearchFailure } from '@/lib/search-failure';

/** The public product with this present or former slug. Undefined when there is none, for example because the product was removed. */
export async function findPublicProduct(slug: string): Promise<Product | undefined> {
  try {
    return (await call(findProductCall, { params: { slug } })).product;
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    const { movedTo } = error.fields;
    if (movedTo) return findPublicProduct(movedTo);
    if (error.code === 'not_found' || error.code === 'gone' || error.code === 'bad_request') return undefined;
    throw error;
  }
}

/** The product that somebody has typed: by its link or slug, else the best match of the search. */
export async function findTypedProduct(text: string): Promise<Product | undefined> {
  const slug = text.split('/').at(-1)?.toLowerCase().replace(/\s+/g, '-') ?? '';
  const named = slug === '' ? undefined : await findPublicProduct(slug);
  if (named) return named;
  const { hits } = await searchProducts(text, { hitsPerPage: 1 }).catch((error: unknown) => {
    throw error instanceof SearchFailure ? new ApiFailure('unavailable', error.message) : error;
  });
  const [hit] = hits;
  return hit && findPublicProduct(decodeURIComponent(hit.url.split('/').at(-1) ?? ''));
}

type Comparison = { products: Product[]; fields: FormField[]; missing: string[] };

/** The products of these slugs, each once, what can be known of them, and the slugs without a product. */
export async function loadComparison(slugs: readonly string[]): Promise<Comparison> {
  const [{ fields }, ...found] = await Promise.all([call(listFieldsCall), ...slugs.map(findPublicProduct)]);
  const byId = new Map(found.flatMap((product) => (product ? [[product.id, product]] : [])));
  return { products: [...byId.values()], fields, missing: slugs.filter((_, index) => !found[index]) };
}
