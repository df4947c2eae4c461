import { drizzle } from 'drizzle-orm/node-postgres';
import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { CALLS } from '@/lib/contract/calls';
import { createApp } from '@/server/app';
import { explain } from '@/server/cli/run-program';
import { createControlApp } from '@/server/control/control-app';
import { draftProduct } from '@/server/import/import-draft';
import { startJobs } from '@/server/jobs/job-runner';
import { createLogger } from '@/server/base/log';
import { createRateLimits } from '@/server/limits/rate-limits';
import { UpvoteQueue } from '@/server/upvote-queue';
import { FetchRefusal } from '@/server/web/fetch-limits';
import { failingPool } from '../setup/failing-pool';
import { MARKERS, markedRequest } from '../setup/marked-input';
import { buildSignedInUser } from '../setup/signed-in-user';
import { setUpTestApp } from '../setup/test-app';
import { until } from '../setup/until';

/** Errors reach the log without the values that people sent: addresses, texts, tokens. */
const api = setUpTestApp();
const lines: string[] = [];
const logger = createLogger('trace', { write: (line) => lines.push(line) });

beforeEach(() => {
  lines.length = 0;
});

const [WORD, DIGITS] = MARKERS;
const errorLine = z.object({
  requestId: z.optional(z.string()),
  err: z.looseObject({ type: z.string(), stack: z.array(z.string()) }),
});
const errorLines = () =>
  lines.flatMap((line) => {
    const parsed = errorLine.safeParse(JSON.parse(line));
    return parsed.success ? [parsed.data] : [];
  });

/** Statements fail after this many: at once, after authentication, and in the midst of a transaction. */
const SUCCEEDING = [0, 1, 2, 3, 4, 6, 9];

function failingDeps(succeeding: Parameters<typeof failingPool>[1]) {
  const deps = { ...api.deps(), db: drizzle({ client: failingPool(api.pool, succeeding) }), logger };
  const rateLimits = createRateLimits(deps);
  return {
    ...deps,
    rateLimits,
    upvoteQueue: new UpvoteQueue({ ...deps, rateLimits }),
    fetchPage: () => Promise.reject(new FetchRefusal('target', WORD)),
  };
}

let leftCount = 0;
let keptApp: ReturnType<typeof createApp> | undefined;
/** One app for all calls, because creating one takes longer than a request. */
function failingApp(succeedingCount: number) {
  leftCount = succeedingCount;
  return (keptApp ??= createApp(
    failingDeps(() => leftCount-- > 0),
    { basePath: '/api' },
  ));
}

function expectNoValue(secrets: readonly string[] = []) {
  const log = lines.join('').toLowerCase();
  for (const value of [...MARKERS, ...secrets]) expect(log).not.toContain(value.toLowerCase());
  expect(lines.filter((line) => Buffer.byteLength(line) > 8 * 1024)).toEqual([]);
}

it.each(CALLS.map((call) => [`${call.method.toUpperCase()} ${call.path}`, call] as const))(
  'logs no value of %s when the database fails',
  async (_, call) => {
    const { headers: session } = await buildSignedInUser(api, { role: 'admin' });
    for (const [count, isDeep] of [
      ...SUCCEEDING.map((each) => [each, true] as const),
      [1, false],
      [2, false],
    ] as const) {
      const { method, path, body, headers } = markedRequest(call, { isDeep });
      const isForm = body instanceof FormData;
      const response = await failingApp(count).request(path, {
        method,
        headers: {
          ...headers,
          ...(call.access !== 'anyone' && session),
          ...(!isForm && { 'content-type': 'application/json' }),
        },
        ...(method !== 'GET' && { body }),
      });
      if (response.status !== 500) continue;
      const requestId = response.headers.get('x-request-id') ?? '';
      const logged = errorLines().find((line) => line.requestId === requestId);
      expect(logged?.err).toMatchObject({ type: expect.any(String), stack: expect.any(Array) });
      expect(JSON.stringify(logged)).toContain('"22P02"');
    }
    expect(lines.length).toBeGreaterThanOrEqual(SUCCEEDING.length);
    expectNoValue([session.accessToken.slice('Bearer '.length)]);
  },
);

it.each([
  ['POST', '/1/indexes/tool-fyi/query', { query: WORD, filters: `tags:${WORD}` }],
  ['POST', '/1/indexes/*/queries', { requests: [{ indexName: 'tool-fyi', query: WORD }] }],
  ['GET', `/1/indexes/${WORD}?query=${WORD}`, undefined],
  ['GET', `/api/images/${WORD.repeat(3).slice(0, 22)}/960.webp`, undefined],
  ['GET', `/api/tiles/${WORD}.svg`, undefined],
  ['GET', `/api/tiles?names=${WORD}`, undefined],
  ['GET', `/api/user/login/google/callback?state=${WORD}&code=${WORD}`, undefined],
  ['GET', `/api/${WORD}/${DIGITS}?${WORD}`, undefined],
  ['GET', `/${WORD}`, undefined],
])('logs no value of %s %s when the database fails', async (method, path, body) => {
  for (const count of SUCCEEDING) {
    await failingApp(count).request(path, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    });
  }
  expect(lines.length).toBeGreaterThanOrEqual(SUCCEEDING.length);
  expectNoValue();
});

