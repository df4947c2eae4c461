import { drizzle } from 'drizzle-orm/node-postgres';
import * as z from 'zod/mini';
import { type Call, nothing } from '@/lib/contract/call';
import { CALLS } from '@/lib/contract/calls';
import { DAY_MS } from '@/lib/contract/plain/durations';
import { createApp } from '@/server/app';
import type { Deps } from '@/server/deps';
import { ApiError } from '@/server/base/errors';
import { UpvoteQueue } from '@/server/upvote-queue';
import { MARKERS, markedRequest } from '../setup/marked-input';
import { buildSignedInUser } from '../setup/signed-in-user';
import { setUpTestApp, testNow } from '../setup/test-app';

/** The OpenAPI document names every status that a call can answer. The fuzz drill compares random requests with it. */
const api = setUpTestApp();
const document = z.object({
  paths: z.record(
    z.string(),
    z.record(z.string(), z.object({ responses: z.record(z.string(), z.unknown()) })),
  ),
});

/** The document is large, so it is read once for all tests. */
let documented: Promise<z.infer<typeof document>> | undefined;
const readDocument = () =>
  (documented ??= api.request('GET', '/api/openapi.json').then(({ body }) => document.parse(body)));

async function documentedStatuses({ method, path }: Call): Promise<number[]> {
  const { paths } = await readDocument();
  const responses = paths[path.replace(/:(\w+)/g, '{$1}')]?.[method]?.responses ?? {};
  return Object.keys(responses).map(Number);
}

const named = (calls: readonly Call[]) =>
  calls.map((call) => [`${call.method.toUpperCase()} ${call.path}`, call] as const);

type Changes = { deps?: Partial<Deps>; path?: string; body?: BodyInit; headers?: Record<string, string> };

/** Sends a valid request, with these changes, as an admin; without a session when the header is empty. */
async function send(call: Call, { deps, path, body, headers = {} }: Changes = {}) {
  const { headers: session } = await buildSignedInUser(api, { role: 'admin' });
  const valid = markedRequest(call);
  const isForm = valid.body instanceof FormData;
  const app = createApp({ ...api.deps(), ...deps }, { basePath: '/api' });
  return app.request(path ?? valid.path, {
    method: valid.method,
    headers: {
      ...(call.access !== 'anyone' && session),
      ...(!isForm && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(call.body !== nothing && { body: body ?? valid.body }),
  });
}

async function expectStatus(call: Call, changes: Changes, status: number) {
  const response = await send(call, changes);
  expect(response.status).toBe(status);
  expect(await documentedStatuses(call)).toContain(status);
  return response;
}

const withBody = CALLS.filter(({ body }) => body !== nothing);
const [WORD] = MARKERS;

it.each(named(withBody))('%s answers 415 to another media type', async (_, call) => {
  await expectStatus(call, { headers: { 'content-type': 'text/plain' } }, 415);
});

it.each(named(withBody))('%s answers 413 to a body that is too large', async (_, call) => {
  const [type = ''] = call.bodyTypes;
  const headers = { 'content-type': `${type}; boundary=x` };
  await expectStatus(call, { headers, body: new Uint8Array(call.bodyBytesMax + 1) }, 413);
});

it.each(
  named(CALLS.filter(({ params, query, body }) => [params, query, body].some((part) => part !== nothing))),
)('%s documents 400', async (_, call) => {
  expect(await documentedStatuses(call)).toContain(400);
});

it.each([
  ['GET', '/products/%00', '/products/{slug}'],
  ['GET', '/products/%00/related', '/products/{slug}/related'],
  ['GET', '/products?limit=0', '/products'],
  ['GET', '/users/a%00b', '/users/{handle}'],
  ['GET', '/newsletter/confirm?token=short', '/newsletter/confirm'],
  ['GET', '/user/login/google?destination=%00', '/user/login/google'],
])('%s %s answers 400, as documented', async (method, path, template) => {
  const { paths } = await readDocument();
  const headers = { host: 'localhost:3000' };
  const { status } = await api.request(method, `/api${path}`, { headers, remoteAddress: '127.0.0.1' });
  expect(status).toBe(400);
  expect(paths[template]?.get?.responses).toHaveProperty('400');
});

it.each(named(CALLS.filter(({ path }) => /\/login\/(?!identity|from-email|from-passkey)/.test(path))))(
  '%s answers 403 when only demo accounts sign in, to requests from elsewhere',
  async (_, call) => {
    await expectStatus(call, {}, 403);
  },
);

it.each(named(CALLS.filter(({ access }) => access !== 'anyone')))(
  '%s answers 401 without a session, and 403 only to those who may not call it',
  async (_, call) => {
    await expectStatus(call, { headers: { accessToken: '' } }, 401);
    const { headers } = await buildSignedInUser(api, { bannedAt: new Date() });
    const response = await send(call, { headers });
    if (call.access === 'account') expect(response.status).not.toBe(403);
    else expect(response.status).toBe(403);
    expect(await documentedStatuses(call)).toContain(response.status);
  },
);

it.each(named(CALLS.filter(({ access }) => access === 'moderator' || access === 'admin')))(
  '%s answers 403 to an admin who is suspended',
  async (_, call) => {
    const suspendedUntil = new Date(testNow.getTime() + DAY_MS);
    const { headers } = await buildSignedInUser(api, { role: 'admin', suspendedUntil });
    await expectStatus(call, { headers }, 403);
  },
);

it.each(named(CALLS))(
  '%s answers 503 with Retry-After while the database is unreachable',
  async (_, call) => {
    const statuses = await documentedStatuses(call);
    const refused = Object.assign(new Error(`connect ECONNREFUSED ${WORD}`), { code: 'ECONNREFUSED' });
    const client = Object.assign(Object.create(api.pool), {
      query: () => Promise.reject(refused),
      connect: () => Promise.reject(refused),
    });
    const response = await send(call, { deps: { db: drizzle({ client }) } });

    expect(statuses).toEqual(expect.arrayContaining([503, response.status]));
    // Calls that need no database, or refuse the request before they do.
    if (response.status !== 503) expect([200, 400, 401, 403, 404]).toContain(response.status);
    else expect(response.headers.get('retry-after')).toMatch(/^\d+$/);
  },
);

it.each(named(CALLS))('%s documents 429', async (_, call) => {
  const count = () =>
    Promise.reject(new ApiError('rate_limited', 'Too many attempts.', { retryAfterSeconds: 60 }));
  const rateLimits = { count, countInTransaction: count };
  const upvoteQueue = new UpvoteQueue({ ...api.deps(), rateLimits });
  const response = await send(call, { deps: { rateLimits, upvoteQueue } });
  expect([429, 200]).toContain(response.status);
  expect(await documentedStatuses(call)).toEqual(expect.arrayContaining([429, response.status]));
});
