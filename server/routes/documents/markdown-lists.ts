import * as z from 'zod/mini';
import { SEARCH_ORDERS, searchIndexName } from '@/lib/contract/plain/site';
import type { ProductSort, TopPeriod } from '@/lib/contract/product';
import { listProductsCall, type ProductListQuery } from '@/lib/contract/product-list';
import { filledHit, SEARCH_LIMITS } from '@/lib/contract/search';
import { listTagsCall } from '@/lib/contract/tag';
import {
  formatHits,
  formatLine,
  formatNext,
  formatPageLink,
  formatTags,
  nextPageText,
} from '@/server/presenters/markdown-page';
import { formatProducts } from '@/server/presenters/markdown-product';
import {
  addToQuery,
  type Answer,
  type Asked,
  movesTo,
  queryOf,
  read,
  readFilters,
  readJSON,
} from './markdown-products';
import type { Ask } from './tool-answers';
import { perLanguage } from '@/lib/texts/language';
import { t } from '@/lib/texts/texts';

// Lists, tags and results of searches as Markdown.

type ListName = { sort: ProductSort; period: TopPeriod; tag: string | undefined };

function titleOfList({ sort, period, tag }: ListName): string {
  const list = sort === 'top' ? period : sort;
  return tag === undefined
    ? t(
        'markdown.listTitle',
        '{list, select, new {New {nouns}} day {Top {nouns} (day)} week {Top {nouns} (week)} month {Top {nouns} (month)} all {Top {nouns} (all)} other {Hot {nouns}}}',
        { list },
      )
    : t(
        'markdown.tagTitle',
        '{list, select, new {New {nouns}: {tag}} day {Top {nouns} (day): {tag}} week {Top {nouns} (week): {tag}} month {Top {nouns} (month): {tag}} all {Top {nouns} (all): {tag}} other {Hot {nouns}: {tag}}}',
        { list, tag },
      );
}

export async function readList(
  { c, ask, query }: Asked,
  listPath: string,
  list: Pick<ProductListQuery, 'sort'> & Partial<Pick<ProductListQuery, 'period' | 'tag'>>,
): Promise<Answer> {
  const { env } = c.var.deps;
  const filters = readFilters(c) || undefined;
  const after = query.get('after') || undefined;
  const isTagPage = list.tag !== undefined;
  const tag = list.tag ?? (query.get('tag') || undefined);
  const { products, nextCursor } = await movesTo(
    read(ask, listProductsCall, `/products${queryOf({ ...list, tag, filters, after })}`),
    (slug) =>
      isTagPage
        ? listPath.replace(/^\/tag\/[^?]+/, `/tag/${encodeURIComponent(slug)}`)
        : addToQuery(listPath + queryOf({ tag: slug }), filters),
  );
  const named = tag === undefined ? undefined : await nameOfTag(ask, tag);
  const path = addToQuery(isTagPage ? listPath : listPath + queryOf({ tag }), filters);
  return {
    path: addToQuery(path, after && `after=${encodeURIComponent(after)}`),
    title: titleOfList({
      ...{ sort: list.sort, period: list.period ?? 'all', tag: named },
    }),
    blocks: [
      ...(listPath === '/' && path === '/' ? [`> ${formatLine(env.siteDescription)}`] : []),
      formatProducts(products, env),
      ...formatNext(path, nextCursor, env),
    ],
  };
}

async function nameOfTag(ask: Ask, slug: string): Promise<string> {
  const { tags } = await read(ask, listTagsCall, '/tags');
  return tags.find((tag) => tag.slug === slug)?.name ?? slug;
}

const TAGS_PER_PAGE = 500;
const alphabet = perLanguage((language) => new Intl.Collator(language));

export async function readTags({ c, ask, query }: Asked): Promise<Answer> {
  const { env } = c.var.deps;
  const { tags } = await read(ask, listTagsCall, '/tags');
  const pages = Math.max(1, Math.ceil(tags.length / TAGS_PER_PAGE));
  const page = Math.min(Math.max(1, Math.trunc(Number(query.get('page'))) || 1), pages);
  const shown = tags
    .toSorted((one, other) => alphabet().compare(one.name, other.name))
    .slice((page - 1) * TAGS_PER_PAGE, page * TAGS_PER_PAGE);
  return {
    path: '/tags',
    title: t('list.allTags', 'All tags' /* a page */),
    blocks: [
      formatTags(shown, env),
      ...(page < pages ? [formatPageLink(nextPageText(), `/tags?page=${page + 1}`, env)] : []),
    ],
  };
}

const hitPage = z.object({ hits: z.array(filledHit), nbPages: z.int() });

export async function readSearch({ c, ask, query }: Asked): Promise<Answer> {
  const { env } = c.var.deps;
  const text = (query.get('q') ?? '').trim().slice(0, SEARCH_LIMITS.queryCharsMax);
  const order = SEARCH_ORDERS.find((each) => each === query.get('order')) ?? 'best';
  const number = Math.trunc(Number(query.get('page')));
  const page = number > 1 && number <= SEARCH_LIMITS.paginationLimitedTo ? number : 1;
  const path = `/1/indexes/${searchIndexName(env.siteNoun, order)}/query`;
  const asking = { query: text, page: page - 1, attributesToHighlight: [], fillPageWithSomeWords: true };
  const { hits, nbPages } = hitPage.parse(await readJSON(ask(path, asking)));
  const pathOf = (page: number) =>
    `/search${queryOf({ q: text, order: order === 'best' ? undefined : order, page: page > 1 ? String(page) : undefined })}`;
  const nextPath = page < nbPages ? pathOf(page + 1) : undefined;
  return {
    path: pathOf(page),
    title: t('markdown.searchTitle', 'Search: {query}' /* the title of a page */, { query: text }),
    blocks: [
      formatHits(hits, env),
      ...(nextPath === undefined ? [] : [formatPageLink(nextPageText(), nextPath, env)]),
    ],
  };
}
