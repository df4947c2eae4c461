import * as z from 'zod/mini';
import type { Call, Schema } from '@/lib/contract/call';
import { type ErrorCode, failure } from '@/lib/contract/errors';
import { readFilterQuery, writeFilters } from '@/lib/contract/plain/filters';
import type { AppContext } from '@/server/context';
import { ApiError } from '@/server/base/errors';
import { filterFieldsOf } from '@/server/fields/field';
import { formatNext, type MarkdownPage } from '@/server/presenters/markdown-page';
import {
  formatAlternatives,
  formatComparison,
  presentProductPage,
} from '@/server/presenters/markdown-product';
import type { Ask } from './tool-answers';
import { ALTERNATIVE_LIMITS, listAlternativesCall } from '@/lib/contract/alternative';
import { listFieldsCall } from '@/lib/contract/field';
import { joinSlugs, splitSlugs } from '@/lib/contract/plain/page-paths';
import { COMPARED_MAX, productPathFor } from '@/lib/contract/plain/site';
import { findProductCall, listRelatedProductsCall, type Product } from '@/lib/contract/product';
import { t, text } from '@/lib/texts/texts';

export type Asked = { c: AppContext; ask: Ask; parts: readonly string[]; query: URLSearchParams };

/** 410: the product has gone, but the page has a text that is worth reading. */
export type Answer = MarkdownPage & { status?: 410 };

/** The page is at another path for good. */
export class Moved extends Error {
  override readonly name = 'Moved';
  constructor(readonly path: string) {
    super(path);
  }
}

export const noPage = () => new ApiError('not_found', text('page.missing', 'There is no such page.'));

export const readFilters = (c: AppContext): string =>
  writeFilters(readFilterQuery(filterFieldsOf(c.var.deps.env.fields), new URL(c.req.url).search));

export function queryOf(values: Readonly<Record<string, string | undefined>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value !== undefined) query.set(name, value);
  return query.size > 0 ? `?${query.toString()}` : '';
}

export const addToQuery = (path: string, part: string | undefined): string =>
  part ? `${path}${path.includes('?') ? '&' : '?'}${part}` : path;

/** The answer to a call. @throws ApiError as the call failed. */
export const read = async <Answer extends Schema>(
  ask: Ask,
  { answer }: Pick<Call<Schema, Schema, Schema, Answer>, 'answer'>,
  path: string,
): Promise<z.output<Answer>> => z.parse(answer, await readJSON(ask(path)));

const algoliaFailure = z.object({ message: z.string(), status: z.number() });

export async function readJSON(asked: Promise<Response>): Promise<unknown> {
  const response = await asked;
  const body: unknown = await response.json();
  if (response.ok) return body;
  const { data } = failure.safeParse(body);
  const seconds = Number(response.headers.get('retry-after'));
  throw new ApiError(data?.code ?? codeOf(response.status), data?.message ?? messageOf(body), {
    ...(data?.fields && { fields: data.fields }),
    ...(seconds > 0 && { retryAfterSeconds: seconds }),
  });
}

/** Of a failed search, which answers as Algolia does. */
const codeOf = (status: number): ErrorCode =>
  (({ 400: 'bad_request', 429: 'rate_limited', 503: 'unavailable' }) as const)[status] ?? 'internal';
const messageOf = (body: unknown): string =>
  algoliaFailure.safeParse(body).data?.message ?? t('search.silent', 'The search cannot answer right now.');

/** @throws Moved if the product has another slug now. */
export async function movesTo<T>(reading: Promise<T>, pathOf: (slug: string) => string): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    const movedTo = error instanceof ApiError ? error.details.fields?.movedTo : undefined;
    throw movedTo === undefined ? error : new Moved(pathOf(movedTo));
  }
}

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
  return {
    path: addToQuery(path, after && `after=${encodeURIComponent(after)}`),
    title:
      page.subject.name === undefined
        ? t('markdown.alternativesOfRemoved', 'Alternatives to a removed {noun}')
        : t('alternatives.documentTitle', 'Alternatives to {name}', { name: page.subject.name }),
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
    title: products
      .map(({ name }) => name)
      .reduce((before, name) => t('compare.versus', '{before} vs {name}', { before, name })),
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
