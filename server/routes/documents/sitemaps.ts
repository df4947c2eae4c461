import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { stream } from 'hono/streaming';
import { SECOND_MS } from '@/lib/contract/plain/durations';
import { productPathFor } from '@/lib/contract/plain/site';
import { TOP_PERIODS } from '@/lib/contract/product';
import type { AppEnv } from '@/server/context';
import { withDeadline } from '@/server/base/async-context';
import type { Deps } from '@/server/deps';
import { ApiError } from '@/server/base/errors';
import { limited } from '@/server/http/every-call';
import { formatXML, formatXMLDocument } from '@/server/presenters/xml';
import {
  findLastIdOfPart,
  listSitemapParts,
  listSitemapRows,
  SITEMAP_KINDS,
  type SitemapKind,
  type SitemapRow,
} from '@/server/queries/products/sitemap';
import { listPublishedPages } from '@/server/queries/own-pages';
import { text } from '@/lib/texts/texts';

/** https://www.sitemaps.org/protocol.html allows 50,000 pages in a file. */
const PART_SIZE = 50_000;
const IDS_PER_QUERY = 1_000;
const QUERY_LIMIT_MS = 10 * SECOND_MS;
const sitemapNamespace = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const headers = { 'content-type': 'application/xml; charset=UTF-8', 'cache-control': 'public, max-age=60' };

const fixedPaths = [
  ...['/', '/new', ...TOP_PERIODS.map((period) => `/top/${period}`)],
  ...['/tags', '/ranking', '/rules', '/moderation-log', '/developers', '/support', '/privacy', '/terms'],
];

/** All pages of the site, for search engines. */
export const sitemapRoutes = new Hono<AppEnv>();
sitemapRoutes.use('/sitemap*', compress());

sitemapRoutes.get('/sitemap.xml', async (c) => {
  const { db, env } = c.var.deps;
  const files = ['/sitemap-pages.xml'];
  for (const kind of SITEMAP_KINDS) {
    const parts = await listSitemapParts(db, kind, PART_SIZE);
    files.push(...parts.map((part) => `/sitemap-${kind}-${part + 1}.xml`));
  }
  const document = formatXMLDocument({
    sitemapindex: {
      '@xmlns': sitemapNamespace,
      sitemap: files.map((path) => ({ loc: env.siteURL + path })),
    },
  });
  return c.body(document, 200, headers);
});

sitemapRoutes.get('/sitemap-pages.xml', async (c) => {
  const ownPages = await listPublishedPages(c.var.deps.db);
  const { siteURL, newsletter, newsletterURL } = c.var.deps.env;
  const paths = newsletter.isOffered || newsletterURL ? [...fixedPaths, '/newsletter'] : fixedPaths;
  const document = formatXMLDocument({
    urlset: {
      '@xmlns': sitemapNamespace,
      url: [
        ...paths.map((path) => ({ loc: siteURL + path })),
        ...ownPages.map(({ slug, updatedAt }) => ({ loc: `${siteURL}/${slug}`, lastmod: updatedAt })),
      ],
    },
  });
  return c.body(document, 200, headers);
});

sitemapRoutes.get('/:file{sitemap-(products|tags|alternatives)-[1-9][0-9]{0,8}\\.xml}', async (c) => {
  const [, kindName, number] = /^sitemap-(\w+)-(\d+)/.exec(c.req.param('file')) ?? [];
  const kind = SITEMAP_KINDS.find((each) => each === kindName);
  if (!kind) throw noSitemap();
  const { db, logger } = c.var.deps;
  const part = Number(number) - 1;
  const pages = await limited(c, ['sitemapByAddress'], { isPublic: true }, async () => {
    const lastId = await findLastIdOfPart(db, kind, { part, size: PART_SIZE });
    if (lastId === undefined) throw noSitemap();
    const pages = readPages(c.var.deps, kind, { afterId: part * PART_SIZE, lastId });
    const first = await pages.next();
    return { first: first.done ? '' : first.value, rest: pages };
  });
  for (const [name, value] of Object.entries(headers)) c.header(name, value);
  return stream(
    c,
    async (out) => {
      await out.write(
        `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="${sitemapNamespace}">${pages.first}`,
      );
      // Reads the next rows only after the client has taken those before.
      for await (const text of pages.rest) {
        if (out.aborted) return;
        await out.write(text);
      }
      await out.write('</urlset>\n');
    },
    (error, out) => {
      logger.error({ err: error }, 'A sitemap could not be written to its end.');
      out.abort();
      return Promise.resolve();
    },
  );
});

const noSitemap = () => new ApiError('not_found', text('sitemap.missing', 'There is no such sitemap.'));

type Ids = { afterId: number; lastId: number };

async function* readPages({ db, env }: Deps, kind: SitemapKind, range: Ids): AsyncGenerator<string> {
  const pathOf = {
    products: (slug: string) => productPathFor(env.siteNoun, slug),
    tags: (slug: string) => `/tag/${encodeURIComponent(slug)}`,
    alternatives: (slug: string) => `${productPathFor(env.siteNoun, slug)}/alternatives`,
  }[kind];
  for (let { afterId } = range; afterId < range.lastId; afterId += IDS_PER_QUERY) {
    const ids = { afterId, lastId: Math.min(afterId + IDS_PER_QUERY, range.lastId) };
    const rows: SitemapRow[] = await withDeadline(QUERY_LIMIT_MS, () => listSitemapRows(db, kind, ids));
    if (rows.length > 0) {
      yield formatXML({
        url: rows.map(({ slug, updatedAt }) => ({
          loc: env.siteURL + pathOf(slug),
          ...(updatedAt !== null && { lastmod: updatedAt }),
        })),
      });
    }
  }
}
