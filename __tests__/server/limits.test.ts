import * as z from 'zod/mini';
import type { SubmissionInput } from '@/lib/contract/submission';
import type { LimitedAction } from '@/server/rate-limits';
import { buildProduct } from '../setup/build';
import { setUpFakeWeb } from '../setup/fake-web';
import { buildSignedInUser, type SignedInUser } from '../setup/signed-in-user';
import { setUpTestApp, testNow } from '../setup/test-app';

/**
 * Every limit on the size and the number of requests, at the limit and one above. The limits of sign-in are in
 * routes/sign-in.test.ts and routes/sign-in-redirect.test.ts, which have an identity provider.
 */
const web = setUpFakeWeb();
const api = setUpTestApp({}, { fetchPage: web.fetchPage });

const draft: SubmissionInput = {
  url: 'https://figgle.example/',
  name: 'Figgle',
  tagline: 'Draw together in the browser',
  tags: ['Design'],
};
const submit = ({ headers }: SignedInUser, overrides: object = {}, remoteAddress?: string) =>
  api.request('POST', '/api/user/private/products', {
    headers,
    body: { ...draft, ...overrides },
    remoteAddress,
  });

const chars = (length: number) => 'x'.repeat(length);
const urlOf = (length: number) => `https://figgle.example/${chars(length - 23)}`;
const tags = (count: number) => Array.from({ length: count }, (_, index) => `Tag ${index}`);

describe('submissions', () => {
  it.each([
    ['name', 'of 2 characters', 'of 1 character', chars(2), chars(1)],
    ['name', 'of 60 characters', 'of 61 characters', chars(60), chars(61)],
    ['tagline', 'of 10 characters', 'of 9 characters', chars(10), chars(9)],
    ['tagline', 'of 120 characters', 'of 121 characters', chars(120), chars(121)],
    ['description', 'of 5,000 characters', 'of 5,001 characters', chars(5_000), chars(5_001)],
    ['url', 'of 2,048 characters', 'of 2,049 characters', urlOf(2_048), urlOf(2_049)],
    ['tags', 'of 1 tag', 'of none', tags(1), []],
    ['tags', 'of 5 tags', 'of 6 tags', tags(5), tags(6)],
    ['tags', 'of 40 characters', 'of 41 characters', [chars(40)], [chars(41)]],
  ])('accept a %s %s and reject one %s', async (field, _, __, accepted, refused) => {
    const ada = await buildSignedInUser(api);

    expect(await submit(ada, { [field]: refused })).toMatchObject({
      status: 400,
      body: {
        fields: {
          [Array.isArray(refused) && refused.length === 1 ? `${field}.0` : field]: expect.any(String),
        },
      },
    });
    expect((await submit(ada, { [field]: accepted })).status).toBe(201);
  });
});

describe('product lists', () => {
  const page = z.object({ products: z.array(z.unknown()), nextCursor: z.nullable(z.string()) });
  const list = (query: string) => api.request('GET', `/api/products${query}`);

  it('have 1 to 50 products per page, 30 by default', async () => {
    for (let count = 0; count < 51; count += 1) await buildProduct(api.db);

    for (const [query, length] of [
      ['?limit=1', 1],
      ['?limit=50', 50],
      ['', 30],
    ] as const) {
      expect(page.parse((await list(query)).body).products).toHaveLength(length);
    }
    for (const query of ['?limit=0', '?limit=51']) expect((await list(query)).status).toBe(400);
  });

  it('request reactions with at most 100 ids', async () => {
    const { headers } = await buildSignedInUser(api);
    const listReactions = (count: number) => {
      const ids = Array.from({ length: count }, (_, index) => index + 1).join();
      return api.request('GET', `/api/user/private/reactions?ids=${ids}`, { headers });
    };

    expect((await listReactions(100)).status).toBe(200);
    expect(await listReactions(101)).toMatchObject({
      status: 400,
      body: { fields: { ids: 'Ask for at most 100 ids.' } },
    });
  });
});

it('keeps a session for 30 days', async () => {
  const { headers } = await buildSignedInUser(api);
  const isAuthenticatedAfter = async (ms: number) => {
    api.clock.now = new Date(testNow.getTime() + ms);
    return (await api.request('GET', '/api/user/checkAuthenticate', { headers })).body;
  };
  const thirtyDaysMs = 30 * 24 * 60 * 60 * 1000;

  expect(await isAuthenticatedAfter(thirtyDaysMs - 1)).toEqual({ isError: false, authenticated: true });
  expect(await isAuthenticatedAfter(thirtyDaysMs)).toEqual({ isError: false, authenticated: false });
});

const clientAddress = '8.8.8.8';
let submittedCount = 0;
const submitAnother = (user: SignedInUser) => {
  submittedCount += 1;
  return submit(user, { url: `https://figgle-${submittedCount}.example/` }, clientAddress);
};
const reaction = ({ headers }: SignedInUser, kind: string, productId: string) =>
  api.request('PUT', `/api/user/private/${kind}/${productId}`, { headers, remoteAddress: clientAddress });
