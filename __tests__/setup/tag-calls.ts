import { listCuratedTagsCall } from '@/lib/contract/tag-curation';
import { mergeTagCall } from '@/lib/contract/tag-merge';
import { productPage } from '@/lib/contract/product';
import { listTagsCall } from '@/lib/contract/tag';
import { curateTags } from '@/server/jobs/tag-jobs';
import { noRateLimits } from './no-rate-limits';
import { buildSignedInUser, type TestApp } from './signed-in-user';
import { TAG_DISAGREEMENTS } from './tag-disagreements';

/** What must agree about tags, whatever happens: rows, counts, lists and the search. */
const disagreements = `${TAG_DISAGREEMENTS}
  UNION ALL
  SELECT 'terms of ' || slug FROM products JOIN product_listings ON product_id = products.id
  WHERE term_ids <> listed_term_ids(products.id)
  UNION ALL
  SELECT 'document of ' || products.slug FROM products JOIN search_documents ON product_id = products.id
  WHERE ARRAY(SELECT unnest(tag_ids) ORDER BY 1) <> ARRAY(
    SELECT tag_id FROM product_tags JOIN tags ON tags.id = tag_id AND hidden_at IS NULL WHERE product_id = products.id ORDER BY 1
  )`;

/** The requests of moderators about tags, and what they change. */
export function setUpTagCalls(api: TestApp) {
  const never = new AbortController().signal;
  const rowsOf = async <Row extends Record<string, unknown>>(query: string, values: unknown[] = []) =>
    (await api.pool.query<Row>(query, values)).rows;
  const idOf = async (slug: string): Promise<string> => {
    const [row] = await rowsOf<{ id: string }>('SELECT id::text FROM tags WHERE slug = $1', [slug]);
    if (!row) throw new Error(`No tag ${slug}`);
    return row.id;
  };
  return {
    rowsOf,
    idOf,
    signInModerator: async () => (await buildSignedInUser(api, { role: 'moderator', handle: 'mo' })).headers,
    runJob: () => curateTags.run(api.deps(), never),
    disagreements: async () => (await rowsOf(disagreements)).map(({ about }) => about),
    merge: async (headers: Record<string, string>, slug: string, into: string) => {
      const path = `/api/moderation/tags/${await idOf(slug)}/merge`;
      return api.request('POST', path, { headers, body: { intoId: await idOf(into) } });
    },
    undo: (headers: Record<string, string>, id: string) =>
      api.request('DELETE', `/api/moderation/tag-merges/${id}`, { headers }),
    change: async (
      headers: Record<string, string>,
      slug: string,
      [method, part, body]: readonly [method: 'PUT' | 'POST' | 'DELETE', part: string, body?: object],
    ) => {
      return api.request(method, `/api/moderation/tags/${await idOf(slug)}/${part}`, { headers, body });
    },
    list: async (headers: Record<string, string>, query = '') => {
      const { body } = await api.request('GET', `/api/moderation/tags?${query}`, { headers });
      return listCuratedTagsCall.answer.parse(body);
    },
    slugsOf: async (list: string) => {
      const { body } = await api.request('GET', `/api/products?sort=new&${list}`);
      return productPage
        .parse(body)
        .products.map(({ slug }) => slug)
        .sort();
    },
    tagsOf: async (slug: string) => {
      const [row] = await rowsOf<{ names: string[] }>(
        `SELECT array_agg(tags.slug ORDER BY position, tags.slug) AS names
         FROM products JOIN product_tags ON product_id = products.id JOIN tags ON tags.id = tag_id
         WHERE products.slug = $1`,
        [slug],
      );
      return row?.names;
    },
    usedTags: async () => {
      const { body } = await api.request('GET', '/api/tags');
      return listTagsCall.answer.parse(body).tags;
    },
  };
}

export const tagMergeOf = ({ body }: { body: unknown }) => mergeTagCall.answer.parse(body).merge;
export const withoutLimits = { rateLimits: noRateLimits };
