/**
 * Which tests of the server a whole run has on which database, as patterns of their paths. PGlite is PostgreSQL in one
 * connection. So tests are on both where connections, plans, the version of the server or the time of a commit matter.
 * All others run on PostgreSQL alone: a new database is there in a tenth of the time, and requests truly overlap.
 */

/** Tests about one of the databases, which run on no other. */
export const aboutPglite = ['[/-]pglite[^/]*\\.test\\.ts$'];
export const aboutPostgres = ['[/-]postgres\\.test\\.ts$'];

/** Tests of programs beside a site, of which one database says enough. */
export const programsOnPglite = [
  '/__tests__/server/(cli/(fill-demo|running-site)|import/both-sides|routes/backups)\\.test',
];

/** Tests that use no database, or open one of their own. They run once, beside those on PGlite. */
export const withoutDatabase = [
  '/__tests__/docs/',
  '/__tests__/drill/(measured|mutants)',
  '/__tests__/host/(drain|listen|listen-error|open-files|request-target|signals|site-folder|site-icons|site-language)\\.test',
  '/__tests__/server/(fields|identity|import|policies|presenters|sessions|text|tiles|workers)/',
  '/__tests__/server/cli/(backup|doctor|import|import-folder|progress|run-program)\\.test',
  ...programsOnPglite,
  '/__tests__/server/(backup-archive|backup-swap|env|env-parts|ip-address|job-waker|log|mail|map-in-slices|recent-calls|sign-in-env)\\.test',
  '/__tests__/server/db/(advisory-locks|data-dir|database-waits|directory-lock)\\.test',
  '/__tests__/server/jobs/scheduled-backup\\.test',
  '/__tests__/server/search/(highlight|search-filters|search-text)\\.test',
];

/** `__tests__/docs/databases.test.ts` finds what belongs here and is missing. */
export const onBoth = [
  // The client and its pool, migrations, constraints, replicas.
  '/__tests__/server/db/',
  // Plans, blocks read, conflicts of writes.
  '/__tests__/server/queries/',
  // Full text, trigrams, and the calls that read the most of the index. The rest of search is above the database.
  '/__tests__/server/search/(keystroke-trips|phrases|search|search-batch|search-levels)\\.test',
  '/__tests__/server/routes/(algolia-search|search-changes)\\.test',
  // Queues, leases and times of jobs. What a job does is above the database.
  '/__tests__/server/jobs/(job-runner|scheduled-backup|search-outbox|tasks|unused-tags[^/]*)\\.test',
  '/__tests__/server/(own-pages|settings|settings-processes|upvote-queue|webhooks|webhook-failures)\\.test',
  // Waits for a connection, slow statements, and lengths as the database counts them.
  '/__tests__/server/(app|slow-queries|text-lengths)\\.test',
  // Backups, and programs beside a site that has the database open.
  '/__tests__/server/backup\\.test',
  '/__tests__/server/cli/(open-target|import-run)\\.test',
  // Changes that one process tells the others.
  '/__tests__/host/page-changes\\.test',
];

/** Slow tests that `npm run drill -- slow-tests` runs instead. */
export const slowOnPglite = ['/__tests__/server/cli/backup\\.test'];
export const slowOnPostgres = ['/__tests__/server/backup\\.test'];

/** A pattern of all paths that none of the patterns match. */
const allBut = (patterns) => `^(?!.*(?:${patterns.join('|')}))`;

/** @returns the patterns of the tests that a run leaves out. */
export function leftOut(database, isWholeRun) {
  if (database === 'postgres') {
    return [...aboutPglite, ...withoutDatabase, ...(isWholeRun ? slowOnPostgres : [])];
  }
  if (!isWholeRun) return aboutPostgres;
  return [...aboutPostgres, ...slowOnPglite, allBut([...aboutPglite, ...withoutDatabase, ...onBoth])];
}