const preview = ({ headers }: SignedInUser) =>
  api.request('POST', '/api/user/private/products/preview', {
    headers,
    body: { url: 'https://unknown.example/' },
    remoteAddress: clientAddress,
  });
const upload = ({ headers }: SignedInUser) => {
  const body = new FormData();
  body.set('file', new File([png], 'a.png', { type: 'image/png' }));
  return api.request('POST', '/api/user/private/images', { headers, body, remoteAddress: clientAddress });
};
/** One transparent pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const subscribe = () =>
  api.request('POST', '/api/newsletter/subscribe', {
    body: new URLSearchParams({ email: 'ada@x.example', hp: '', list: '', subform: 'yes' }),
    remoteAddress: clientAddress,
  });
const contact = () =>
  api.request('POST', '/api/contact', {
    body: { name: 'Ada', email: 'ada@x.example', message: 'Hello there, this is a question.', hp: '' },
    remoteAddress: clientAddress,
  });
const describeDraft = ({ headers }: SignedInUser) =>
  api.request('POST', '/api/user/private/descriptions/preview', { headers, body: { description: 'x' } });

type Situation = { user: SignedInUser; productId: string };
type Rate = {
  action: LimitedAction;
  by: 'user' | 'address';
  count: number;
  minutes: number;
  send: (situation: Situation) => ReturnType<typeof api.request>;
  /** Default: an account of 30 days. */
  accountAgeMs?: number;
};

const rates: Rate[] = [
  {
    action: 'submitByUser',
    by: 'user',
    count: 10,
    minutes: 24 * 60,
    send: ({ user }) => submitAnother(user),
  },
  {
    action: 'submitByNewUser',
    by: 'user',
    count: 3,
    minutes: 24 * 60,
    send: ({ user }) => submitAnother(user),
    accountAgeMs: 24 * 60 * 60 * 1000 - 1,
  },
  {
    action: 'submitByAddress',
    by: 'address',
    count: 20,
    minutes: 60,
    send: ({ user }) => submitAnother(user),
  },
  {
    action: 'upvoteByUser',
    by: 'user',
    count: 30,
    minutes: 1,
    send: ({ user, productId }) => reaction(user, 'upvotes', productId),
  },
  {
    action: 'upvoteByUserPerDay',
    by: 'user',
    count: 200,
    minutes: 24 * 60,
    send: ({ user, productId }) => reaction(user, 'upvotes', productId),
  },
  {
    action: 'upvoteByAddress',
    by: 'address',
    count: 300,
    minutes: 60,
    send: ({ user, productId }) => reaction(user, 'upvotes', productId),
  },
  {
    action: 'bookmarkByUser',
    by: 'user',
    count: 60,
    minutes: 1,
    send: ({ user, productId }) => reaction(user, 'bookmarks', productId),
  },
  { action: 'previewByUser', by: 'user', count: 10, minutes: 10, send: ({ user }) => preview(user) },
  { action: 'previewByAddress', by: 'address', count: 30, minutes: 60, send: ({ user }) => preview(user) },
  { action: 'uploadByUser', by: 'user', count: 10, minutes: 60, send: ({ user }) => upload(user) },
  { action: 'uploadByAddress', by: 'address', count: 30, minutes: 60, send: ({ user }) => upload(user) },
  { action: 'draftByUser', by: 'user', count: 120, minutes: 1, send: ({ user }) => describeDraft(user) },
  { action: 'newsletter', by: 'address', count: 5, minutes: 30, send: subscribe },
  { action: 'contact', by: 'address', count: 5, minutes: 30, send: contact },
];

it.each(rates)(
  'allows $action $count times per $by within $minutes minutes',
  async ({ action, by, count, minutes, send, accountAgeMs = 30 * 24 * 60 * 60 * 1000 }) => {
    const user = await buildSignedInUser(api, { createdAt: new Date(testNow.getTime() - accountAgeMs) });
    const situation = { user, productId: (await buildProduct(api.db)).id };
    const { rateLimits } = api.deps();
    const key = by === 'user' ? user.id : clientAddress;
    for (let used = 0; used < count - 1; used += 1) await rateLimits.consume(action, key);

    const last = await send(situation);
    const limited = await send(situation);

    expect([200, 201, 202]).toContain(last.status);
    expect(limited).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    const waitSeconds = Number(limited.headers.get('retry-after'));
    expect(waitSeconds).toBeLessThanOrEqual(minutes * 60);
    expect(waitSeconds).toBeGreaterThan(minutes * 60 - 55);
  },
);

it('counts an IPv6 network of 64 bits as one address', async () => {
  const subscribeFrom = (remoteAddress: string) =>
    api.request('POST', '/api/newsletter/subscribe', {
      body: new URLSearchParams({ email: 'ada@x.example', hp: '', list: '', subform: 'yes' }),
      remoteAddress,
    });
  for (let host = 1; host <= 5; host += 1) {
    expect((await subscribeFrom(`2001:db8:1:2::${host}`)).status).toBe(200);
  }

  expect((await subscribeFrom('2001:db8:1:2:ffff::1')).status).toBe(429);
  expect((await subscribeFrom('2001:db8:1:3::1')).status).toBe(200);
});
