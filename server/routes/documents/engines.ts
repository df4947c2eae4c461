import { Hono } from 'hono';
import { CRAWLED, UNCRAWLED, uncrawledFilters } from '@/lib/contract/plain/crawling';
import { currentCatalog, textsLanguage } from '@/lib/texts/language';
import type { AppEnv } from '@/server/context';
import { ApiError } from '@/server/base/errors';
import { filterFieldsOf } from '@/server/fields/field';
import { formatXMLDocument } from '@/server/presenters/xml';
import { escapeSigns } from '@/server/text/escape';
import { t, text, withoutIsolates } from '@/lib/texts/texts';

/** What search engines and browsers read to find the pages and the search of the site. */
export const engineRoutes = new Hono<AppEnv>();

engineRoutes.get('/robots.txt', (c) => {
  const { siteURL, serverURL, fields } = c.var.deps.env;
  // The images of pages come from the product server as well. The marks of a list are one image: /marks?of=…
  const calls = serverURL.startsWith('/')
    ? [
        ...['images/', 'marks', 'tiles/'].map((path) => `Allow: ${serverURL}/${path}`),
        `Disallow: ${serverURL}/`,
      ]
    : [];
  const lines = [
    'User-agent: *',
    ...calls,
    ...['/account/', '/moderation', ...UNCRAWLED, ...uncrawledFilters(filterFieldsOf(fields))].map(
      (path) => `Disallow: ${path}`,
    ),
    // The longer rule wins (RFC 9309).
    ...['/moderation-log', ...CRAWLED].map((path) => `Allow: ${path}`),
    '',
    `Sitemap: ${siteURL}/sitemap.xml`,
  ];
  return c.text(`${lines.join('\n')}\n`, 200, { 'cache-control': 'public, max-age=3600' });
});

/** What agents can read here. https://llmstxt.org */
engineRoutes.get('/llms.txt', (c) => {
  const { siteURL, serverURL, siteName, siteDescription } = c.var.deps.env;
  const oneLine = (text: string) => escapeSigns(text.replace(/\s+/g, ' ').trim());
  const callsURL = serverURL.startsWith('/') ? siteURL + serverURL : serverURL;
  const lines = [
    `# ${oneLine(siteName)}`,
    '',
    `> ${oneLine(siteDescription)}`,
    '',
    `## ${t('llms.forPrograms', 'For programs' /* a heading */)}`,
    '',
    t('llms.mcp', '- [MCP]({siteURL}/mcp): Search, read, filter and compare {nouns}, read-only.', {
      siteURL,
    }),
    t(
      'llms.api',
      '- [API]({siteURL}/developers.md): The calls. Also as [OpenAPI]({callsURL}/openapi.json).',
      { siteURL, callsURL },
    ),
    '',
    t(
      'llms.markdown',
      "Every list, tag, {noun}, comparison and member's page is also Markdown: add `.md` to its path, before a query. [Home]({siteURL}/index.md), [tags]({siteURL}/tags.md) and the [rule of the ranking]({siteURL}/ranking.md) are good starts.",
      { siteURL },
    ),
    '',
    `## ${t('llms.data', 'Data' /* a heading above files to download */)}`,
    '',
    t('llms.list', '- [All {nouns}]({siteURL}/data/awesome.md): Markdown, by tag.', {
      siteURL,
    }),
    t('llms.jsonLines', '- [JSON Lines]({siteURL}/data/products.jsonl): The same, for programs.', {
      siteURL,
    }),
    t('llms.csv', '- [CSV]({siteURL}/data/products.csv): The same, for spreadsheets.', {
      siteURL,
    }),
    t(
      'llms.votes',
      '- [Upvote counts]({siteURL}/data/votes.csv): Upvotes that count and that do not, without names; every list follows from them.',
      { siteURL },
    ),
    t('llms.feed', '- [Feed]({siteURL}/feed.xml): The newest {nouns}. Every list and tag has such a feed.', {
      siteURL,
    }),
    '',
    // A name of the format: agents may skip what follows.
    '## Optional',
    '',
    t('llms.sitemap', '- [Sitemap]({siteURL}/sitemap.xml): All pages.', { siteURL }),
  ];
  return c.text(withoutIsolates(`${lines.join('\n')}\n`), 200, {
    'cache-control': 'public, max-age=3600',
    'content-language': textsLanguage(),
  });
});

/** Proves to the search engines of IndexNow that the site sends what is sent in its name. */
engineRoutes.get('/:file{[A-Za-z0-9-]{8,128}\\.txt}', (c) => {
  const { indexNow } = c.var.deps.env.announcements;
  if (!indexNow || c.req.param('file') !== `${indexNow.key}.txt`) {
    throw new ApiError('not_found', text('file.missing', 'There is no such file.'));
  }
  return c.text(indexNow.key, 200, { 'cache-control': 'public, max-age=3600' });
});

/** https://github.com/dewitt/opensearch/blob/master/opensearch-1-1-draft-6.md */
engineRoutes.get('/opensearch.xml', (c) => {
  const { siteURL, siteName } = c.var.deps.env;
  const document = formatXMLDocument({
    OpenSearchDescription: {
      '@xmlns': 'http://a9.com/-/spec/opensearch/1.1/',
      '@xml:lang': textsLanguage(),
      // The format allows 16 and 1,024 characters.
      ShortName: [...siteName].slice(0, 16).join(''),
      Description: t('openSearch.description', 'Search {nouns} on {siteName}').slice(0, 1_024),
      InputEncoding: 'UTF-8',
      Image: { '@width': '32', '@height': '32', '@type': 'image/x-icon', '#text': `${siteURL}/favicon.ico` },
      Url: [
        { '@type': 'text/html', '@template': `${siteURL}/search?q={searchTerms}` },
        {
          '@type': 'application/opensearchdescription+xml',
          '@rel': 'self',
          '@template': `${siteURL}/opensearch.xml`,
        },
      ],
    },
  });
  return c.body(document, 200, {
    'content-type': 'application/opensearchdescription+xml; charset=UTF-8',
    'cache-control': 'public, max-age=60',
  });
});

/** https://www.w3.org/TR/appmanifest/ and, for what other apps share, https://w3c.github.io/web-share-target/ */
engineRoutes.get('/manifest.webmanifest', (c) => {
  const { siteName, siteDescription } = c.var.deps.env;
  const png = { type: 'image/png' } as const;
  const manifest = {
    id: '/',
    name: siteName,
    short_name: siteName,
    description: siteDescription,
    lang: textsLanguage(),
    dir: currentCatalog()?.direction,
    ...{ start_url: '/', scope: '/' },
    display: 'standalone',
    // The default theme's --ground.
    background_color: '#0b0d10',
    theme_color: '#0b0d10',
    icons: [
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: '/icon-192.png', sizes: '192x192', ...png },
      { src: '/icon-512.png', sizes: '512x512', ...png },
      { src: '/icon-maskable-512.png', sizes: '512x512', ...png, purpose: 'maskable' },
    ],
    share_target: {
      action: '/listed',
      method: 'GET',
      params: { title: 'name', text: 'text', url: 'url' },
    },
  };
  return c.body(JSON.stringify(manifest), 200, {
    'content-type': 'application/manifest+json',
    'cache-control': 'public, max-age=3600',
  });
});
