/**
 * Import rules. `npm run docs` writes them as a table into docs/architecture.md, from `name` and `comment`.
 *
 * A path stands for a folder, or for the file of that name.
 */
const pattern = (path) => `^${path}(/|\\.tsx?$)`;

/** What a folder may import from the project: paths and the groups below. Everything else is refused. */
const layer = (folder, allowed, note = '') => ({
  name: folder,
  severity: 'error',
  comment: [
    allowed.map((entry) => (typeof entry === 'string' ? `\`${entry}\`` : entry.name)).join(', ') || 'nothing',
    ...(note ? [note] : []),
  ].join('. '),
  from: { path: pattern(folder) },
  to: {
    path: '^(pages|components|hooks|lib|server|host|__tests__)/',
    pathNot: [folder, ...pathsOf(allowed)].map(pattern),
  },
});

/** Only the given files may import a package. */
const door = (packages, files) => ({
  name: `package ${packages.join(', ')}`,
  severity: 'error',
  comment: files.map((path) => `\`${path}\``).join(', '),
  from: { pathNot: [...files.map(pattern), '^__tests__/', '^[^/]+\\.config', '^next-env'] },
  to: { path: `node_modules/(${packages.join('|').replaceAll('*', '[^/]+')})(/|$)` },
});

const pathsOf = (allowed) => allowed.flatMap((entry) => (typeof entry === 'string' ? [entry] : entry.paths));

