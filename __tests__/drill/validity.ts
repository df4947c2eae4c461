import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import type { Db } from '@/server/db/client';
import { products } from '@/server/db/schema';
import { buildProduct } from '../setup/build';
import { type Answer, crawl } from './crawl';
import { requireNone } from './require-none';
import { serveSite } from './served-site';
import { checkFeeds } from './validity-feeds';
import { checkHTML, requireJava } from './validity-html';
import { checkSitemaps } from './validity-sitemaps';
import { checkStructuredData } from './validity-structured-data';

/** Lists that feeds follow: each kind of list, filtered, empty, and with a name that no format can write as it is. */
const FEEDS = [
  ...['/', '/top/day', '/top/week', '/top/month', '/top/all', '/tag/javascript', '/tag/design'],
  ...[
    '/moderation-log',
    '/u/ada-birch',
    '/search?q=react',
    '/search?q=%C3%BCber+%26+%3Cb%3E',
    '/search?q=zzqqzz',
  ],
  ...['/?price=free', '/tag/javascript?price=free', '/?price=paid&price=free'],
];
/** Pages that no link leads to. */
const PAGES = [
  ...['/', '/new', '/top/day', '/top/week', '/top/month', '/top/all', '/tags', '/ranking', '/support'],
  '/moderation-log',
  ...['/privacy', '/terms', '/newsletter', '/compare', '/compare/react-vs-vue-js', '/tag/javascript'],
  ...['/search', '/search?q=react', '/search?q=zzqqzz', '/search?q=react&order=newest', '/u/ada-birch'],
  ...['/new?price=free', '/tag/javascript?price=free&sort=top', '/?price=no-such-price'],
  ...[
    '/account/submit',
    '/account/profile',
    '/account/profile?status=approved',
    '/account/profile?status=pending',
  ],
  ...['/account/bookmarks', '/account/settings', '/tool/odd', '/tool/over', '/listed', '/offline.css'],
  ...[
    '/developers',
    '/sponsors',
    '/rules',
    '/invitation',
    '/llms.txt',
    '/robots.txt',
    '/sitemap.xml',
    '/opensearch.xml',
    '/manifest.webmanifest',
  ],
  ...['/.well-known/security.txt', '/feed.xml', '/rss.xml', '/feed.json'],
];
const WITH_OTHER_STATUS = {
  '/no-such-page': 404,
  '/tool/no-such-tool': 404,
  '/tool/gone': 410,
  '/tag/no-such-tag': 404,
  '/u/nobody': 404,
  '/top/year': 404,
  '/compare/react-vs-no-such-tool': 404,
  '/new?after=damaged': 400,
  '/moderation': 404,
  '/moderation/invitations': 404,
  '/moderation/brakes': 404,
  '/moderation/jobs': 404,
  '/moderation/webhooks': 404,
  '/moderation/messages': 404,
  '/moderation/import': 404,
  '/moderation/merges': 404,
  '/moderation/removals': 404,
  '/moderation/sites': 404,
  '/moderation/rings': 404,
  '/moderation/history': 404,
};

/** A removed product, a discontinued one, and one whose texts are hard to write in HTML, XML and JSON. */
async function addOddProducts(db: Db): Promise<void> {
  await buildProduct(db, { slug: 'gone', name: 'Gone', status: 'removed', removedAt: new Date() });
  await buildProduct(db, { slug: 'over', name: 'Over', status: 'discontinued' });
  const { id } = await buildProduct(db, {
    slug: 'odd',
    name: `A ]]> <b>&amp; "x" 'y' 🌱 مرحبا`,
    tagline: '</script><!-- ]]> & "quoted"',
    url: `https://odd.example/ü/?a=1&b="'<> x`,
    tags: ['C & <C++>', 'Design'],
    approvedAt: new Date(),
  });
  await db
    .update(products)
    .set({ description: '# Odd', descriptionHTML: '<h2>Odd</h2><p>]]&gt; &amp;amp; <em>x</em></p>' })
    .where(eq(products.id, id));
}

/**
 * Serves the built demo, follows every link in it, and checks what it serves: feeds, sitemaps, structured data and HTML.
 *
 * @throws OwnerError for the first kind of output that is invalid, with its faults.
 */
export async function drillValidity(folder: string): Promise<string> {
  requireJava();
  const site = await serveSite(join(folder, 'data'), 1, addOddProducts);
  try {
    const lines = [await checkFeeds(site.url, FEEDS), await checkSitemaps(site.url)];
    const { answers, linkCount, broken } = await crawl(site.url, PAGES, WITH_OTHER_STATUS);
    const all = [...answers.values()];
    const pages = all.filter(({ type, text }) => type === 'text/html' && text !== '');
    lines.push(await checkStructuredData(pages));
    const { errors, warnings, fileCount } = await checkHTML(folder, [...pages, ...all.filter(isSVG)]);
    lines.push(
      `${fileCount} HTML pages and SVG images with ${errors.length} errors, ${warnings.length} warnings`,
    );
    lines.push(...warnings.map((warning) => `  warning: ${warning}`));
    lines.push(`${answers.size} addresses with ${linkCount} links to them, ${broken.length} broken`);
    console.log(lines.map((line) => `      ${line}`).join('\n'));
    requireNone([...errors, ...broken], 'faults');
    return 'everything is valid';
  } finally {
    await site.stop();
  }
}

const isSVG = ({ type }: Answer) => type === 'image/svg+xml';
