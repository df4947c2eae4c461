import { ALTERNATIVE_LIMITS, listAlternativesCall } from '@/lib/contract/alternative';
import { listFieldsCall } from '@/lib/contract/field';
import { joinSlugs, splitSlugs } from '@/lib/contract/plain/compared-slugs';
import { COMPARED_MAX, productPathFor } from '@/lib/contract/plain/site';
import { findProductCall, listRelatedProductsCall, type Product } from '@/lib/contract/product';
import { ApiError } from '@/server/base/errors';
import {
  formatAlternatives,
  formatComparison,
  formatNext,
  presentProductPage,
} from '@/server/presenters/markdown-page';
import {
  addToQuery,
  type Answer,
  type Asked,
  Moved,
  movesTo,
  noPage,
  queryOf,
  read,
  readFilters,
} from './markdown-reading';
import type { Ask } from './mcp-server';

export async function readProductPage({ c, ask }: Asked, slug: string): Promise<Answer> {
  const path = `/products/${encodeURIComponent(slug)}`;
  const { env } = c.var.deps;
  const [{ product }, { products: related }, alternatives] = await movesTo(
    Promise.all([
      read(ask, findProductCall, path),
      read(ask, listRelatedProductsCall, `${path}/related`),
      read(ask, listAlternativesCall, `${path}/alternatives?limit=${ALTERNATIVE_LIMITS.shownMax}`),
    ]),
    (slug) => productPathFor(env.siteNoun, slug),
  );
  return presentProductPage(product, { related, alternatives }, env);
}

export async function readAlternatives({ c, ask, query }: Asked, slug: string): Promise<Answer> {
  const { env } = c.var.deps;
  const pathOf = (slug: string) => `${productPathFor(env.siteNoun, slug)}/alternatives`;
  const filters = readFilters(c) || undefined;
  const after = query.get('after') || undefined;
  const page = await movesTo(
    read(
      ask,
      listAlternativesCall,
      `/products/${encodeURIComponent(slug)}/alternatives${queryOf({ filters, after })}`,
    ),
    pathOf,
  );
  const path = addToQuery(pathOf(page.subject.slug), filters);
  const name = page.subject.name ?? `a removed ${env.siteNoun}`;
  return {
    path: addToQuery(path, after && `after=${encodeURIComponent(after)}`),
    title: `Alternatives to ${name}`,
    blocks: [formatAlternatives(page, env), ...formatNext(path, page.nextCursor, env)],
    ...(page.subject.status === 'removed' && { status: 410 }),
  };
}

export async function readComparison({ c, ask }: Asked, joined: string): Promise<Answer> {
  const slugs = splitSlugs(joined);
  if (slugs.length < 2 || slugs.length > COMPARED_MAX) throw noPage();
  const { env } = c.var.deps;
  const [{ fields }, ...found] = await Promise.all([
    read(ask, listFieldsCall, '/fields'),
    ...slugs.map((slug) => readPublicProduct(ask, slug)),
  ]);
  const byId = new Map(found.map((product) => [product.id, product]));
  const products = [...byId.values()].toSorted((one, other) => (one.slug < other.slug ? -1 : 1));
  const [only] = products;
  if (products.length === 1 && only) throw new Moved(productPathFor(env.siteNoun, only.slug));
  const canonical = joinSlugs(products.map(({ slug }) => slug));
  const path = `/compare/${encodeURIComponent(canonical)}`;
  if (joined !== canonical) throw new Moved(path);
  return {
    path,
    title: products.map(({ name }) => name).join(' vs '),
    blocks: [formatComparison(products, fields, env)],
  };
}

/** The product with this present or former slug. @throws ApiError `not_found` also for one that was removed. */
async function readPublicProduct(ask: Ask, slug: string): Promise<Product> {
  try {
    return (await read(ask, findProductCall, `/products/${encodeURIComponent(slug)}`)).product;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const movedTo = error.details.fields?.movedTo;
    if (movedTo !== undefined) return readPublicProduct(ask, movedTo);
    throw error.code === 'gone' ? noPage() : error;
  }
}
