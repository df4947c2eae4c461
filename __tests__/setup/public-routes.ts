import type { Hidden } from './hidden-world';

/** A request of a visitor: a path to GET, or one to POST to with a body. */
export type Asking = string | { path: string; body: object };

/** How a route is asked about a noun, by its slug or handle, and for what lists everything. */
type Route = { [noun in Hidden['noun']]?: (name: string) => readonly Asking[] } & {
  lists?: readonly Asking[];
};

/** The route shows nothing that anybody has written, or only what a secret or the whole text in its URL says. */
const plain: Route = {};

const search = (body: object): Asking => ({ path: '/1/indexes/tool-fyi/query', body });
const tool = (name: string, args: object): Asking => ({
  path: '/mcp',
  body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } },
});
const FEEDS = ['feed.xml', 'rss.xml', 'feed.json'];
const feeds = (path: string) => FEEDS.map((file) => path + file);
const feedFile = `:file{(?:${FEEDS.join('|').replaceAll('.', '\\.')})}`;
const pageURL = (name: string) => encodeURIComponent(`http://localhost:3000/tool/${name}`);
const sorts = ['hot', 'new', 'top'];

/** Every route of the product server that a visitor may ask. A new one has to say here how it shows each noun. */
export const PUBLIC_ROUTES: Record<string, Route> = {
  'GET /api/products': {
    tag: (name) => sorts.map((sort) => `/api/products?sort=${sort}&tag=${name}`),
    lists: sorts.map((sort) => `/api/products?sort=${sort}`),
  },
  'GET /api/filters': {
    tag: (name) => [`/api/filters?tag=${name}`],
    product: (name) => [`/api/filters?alternativesTo=${name}`],
    lists: ['/api/filters'],
  },
  'GET /api/products/:slug': {
    product: (name) => [`/api/products/${name}`],
    claim: (name) => [`/api/products/${name}`],
  },
  'GET /api/products/:slug/votes': { product: (name) => [`/api/products/${name}/votes`] },
  'GET /api/products/:slug/related': {
    product: (name) => [`/api/products/${name}/related`],
    lists: ['/api/products/with-tags/related'],
  },
  'GET /api/products/:slug/alternatives': {
    product: (name) => [`/api/products/${name}/alternatives`],
    pair: (name) => [`/api/products/${name}/alternatives`],
  },
  'GET /api/alternatives': { lists: ['/api/alternatives?ids=1,2'] },
  'GET /api/tags': { lists: ['/api/tags'] },
  'GET /api/tags/:slug': { tag: (name) => [`/api/tags/${name}`], lists: ['/api/tags/web'] },
  'GET /api/fields': plain,
  'GET /api/overview': { lists: ['/api/overview'] },
  'GET /api/users/:handle': { member: (name) => [`/api/users/${name}`], lists: ['/api/users/owner'] },
  'GET /api/moderation-log': { lists: ['/api/moderation-log'] },
  'GET /api/rules': plain,
  'GET /api/facts': plain,
  'GET /api/pages/:slug': {},
  'POST /1/indexes/:index/query': {
    tag: (name) => [
      search({ filters: `tags:"${name.replaceAll('-', ' ')}"` }),
      search({ facetFilters: [`tags:${name.replaceAll('-', ' ')}`] }),
    ],
    lists: [search({ query: '', facets: ['*'] }), search({ query: 'hush', facets: ['*'] })],
  },
  'POST /1/indexes/:index/queries': {
    lists: [{ path: '/1/indexes/*/queries', body: { requests: [{ indexName: 'tool-fyi', query: 'hush' }] } }],
  },
  'POST /1/indexes/:index/facets/:facet/query': {
    lists: [{ path: '/1/indexes/tool-fyi/facets/tags/query', body: { facetQuery: 'hush' } }],
  },
  'GET /1/indexes/:index': { lists: ['/1/indexes/tool-fyi?query=hush'] },
  'ALL /mcp': {
    product: (slug) => [
      tool('get', { slug }),
      tool('list_alternatives', { slug }),
      tool('compare', { slugs: [slug, 'one'] }),
    ],
    tag: (tag) => [tool('list', { tag })],
    pair: (slug) => [tool('list_alternatives', { slug })],
    lists: [tool('search', { query: 'hush' }), tool('list', { sort: 'new' }), tool('list_tags', {})],
  },
  [`GET /${feedFile}`]: { lists: feeds('/') },
  [`GET /top/:period/${feedFile}`]: { lists: feeds('/top/all/') },
  [`GET /tag/:slug/${feedFile}`]: { tag: (name) => feeds(`/tag/${name}/`), lists: feeds('/tag/web/') },
  [`GET /u/:handle/${feedFile}`]: { member: (name) => feeds(`/u/${name}/`), lists: feeds('/u/owner/') },
  [`GET /search/${feedFile}`]: { lists: FEEDS.map((file) => `/search/${file}?q=hush`) },
  [`GET /moderation-log/${feedFile}`]: { lists: feeds('/moderation-log/') },
  'GET /:page{(?!data/|api/).+\\.md}': {
    product: (name) => [`/tool/${name}.md`, `/tool/${name}/alternatives.md`, `/compare/${name}-vs-one.md`],
    tag: (name) => [`/tag/${name}.md`, `/tag/${name}.md?sort=new`, `/new.md?tag=${name}`],
    member: (name) => [`/u/${name}.md`],
    pair: (name) => [`/tool/${name}.md`, `/tool/${name}/alternatives.md`],
    claim: (name) => [`/tool/${name}.md`],
    lists: [
      '/index.md',
      '/new.md',
      '/top/all.md',
      '/tags.md',
      '/search.md?q=hush',
      '/moderation-log.md',
      '/u/owner.md',
    ],
  },
  'GET /og/:noun/:file': { product: (name) => [`/og/tool/${name}.png`] },
  'GET /og/tag/:file': { tag: (name) => [`/og/tag/${name}.png`] },
  'GET /og/home.png': plain,
  'GET /badge/:noun/:file': { product: (name) => [`/badge/tool/${name}.svg`] },
  'GET /embed/:noun/:slug': {
    product: (name) => [`/embed/tool/${name}`],
    claim: (name) => [`/embed/tool/${name}`],
  },
  'GET /oembed': { product: (name) => [`/oembed?url=${pageURL(name)}`] },
  'GET /listed': {
    lists: ['pending', 'rejected', 'removed'].map((state) => `/listed?url=hush-${state}.example`),
  },
  'GET /sitemap.xml': { lists: ['/sitemap.xml'] },
  'GET /sitemap-pages.xml': { lists: ['/sitemap-pages.xml'] },
  'GET /:file{sitemap-(products|tags|alternatives)-[1-9][0-9]{0,8}\\.xml}': {
    lists: ['products', 'tags', 'alternatives'].map((kind) => `/sitemap-${kind}-1.xml`),
  },
  'GET /data/products.jsonl': { lists: ['/data/products.jsonl'] },
  'GET /data/products.csv': { lists: ['/data/products.csv'] },
  'GET /data/awesome.md': { lists: ['/data/awesome.md'] },
  'GET /data/votes.csv': { lists: ['/data/votes.csv'] },
  'GET /data/votes/days.txt': plain,
  'GET /data/votes/:file{\\d{4}-\\d{2}-\\d{2}\\.csv}': plain,
  'GET /llms.txt': { lists: ['/llms.txt'] },
  'GET /opensearch.xml': plain,
  'GET /manifest.webmanifest': plain,
  'GET /robots.txt': plain,
  'GET /:file{[A-Za-z0-9-]{8,128}\\.txt}': plain,
  'GET /.well-known/security.txt': plain,
  'GET /healthz': plain,
  'GET /readyz': plain,
  'GET /metrics': plain,
  'GET /api/newsletter/confirm': plain,
  'GET /api/newsletter/one-click': plain,
  'GET /api/staff-notices/one-click': plain,
  'GET /api/newsletter/preferences': plain,
  'GET /api/images/:key/:ending?': plain,
  'GET /api/marks': plain,
  'GET /api/marks/:file': plain,
  'GET /api/tiles/:file': plain,
  // Hands out whole backups, to admins alone.
  'GET /api/moderation/backups/downloads/:token': {},
  'GET /api/openapi.json': plain,
  'GET /api/docs': plain,
  'GET /api/dev/outbox': plain,
  'GET /api/user/checkAuthenticate': plain,
  'GET /api/user/login/identity': plain,
  'GET /api/user/login/popup': plain,
  'GET /api/user/login/popup/popup.css': plain,
  'GET /api/user/login/popup/popup.js': plain,
  'GET /api/identity/local': plain,
  'GET /api/identity/local/popup.css': plain,
  'GET /api/identity/local/popup.js': plain,
  'POST /api/identity/local': plain,
  ...Object.fromEntries(
    ['google', 'github', 'oidc'].flatMap((provider) => [
      [`GET /api/user/login/${provider}`, plain],
      [`GET /api/user/login/${provider}/callback`, plain],
    ]),
  ),
};
