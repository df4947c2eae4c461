import { eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import { createApp } from '@/server/app';
import { presentOpenAPI } from '@/server/presenters/openapi';
import { CALLS } from '@/lib/contract/calls';
import { sessions, users } from '@/server/db/schema';
import { buildProduct, buildUser } from '../setup/build';
import { setUpTestApp, testNow } from '../setup/test-app';

const api = setUpTestApp();

/** Everybody who may make a call. `owner` is whose things the call is about. */
const ACTORS = [
  'anonymous',
  'cookie alone',
  'tampered',
  'expired',
  'revoked',
  'banned',
  'leaving',
  'owner',
  'other member',
  'moderator',
  'admin',
] as const;
type Actor = (typeof ACTORS)[number];

/** What a call may be about. */
type World = Awaited<ReturnType<typeof buildWorld>>;
type Request = { query?: string; params?: Record<string, string>; body?: unknown };
type Entry = {
  /** The status for each actor. */
  statuses: Record<Actor, number>;
  request: (world: World) => Request;
};

const strangers = { anonymous: 401, 'cookie alone': 401, tampered: 401, expired: 401, revoked: 401 };
const everybody = (status: number): Record<Actor, number> => {
  const all = { banned: status, leaving: status, owner: status, 'other member': status, moderator: status };
  const nobody = { anonymous: status, 'cookie alone': status, tampered: status, expired: status };
  return { ...all, ...nobody, revoked: status, admin: status };
};
const signedIn = (status: number) => ({ ...everybody(status), ...strangers });
const members = (status: number) => ({ ...signedIn(status), banned: 403, leaving: 403 });

type Make = (world: World) => Request;
const none: Make = () => ({});
const anyone = (request: Make = none, status = 200): Entry => ({ statuses: everybody(status), request });
const account = (
  request: Make = none,
  changes: Partial<Record<Actor, number>> = {},
  status = 200,
): Entry => ({
  statuses: { ...signedIn(status), ...changes },
  request,
});
const member = (request: Make = none, changes: Partial<Record<Actor, number>> = {}, status = 200): Entry => ({
  statuses: { ...members(status), ...changes },
  request,
});
const moderator = (request: Make = none): Entry => ({
  statuses: { ...members(200), owner: 403, 'other member': 403 },
  request,
});

/** Others are told that there is no such thing, not that it is somebody else's. */
const ownersAlone = { banned: 404, leaving: 404, 'other member': 404, moderator: 404, admin: 404 };
const submission = ({ serial }: World) => ({
  url: `https://submitted-${serial}.example/`,
  name: 'Submitted',
  tagline: 'A product that a test submits',
  tags: ['Testing'],
});
const reaction: Make = ({ approved }) => ({ params: { productId: approved.id } });
const token = 'x'.repeat(43);

/** Who may do what. Every call of the OpenAPI document has its line. */
const TABLE: Record<string, Entry> = {
  'GET /products': anyone(),
  'GET /products/{slug}': anyone(({ approved }) => ({ params: { slug: approved.slug } })),
  'GET /products/{slug}/related': anyone(({ approved }) => ({ params: { slug: approved.slug } })),
  'GET /tags': anyone(),
  'GET /users/{handle}': anyone(({ owner }) => ({ params: { handle: owner.handle } })),
  'POST /newsletter/subscribe': anyone(({ serial }) => ({ body: { email: `${serial}@x.example` } })),
  'GET /newsletter/confirm': anyone(() => ({ query: `token=${token}` }), 404),
  'POST /newsletter/confirm': anyone(() => ({ body: { token } }), 404),
  'POST /newsletter/unsubscribe': anyone(() => ({ body: { token } }), 404),
  'POST /contact': anyone(() => ({ body: { email: 'a@x.example', message: 'A message to the site.' } })),
  // Not from this machine; the ways in have their own tests.
  'GET /user/login/google': anyone(none, 403),
  'GET /user/login/identity': anyone(),
  'GET /user/login/github': anyone(none, 403),
  'POST /user/login/from-firebase': anyone(() => ({ body: { provider: 'google.com', idToken: 'x' } }), 403),
  'GET /user/checkAuthenticate': anyone(),
  'GET /user/private/getProtectedUserInfo': account(),
  'POST /user/private/logout': account(() => ({ body: {} })),
  'GET /user/private/sessions': account(),
  'DELETE /user/private/sessions/{id}': account(
    ({ ownSessionId }) => ({ params: { id: ownSessionId } }),
    ownersAlone,
  ),
  'PATCH /user/private/profile': member(() => ({ body: { name: 'New' } })),
  'GET /user/private/identities': account(),
  'POST /user/private/identities': member(
    () => ({ body: { provider: 'google.com', idToken: 'x', providerToken: 'x' } }),
    {},
    403,
  ),
  'GET /user/private/export': account(),
  'DELETE /user/private/account': account(),
  'POST /user/private/account/restore': account(),
  'POST /user/private/products/preview': member(() => ({ body: { url: 'http://127.0.0.1/' } }), {}, 400),
  'GET /user/private/duplicates': member(() => ({ query: 'name=Pro' })),
  'POST /user/private/descriptions/preview': member(() => ({ body: { description: '*a*' } })),
  'POST /user/private/products': member((world) => ({ body: submission(world) }), {}, 201),
  'GET /user/private/products': account(),
  'GET /user/private/products/{id}': account(({ pending }) => ({ params: { id: pending.id } }), {
    ...ownersAlone,
    moderator: 200,
    admin: 200,
  }),
  'PATCH /user/private/products/{id}': member(
    ({ pending }) => ({ params: { id: pending.id }, body: { tagline: 'Another line about it' } }),
    { ...ownersAlone, banned: 403, leaving: 403 },
  ),
  'DELETE /user/private/products/{id}': account(
    ({ pending }) => ({ params: { id: pending.id } }),
    ownersAlone,
  ),
  // No file, so that nothing is stored: the gate is before the body.
  'POST /user/private/images': member(() => ({ body: {} }), {}, 415),
  'GET /moderation/products': moderator(),
  'POST /moderation/products/{id}/approve': moderator(({ pending }) => ({ params: { id: pending.id } })),
  'POST /moderation/products/{id}/reject': moderator(({ pending }) => ({
    params: { id: pending.id },
    body: { reason: 'It is a poem.' },
  })),
  'PUT /user/private/upvotes/{productId}': member(reaction),
  'DELETE /user/private/upvotes/{productId}': member(reaction),
  'PUT /user/private/bookmarks/{productId}': member(reaction),
  'DELETE /user/private/bookmarks/{productId}': member(reaction),
  'GET /user/private/bookmarks': account(),
  'GET /user/private/reactions': account(({ approved }) => ({ query: `ids=${approved.id}` })),
};

let serial = 0;

async function buildWorld() {
  serial += 1;
  const owner = await buildUser(api.db);
  const [ownHeaders, lasting] = [await api.signIn(owner), await api.signIn(owner)];
  const open = await api.db.select().from(sessions).where(eq(sessions.userId, owner.id)).orderBy(sessions.id);
  const own = { submitterId: owner.id, tags: ['Testing'] };
  return {
    serial,
    owner,
    headers: lasting,
    otherHeaders: ownHeaders,
    ownSessionId: open[0]?.id ?? '',
    approved: await buildProduct(api.db, own),
    pending: await buildProduct(api.db, { ...own, status: 'pending', approvedAt: null }),
  };
}

async function headersOf(actor: Actor, { headers, owner }: World): Promise<Record<string, string>> {
  const letterAt = 'Bearer '.length + 90;
  const { accessToken } = headers;
  switch (actor) {
    case 'anonymous':
      return {};
    case 'cookie alone':
      return { cookie: `encrypted_token=${accessToken.replace('Bearer ', '')}` };
    case 'tampered': {
      const letter = accessToken[letterAt] === 'A' ? 'B' : 'A';
      return { accessToken: accessToken.slice(0, letterAt) + letter + accessToken.slice(letterAt + 1) };
    }
    case 'expired':
      await api.db.update(sessions).set({ expiresAt: testNow }).where(eq(sessions.userId, owner.id));
      return headers;
    case 'revoked':
      await api.db.update(sessions).set({ revokedAt: testNow }).where(eq(sessions.userId, owner.id));
      return headers;
    case 'owner':
      return headers;
    case 'banned':
      return api.signIn(await buildUser(api.db, { bannedAt: testNow, role: 'admin' }));
    case 'leaving':
      return api.signIn(await buildUser(api.db, { deletionRequestedAt: testNow, role: 'admin' }));
    case 'other member':
      return api.signIn(await buildUser(api.db));
    case 'moderator':
    case 'admin':
      return api.signIn(await buildUser(api.db, { role: actor }));
  }
}

const operations = z.record(z.string(), z.record(z.string(), z.unknown()));
const { paths } = presentOpenAPI(CALLS, { siteName: '', siteURL: '', serverURL: '' });
const documented = Object.entries(operations.parse(paths)).flatMap(([path, methods]) =>
  Object.keys(methods).map((method) => ({ name: `${method.toUpperCase()} ${path}`, method, path })),
);

it('has a line for every call of the OpenAPI document, and for no other', () => {
  expect(Object.keys(TABLE).sort()).toEqual(documented.map(({ name }) => name).sort());
});

describe.each(documented.filter(({ name }) => name in TABLE))('$name', ({ name, method, path }) => {
  it('answers each according to the table', async () => {
    const answered: Record<string, number> = {};
    for (const actor of ACTORS) {
      const world = await buildWorld();
      const headers = await headersOf(actor, world);
      const { query, params = {}, body } = TABLE[name]?.request(world) ?? {};
      const address = path.replace(/\{(\w+)\}/g, (_, key: string) => params[key] ?? '');
      const { status } = await api.request(
        method.toUpperCase(),
        `/api${address}${query ? `?${query}` : ''}`,
        {
          headers,
          body,
        },
      );
      answered[actor] = status;
      await api.db.execute('TRUNCATE rate_limits');
    }

    expect(answered).toEqual(TABLE[name]?.statuses);
  });
});

/** What is answered beside the calls of the contract, and who may see it. */
const beside = [
  // Anyone: pages, pictures and conventions.
  'GET /api/docs',
  'GET /api/docs.css',
  'GET /api/openapi.json',
  'GET /api/tiles/:file',
  'GET /healthz',
  'GET /readyz',
  'GET /metrics',
  'GET /1/indexes/:index',
  'POST /1/indexes/:index/query',
  'POST /1/indexes/:index/queries',
  'GET /api/images/:key/:ending?',
  // The browser on its way back from a provider, bound by a cookie of its own.
  'GET /api/user/login/google/callback',
  'GET /api/user/login/github/callback',
  // This machine alone, in development and the demo.
  'GET /api/dev/outbox',
  'GET /api/identity/local',
  'POST /api/identity/local',
  'GET /api/identity/local/popup.css',
  'GET /api/identity/local/popup.js',
];

it('answers nothing that neither the document nor the list beside it knows', () => {
  const calls = CALLS.map((call) => `${call.method.toUpperCase()} /api${call.path}`);
  const answered = createApp(api.deps(), { basePath: '/api' })
    .routes.filter(({ method }) => method !== 'ALL')
    .map(({ method, path }) => `${method} ${path}`);

  expect([...new Set(answered)].filter((route) => !calls.includes(route) && !beside.includes(route))).toEqual(
    [],
  );
  expect(calls.filter((route) => !answered.includes(route))).toEqual([]);
});

it('keeps nobody signed in whose account is gone', async () => {
  const ada = await buildUser(api.db);
  const headers = await api.signIn(ada);
  await api.db.delete(users).where(eq(users.id, ada.id));

  expect((await api.request('GET', '/api/user/private/export', { headers })).status).toBe(401);
});