/** The lowest layer of the server. */
const base = { name: 'base', paths: ['server/base', 'lib/contract', 'lib/texts'] };
/** What every part of the server above its subjects knows. */
const shared = { name: 'shared', paths: [...base.paths, 'server/(deps|context|config|limits|metrics)'] };
/** Folders of the server that know one subject each. They import each other only downward, to `text` and `web`. */
const subjects = {
  name: 'subjects',
  paths: ['server/(fields|identity|sessions|search|images|tiles|import|web|text)'],
};
const below = 'server/(text|web)';

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', comment: 'No import cycle.', from: {}, to: { circular: true } },
    {
      name: 'no-unresolved',
      severity: 'error',
      comment: 'Every import resolves.',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'no-tests-in-product',
      severity: 'error',
      comment: 'The product never imports `__tests__`.',
      from: { pathNot: '^__tests__/' },
      to: { path: '^__tests__/' },
    },

    layer('pages', ['components', 'hooks', 'lib']),
    layer('components', ['hooks', 'lib']),
    layer('hooks', ['lib']),
    layer('host', ['server', 'lib']),

    layer('lib', []),
    layer('lib/contract/plain', ['lib/texts'], 'No zod: every page of the site loads these files'),
    layer('lib/contract', ['lib/texts']),
    layer('lib/texts', ['lib/site'], 'How texts are said, in every language'),
    layer('lib/api', ['lib/contract', 'lib/identity', 'lib/texts', 'lib/(env|in-process|session-token)']),
    layer('lib/identity', ['lib/contract', 'lib/api', 'lib/env', 'lib/texts']),
    layer('lib/pages', ['lib/contract', 'lib/api', 'lib/(env|search|search-failure|site|texts)']),
    layer('lib/reactions', ['lib/contract', 'lib/browser', 'lib/texts']),
    layer('lib/offline', ['lib/texts'], 'The service worker, which no page loads'),
    layer('lib/submissions', ['lib/contract', 'lib/browser', 'lib/texts']),
    layer('lib/browser', ['lib/contract', 'lib/env', 'lib/texts']),
    layer('lib/format', ['lib/contract', 'lib/(env|site|texts)']),

    layer('server', ['lib/contract', 'lib/texts']),
    layer('server/base', ['lib/contract', 'lib/texts']),
    layer('server/config', [
      base,
      'server/identity/identity-config',
      'server/sessions/key-ring',
      'server/fields/site-file',
      'server/text/(words|edit-distance)',
    ]),
    layer('server/db', [base]),
    layer('server/metrics', [base, 'server/(db|version)']),
    layer('server/limits', [base, 'server/(db|queries)']),
    layer('server/mail', [base, 'server/(config|metrics|sessions)']),
    layer('server/text', [base]),
    layer('server/fields', [base]),
    layer('server/web', [base, 'server/text']),
    layer('server/tiles', [base, below]),
    layer('server/images', [base, below, 'server/config']),
    layer('server/import', [base, below]),
    layer('server/sessions', [base, below, 'server/config']),
    layer('server/queries', [
      'lib/contract',
      'server/base/(iterate|async-context|stored-text|pick)',
      'server/db',
      'server/text',
      'server/fields/field',
      'server/search/(search-text|search-words)',
    ]),
    layer('server/search/(search-text|search-words)', [base, 'server/text', 'server/search']),
    layer('server/identity', [base, below, 'server/(config|db|queries)']),
    layer('server/search', [base, below, 'server/(config|deps|db|queries)', 'server/fields/field']),
    layer(
      'server/workers',
      [base, 'server/(text|web|images|import)'],
      'Threads and child processes. The rest of the server reaches them through `server/deps`',
    ),
    layer('server/policies', ['lib/contract', 'lib/texts']),
    layer('server/presenters', [
      'lib/contract',
      'lib/texts',
      'server/base/(stored-text|pick)',
      'server/fields',
      'server/queries',
      'server/text',
    ]),
    layer(
      'server/control',
      [base, 'server/(deps|import|commands|queries|presenters)'],
      'The control socket runs commands, as routes do for HTTP',
    ),
    layer('server/backup', [base, 'server/(db|images)']),
    layer('server/commands', [shared, subjects, 'server/(queries|policies|presenters)']),
    layer('server/jobs', [shared, subjects, 'server/(backup|commands|queries|presenters)']),
    layer('server/http', [shared, 'server/(identity|sessions|policies|queries)', 'server/text/bounded-json']),
    layer('server/routes', [
      shared,
      subjects,
      'server/(http|mail|version|backup|commands|queries|presenters|policies)',
    ]),
    layer('server/cli', [
      shared,
      subjects,
      'server/(control|create-deps|backup|mail|workers|db|commands|queries|policies)',
    ]),

    {
      name: 'one-noun-per-folder',
      comment:
        '`components/<noun>` never imports the folder of another noun: compose in a page, or pass the other part in as a slot.',
      severity: 'error',
      from: { path: '^components/(?!ui|layout)([^/]+)/' },
      to: { path: '^components/', pathNot: '^components/(ui|layout|$1)/' },
    },
    {
      name: 'layout-knows-no-noun',
      comment: '`components/layout` imports no folder of a noun.',
      severity: 'error',
      from: { path: '^components/(ui|layout)/' },
      to: { path: '^components/', pathNot: '^components/(ui|layout)/' },
    },
    {
      name: 'ui-knows-only-ui',
      comment: '`components/ui` imports nothing else of the project but the reading of keys and the texts.',
      severity: 'error',
      from: { path: '^components/ui/' },
      to: { path: '^(components|lib|hooks)/', pathNot: '^(components/ui/|lib/(browser/keys|texts/))' },
    },
    {
      name: 'plain-contract-without-zod',
      comment: '`lib/contract/plain` imports no package.',
      severity: 'error',
      from: { path: '^lib/contract/plain/' },
      to: { path: 'node_modules' },
    },
    {
      name: 'contract-imports-zod-alone',
      comment: '`lib/contract` imports no package but zod.',
      severity: 'error',
      from: { path: '^lib/contract/' },
      to: { path: 'node_modules', pathNot: 'node_modules/zod/' },
    },

    door(['axios'], ['lib/api/http']),
    door(['swr'], ['hooks', 'pages/_app']),
    door(['firebase'], ['lib/identity']),
    door(['algoliasearch'], ['lib/search', 'server/search/algolia']),
    door(['js-cookie'], ['lib/session-token']),
    door(['drizzle-orm'], ['server/db', 'server/queries']),
    door(['openid-client'], ['server/identity/identity-oauth']),
    door(['prom-client'], ['server/metrics']),
    door(['undici'], ['server/web/guarded-fetch', 'server/web/guarded-connections']),
    door(['@modelcontextprotocol/*'], ['server/routes/documents/mcp-server']),
    door(['fast-xml-builder'], ['server/presenters/xml']),
    door(['sharp'], ['server/images/(image-processing|mark|card|drawable-text)']),
    door(['aws4fetch'], ['server/images/image-store-s3']),
    door(['pg', '@electric-sql/pglite'], ['server/db', 'server/backup']),
    door(['hono', '@hono/*'], ['server/(app|context|base/errors)', 'server/(routes|http)', 'host']),
    door(['react'], ['pages', 'components', 'hooks', 'lib/texts/rich']),
    door(['react-dom'], ['pages', 'components', 'hooks', 'host/pages/pages-renderer']),
    door(['icu-minify'], ['lib/texts/compile']),
    door(['gettext-parser'], ['host/texts']),
    door(['next'], ['pages', 'components', 'hooks', 'host']),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(\\.next|dist|data)(/|$)' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json', '.css', '.d.ts'],
    },
  },
};

// Hidden from dependency-cruiser, which refuses keys that it does not know; `npm run docs` prints the groups.
Object.defineProperty(module.exports, 'groups', { value: [base, shared, subjects] });