it('logs no value of a row that the database refuses', async () => {
  await api.pool.query('ALTER TABLE contact_messages ADD CONSTRAINT refused CHECK (false) NOT VALID');
  try {
    const { rateLimits } = api.deps();
    const app = createApp({ ...api.deps(), rateLimits, logger }, { basePath: '/api' });
    const response = await app.request('/api/contact', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: `${WORD}@x.example`, message: `${WORD} `.repeat(500) }),
    });
    expect(response.status).toBe(500);
  } finally {
    await api.pool.query('ALTER TABLE contact_messages DROP CONSTRAINT refused');
  }

  expectNoValue();
  const [logged] = errorLines();
  expect(logged?.err).toMatchObject({
    type: 'DrizzleQueryError',
    statement: expect.stringMatching(/^insert contact_messages [0-9a-f]{8}$/),
    cause: { code: '23514', table: 'contact_messages', constraint: 'refused' },
  });
  expect(logged?.err.stack.join('\n')).toMatch(/server\/queries\/contact-messages\.ts:\d+:\d+/);
});

it('logs no value of a command of the control socket', async () => {
  const draft = draftProduct({
    line: 1,
    name: WORD,
    url: `https://${WORD}.example.com`,
    text: `${WORD} is a tool`,
    details: WORD,
    tags: [WORD],
  });
  const commands: [path: string, body: unknown][] = [
    ['/import', { drafts: Array.from({ length: 500 }, () => draft), isDryRun: false }],
    ['/role', { member: `${WORD}@x.example`, role: 'admin' }],
    ['/role', { member: `@${WORD}`, role: 'admin' }],
    ['/reindex', { afterId: DIGITS }],
    ['/reindex/pause', { until: '2026-06-01T12:00:00.000Z' }],
  ];
  for (const [path, body] of commands) {
    for (const count of SUCCEEDING) {
      const { fetch } = createControlApp(failingDeps(count));
      const response = await fetch(
        new Request(`http://site${path}`, { method: 'POST', body: JSON.stringify(body) }),
      );
      expect([200, 404, 500]).toContain(response.status);
    }
  }
  expect(errorLines().length).toBeGreaterThanOrEqual(commands.length);
  expectNoValue();
});

it('logs no value of a job, and shows none at the terminal', async () => {
  const { db } = failingDeps(0);
  const fail = async () => {
    await db.execute(sql`SELECT ${WORD}`);
  };
  const jobs = startJobs({ ...api.deps(), logger }, [
    { name: 'fail', everyMs: 60_000, doneBy: 'each-process', run: fail },
  ]);
  await until(() => lines.length > 0);
  await jobs.stop();
  expectNoValue();
  expect(errorLines()[0]).toMatchObject({ err: { type: 'DrizzleQueryError', cause: { code: '22P02' } } });

  const shown = await fail().then(String, explain);
  expect(shown).toContain('22P02');
  expect(shown).not.toContain(WORD);
});

it.each([
  ['a parser', () => Promise.resolve(`{"${WORD}"`).then(JSON.parse)],
  [
    'a message with lines that look like frames',
    () => Promise.reject(new Error(`x\n    at ${WORD} (a.ts:1:1)`)),
  ],
  ['a cause', () => Promise.reject(new Error('x', { cause: new TypeError(WORD) }))],
  ['several errors', () => Promise.reject(new AggregateError([new Error(WORD)], WORD))],
  [
    'a message that was changed later',
    () => Promise.reject(Object.assign(new Error(WORD), { message: 'y' })),
  ],
  ['an invalid URL', () => Promise.resolve(new URL(WORD))],
])('logs no message of %s', async (_, fail) => {
  // Called without an entry and without a message, too.
  await Promise.resolve()
    .then(fail)
    .catch((error: unknown) => {
      logger.error({ err: error }, 'It failed.');
      if (error instanceof Error) logger.error(error);
    });
  expect(lines.length).toBeGreaterThan(0);
  expectNoValue();
});

it('replaces a line of more than 8 KiB', () => {
  logger.warn({ list: Array.from({ length: 2_000 }, () => 'value') }, 'Too long.');
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 40, msg: 'A line was too long for the log.' });
});
