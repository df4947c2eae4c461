import { parse } from 'csv-parse/sync';
import * as z from 'zod/mini';
import { listMergesCall, mergeProductCall } from '@/lib/contract/merge';
import { findProductCall, productPage } from '@/lib/contract/product';
import { canonicalURL } from '@/server/web/canonical-url';
import { buildProduct } from './build';
import type { TestApp } from './signed-in-user';

type Sender = { headers: Record<string, string> };
const path = (id: string) => `/api/moderation/products/${id}/merge`;
const moved = z.object({ fields: z.optional(z.object({ movedTo: z.string() })) });
export const mergeOf = ({ body }: { body: unknown }) => mergeProductCall.answer.parse(body).merge;

/** What a merge may change. */
const tables = {
  products: `SELECT to_jsonb(t) - 'updated_at' AS row FROM products t ORDER BY id`,
  upvotes: 'SELECT to_jsonb(t) AS row FROM upvotes t ORDER BY product_id, user_id',
  bookmarks: 'SELECT to_jsonb(t) AS row FROM bookmarks t ORDER BY product_id, user_id',
  slugs: 'SELECT to_jsonb(t) AS row FROM product_slugs t ORDER BY slug',
  tags: 'SELECT to_jsonb(t) AS row FROM tags t ORDER BY id',
  listings: 'SELECT to_jsonb(t) AS row FROM product_listings t ORDER BY product_id, term',
  documents: 'SELECT to_jsonb(t) AS row FROM search_documents t ORDER BY product_id',
  discontinuations: 'SELECT to_jsonb(t) AS row FROM discontinuations t ORDER BY product_id',
  alternatives: `SELECT to_jsonb(t) - 'id' AS row FROM alternatives t ORDER BY product_id, alternative_id`,
  edits: 'SELECT to_jsonb(t) AS row FROM product_edits t',
  days: 'SELECT to_jsonb(t) AS row FROM approval_days t WHERE product_count > 0',
};

/** The requests about merges, and what they change. */
export function setUpMergeCalls(api: TestApp) {
  /** 680 members: 1 to 500 have upvoted the first product, 381 to 680 the second, so that 120 have upvoted both. */
  async function buildDuplicates() {
    const source = await buildProduct(api.db, {
      slug: 'figgle-app',
      name: 'Figgle app',
      canonicalURL: canonicalURL('https://figgle-app.example/') ?? '',
      tags: ['Design', 'Old'],
    });
    const target = await buildProduct(api.db, { slug: 'figgle', name: 'Figgle', tags: ['Design'] });
    await api.pool.query(`
    INSERT INTO product_slugs (slug, product_id) VALUES ('figgle-beta', ${source.id});
    INSERT INTO users (handle, name, created_at)
      SELECT 'voter-' || n, 'Voter ' || n, '2026-01-01' FROM generate_series(1, 680) AS n;
    INSERT INTO upvotes (product_id, user_id, created_at, is_weighing)
      SELECT ${source.id}, id, timestamptz '2026-05-20' + (substring(handle FROM 7)::integer % 7) * interval '1 day', true
      FROM users WHERE handle ~ '^voter-' AND substring(handle FROM 7)::integer <= 500;
    INSERT INTO upvotes (product_id, user_id, created_at, is_weighing)
      SELECT ${target.id}, id, timestamptz '2026-05-20' + (substring(handle FROM 7)::integer % 5) * interval '1 day', true
      FROM users WHERE handle ~ '^voter-' AND substring(handle FROM 7)::integer > 380;
    INSERT INTO bookmarks (product_id, user_id, created_at)
      SELECT product_id, user_id, created_at + interval '1 hour' FROM upvotes WHERE user_id % 4 = 0;
    UPDATE products SET
      upvote_count = (SELECT count(*) FROM upvotes WHERE product_id = id),
      weighing_upvote_count = (SELECT count(*) FROM upvotes WHERE product_id = id),
      bookmark_count = (SELECT count(*) FROM bookmarks WHERE product_id = id)`);
    const voter = async (number: number) => {
      const { rows } = await api.pool.query<{ id: string }>('SELECT id FROM users WHERE handle = $1', [
        `voter-${number}`,
      ]);
      return { headers: await api.signIn({ id: rows[0]?.id ?? '' }) };
    };
    await api.deps().publicChanges.catchUp();
    return { source, target, voter };
  }

  /** Where a slug leads, and what the page there shows. */
  async function pageOf(slug: string): Promise<{ slug: string; upvotes: number; bookmarks: number }> {
    const answer = await api.request('GET', `/api/products/${slug}`);
    const { fields } = moved.parse(answer.body);
    if (fields) return pageOf(fields.movedTo);
    const { product } = findProductCall.answer.parse(answer.body);
    return { slug: product.slug, upvotes: product.upvoteCount, bookmarks: product.bookmarkCount };
  }

  return {
    buildDuplicates,
    pageOf,
    merge: ({ headers }: Sender, id: string, intoId: string) =>
      api.request('POST', path(id), { headers, body: { intoId } }),
    preview: ({ headers }: Sender, id: string, intoId: string) =>
      api.request('GET', `${path(id)}?intoId=${intoId}`, { headers }),
    undo: ({ headers }: Sender, id: string) =>
      api.request('DELETE', `/api/moderation/merges/${id}`, { headers }),
    listMerges: async ({ headers }: Sender) =>
      listMergesCall.answer.parse((await api.request('GET', '/api/moderation/merges', { headers })).body)
        .merges,
    react: (method: 'PUT' | 'DELETE', kind: 'upvotes' | 'bookmarks', { headers }: Sender, id: string) =>
      api.request(method, `/api/user/private/${kind}/${id}`, { headers }),
    /** The upvotes that count in the ranking, by slug, in the public dump. */
    votesOf: async () => {
      const rows: Record<string, string>[] = parse((await api.request('GET', '/data/votes.csv')).text, {
        columns: true,
      });
      return Object.fromEntries<number>(
        rows.map(({ slug = '', countingUnder30Days, countingUnder365Days }) => [
          slug,
          Number(countingUnder30Days) + Number(countingUnder365Days),
        ]),
      );
    },
    topOf: async () => {
      const { body } = await api.request('GET', '/api/products?sort=top&period=all');
      return productPage.parse(body).products.map(({ slug }) => slug);
    },
    /** Everything that a merge may change, but for when it was changed. */
    everything: async () => {
      const found: Record<string, unknown[]> = {};
      for (const [name, query] of Object.entries(tables)) {
        found[name] = (await api.pool.query<{ row: unknown }>(query)).rows.map(({ row }) => row);
      }
      return found;
    },
  };
}
