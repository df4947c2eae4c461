/** One door per dependency: only the files matching `from` may import the package. */
const door = (name, packages, from) => ({
  name: `door-${name}`,
  severity: 'error',
  from: { pathNot: [...from, '^__tests__/'] },
  to: { path: `node_modules/(${packages})(/|$)` },
});

/** What a folder may import from the project; everything else is refused. */
const layer = (folder, allowed) => ({
  name: `layer-${folder.replaceAll('/', '-')}`,
  severity: 'error',
  from: { path: `^${folder}/` },
  to: {
    path: '^(pages|components|hooks|lib|server|host|__tests__)/',
    pathNot: [folder, ...allowed].map((path) => `^${path}(/|\\.ts$)`),
  },
});

/** What every part of the server speaks: its dependencies, its context, its errors. */
const shared = 'server/(deps|context|errors|env)';

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-unresolved', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'no-orphan-tests-in-product',
      severity: 'error',
      from: { pathNot: '^__tests__/' },
      to: { path: '^__tests__/' },
    },

    layer('pages', ['components', 'hooks', 'lib']),
    layer('components', ['hooks', 'lib']),
    layer('hooks', ['lib']),
    layer('lib', []),
    layer('lib/contract', []),
    layer('server', ['lib/contract']),
    layer('host', ['server', 'lib']),

    layer('server/routes', [
      shared,
      'server/(commands|queries|presenters|policies|middleware|services)',
      'lib/contract',
    ]),
    layer('server/commands', [shared, 'server/(queries|policies|services|presenters)', 'lib/contract']),
    layer('server/jobs', [shared, 'server/(commands|queries|services|presenters)', 'lib/contract']),
    layer('server/queries', ['server/db', 'lib/contract']),
    layer('server/db', []),
    layer('server/presenters', ['server/queries', 'lib/contract']),
    layer('server/policies', ['lib/contract']),

    {
      name: 'one-noun-per-folder',
      comment: 'Compose in a page, or pass the other part in as a slot.',
      severity: 'error',
      from: { path: '^components/(?!ui|layout)([^/]+)/' },
      to: { path: '^components/', pathNot: '^components/(ui|layout|$1)/' },
    },
    {
      name: 'layout-knows-no-noun',
      severity: 'error',
      from: { path: '^components/(ui|layout)/' },
      to: { path: '^components/', pathNot: '^components/(ui|layout)/' },
    },
    {
      name: 'ui-knows-only-ui',
      severity: 'error',
      from: { path: '^components/ui/' },
      to: { path: '^(components|lib|hooks)/', pathNot: '^components/ui/' },
    },
    {
      name: 'contract-imports-zod-alone',
      severity: 'error',
      from: { path: '^lib/contract/' },
      to: { path: 'node_modules', pathNot: 'node_modules/zod/' },
    },

    door('axios', 'axios', ['^lib/api/http\\.ts$']),
    door('swr', 'swr', ['^hooks/', '^pages/_app\\.tsx$']),
    door('react-hook-form', 'react-hook-form', ['^hooks/use-submission-form\\.ts$']),
    door('firebase', 'firebase', ['^lib/identity/']),
    door('algoliasearch', 'algoliasearch', ['^lib/search\\.ts$', '^server/services/algolia\\.ts$']),
    door('js-cookie', 'js-cookie', ['^lib/session-token\\.ts$']),
    door('drizzle', 'drizzle-orm', ['^server/(db|queries)/']),
    door('undici', 'undici', ['^server/services/guarded-fetch\\.ts$']),
    door('sharp', 'sharp', ['^server/services/image-processing\\.ts$']),
    door('aws4fetch', 'aws4fetch', ['^server/services/s3-image-store\\.ts$']),
    door('pg', 'pg|@electric-sql/pglite', ['^server/db/']),
    door('hono', 'hono|@hono/[^/]+', [
      '^server/(app|context|errors)\\.ts$',
      '^server/(routes|middleware)/',
      '^host/',
    ]),
    door('react', 'react|react-dom', ['^(pages|components|hooks)/']),
    door('next', 'next', ['^(pages|components|hooks|host)/', '^(next|jest)\\.config', '^next-env']),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(\\.next|dist|data)(/|$)' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json', '.css', '.d.ts'],
    },
  },
};
