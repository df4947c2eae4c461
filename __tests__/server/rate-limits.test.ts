import { limitsOf } from '@/lib/contract/call';
import { CALLS } from '@/lib/contract/calls';
import { rateLimit, type RateLimitName } from '@/lib/contract/rate-limits';
import { buildProduct } from '../setup/build';
import { setUpFakeWeb } from '../setup/fake-web';
import { buildSignedInUser, type SignedInUser } from '../setup/signed-in-user';
import { onePixel } from '../setup/one-pixel';
import { setUpTestApp, testNow } from '../setup/test-app';

const web = setUpFakeWeb();
const api = setUpTestApp({}, { fetchPage: web.fetchPage });
const clientAddress = '8.8.8.8';
const dayMs = 24 * 60 * 60 * 1000;

it.each(CALLS.map((call) => [`${call.method.toUpperCase()} ${call.path}`, call] as const))(
  '%s has a limit per client address, and per user if it needs a session',
  (_, call) => {
    const keys = limitsOf(call).map((limit) => rateLimit(limit).by);

    expect(keys).toContain('address');
    expect(keys.includes('user')).toBe(call.access !== 'anyone');
  },
);

type Situation = { user: SignedInUser; productId: string };
type Rule = {
  calls: number;
  /** Seconds. */
  span: number;
  /** Sends a request that counts against the limit. Requests differ, so that the response cache has none of them. */
  send: (situation: Situation) => ReturnType<typeof api.request>;
  /** The status of a request that is not limited. Default: 200. */
  status?: number;
  accountAgeMs?: number;
  role?: 'moderator';
};

type Sent = { headers?: object; body?: unknown };
const request = (method: string, path: string, { headers = {}, body }: Sent) =>
  api.request(method, path, { headers: { ...headers }, body, remoteAddress: clientAddress });
let sent = 0;
const next = () => (sent += 1);

const submit = ({ user: { headers } }: Situation) =>
  request('POST', '/api/user/private/products', {
    headers,
    body: {
      url: `https://figgle-${next()}.example/`,
      name: 'Figgle',
      tagline: 'Draw together in the browser',
      tags: ['Design'],
    },
  });
const previewed = { url: 'https://unknown.example/' };
const preview = ({ user: { headers } }: Situation) =>
  request('POST', '/api/user/private/products/preview', { headers, body: previewed });
const edit = ({ user: { headers } }: Situation) =>
  request('PATCH', '/api/user/private/products/999', { headers, body: { name: 'Figgle' } });
const propose = async ({ user: { headers }, productId }: Situation) => {
  const { id: alternativeId } = await buildProduct(api.db);
  return request('POST', '/api/user/private/alternatives', { headers, body: { productId, alternativeId } });
};
const report = ({ productId }: Situation) =>
  request('POST', `/api/products/${productId}/reports`, { body: { reason: 'spam' } });
const suggest = async ({ user: { headers } }: Situation) => {
  const { id, updatedAt } = await buildProduct(api.db);
  const body = { seen: updatedAt.toISOString(), changes: { tagline: 'Another line about it' } };
  return request('POST', `/api/user/private/products/${id}/suggestions`, { headers, body });
};
const byMember =
  (method: string, path: string) =>
  ({ user: { headers } }: Situation) =>
    request(method, `/api/user/private${path}`, { headers });
const agree = byMember('PUT', '/suggestions/999/agreement');
const claim = byMember('POST', '/products/999/claim');
const checkSession = () => request('GET', '/api/user/checkAuthenticate', {});
const upvote = ({ user: { headers }, productId }: Situation) =>
  request('PUT', `/api/user/private/upvotes/${productId}`, { headers });
const bookmark = ({ user: { headers }, productId }: Situation) =>
  request('PUT', `/api/user/private/bookmarks/${productId}`, { headers });
const search = () => request('POST', '/1/indexes/tool-fyi/query', { body: { query: `figgle ${next()}` } });
const findMissingCard = () => request('GET', '/og/tool/missing.png', {});
const openUnknown = () => request('POST', '/api/user/invitation', { body: { token: 'x' } });
const upload = ({ user: { headers } }: Situation) => {
  const body = new FormData();
  body.set('file', new File([onePixel], 'a.png', { type: 'image/png' }));
  return request('POST', '/api/user/private/images', { headers, body });
};

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** Other tests test sign-ins, reports of members, slow mode, pages, emails and settings. */
type TestedElsewhere =
  | 'signInByIdentity'
  | 'reportByUser'
  | 'slowChangeByUser'
  | 'renderByAddress'
  | 'deepRenderByAddress'
  | 'contactNoticeByRecipient'
  | 'newsletterByRecipient'
  | 'reportByRecipient'
  | 'emailCodeByRecipient'
  | 'emailCodeByRecipientPerDay'
  | 'testEmailByUser';
const askForCode = () => request('POST', '/api/user/login/email', { body: { email: 'ada@example.com' } });
const rules: Record<Exclude<RateLimitName, TestedElsewhere>, Rule> = {
  requestByAddress: { calls: 1_800, span: minute, send: () => request('GET', '/api/openapi.json', {}) },
  readByAddress: { calls: 600, span: minute, send: checkSession },
  readByUser: { calls: 600, span: minute, send: byMember('GET', '/getProtectedUserInfo') },
  changeByAddress: { calls: 600, span: minute, send: bookmark },
  dataByAddress: { calls: 12, span: minute, send: () => request('GET', '/data/products.jsonl', {}) },
  sitemapByAddress: { calls: 60, span: minute, send: () => request('GET', '/sitemap-products-1.xml', {}) },
  cardByAddress: { calls: 60, span: minute, status: 404, send: findMissingCard },
  searchByAddress: { calls: 300, span: minute, send: search },
  searchBurstByAddress: { calls: 60, span: 5, send: search },
  draftByUser: { calls: 120, span: minute, send: byMember('GET', '/duplicates?name=figgle') },
  signOutByUser: { calls: 60, span: minute, send: byMember('DELETE', '/sessions/999'), status: 404 },

  // The demo accounts of the test site cannot sign in from another machine.
  signInByAddress: {
    calls: 25,
    span: 5 * minute,
    send: () => request('GET', '/api/user/login/google', {}),
    status: 403,
  },
  emailCodeByAddress: { calls: 10, span: 30 * minute, send: askForCode, status: 403 },
  linkByUser: {
    calls: 10,
    span: 5 * minute,
    send: ({ user: { headers } }) =>
      request('POST', '/api/user/private/identities', {
        headers,
        body: { provider: 'google.com', idToken: 'x', providerToken: 'x' },
      }),
    status: 403,
  },
  newsletterByAddress: {
    calls: 5,
    span: 30 * minute,
    send: () => request('POST', '/api/newsletter/subscribe', { body: { email: 'ada@x.example' } }),
  },
  newsletterLinkByAddress: {
    calls: 60,
    span: 30 * minute,
    send: () => request('GET', `/api/newsletter/confirm?token=${'x'.repeat(43)}`, {}),
    status: 404,
  },
  contactByAddress: {
    calls: 5,
    span: 30 * minute,
    send: () =>
      request('POST', '/api/contact', {
        body: { email: 'ada@x.example', message: 'Hello there, this is a question.' },
      }),
  },
  submitByUser: { calls: 10, span: day, send: submit, status: 201 },
  submitByNewUser: { calls: 3, span: day, send: submit, status: 201, accountAgeMs: dayMs - 1 },
  submitByAddress: { calls: 20, span: hour, send: submit, status: 201 },
  proposeByUser: { calls: 20, span: day, send: propose, status: 201 },
  proposeByAddress: { calls: 40, span: hour, send: propose, status: 201 },
  reportByAddress: { calls: 30, span: hour, send: report },
  suggestByUser: { calls: 10, span: day, send: suggest, status: 201 },
  suggestByAddress: { calls: 40, span: hour, send: suggest, status: 201 },
  agreeByUser: { calls: 60, span: hour, send: agree, status: 404 },
  agreeByAddress: { calls: 120, span: hour, send: agree, status: 404 },
  claimByUser: { calls: 20, span: hour, send: claim, status: 404 },
  claimByAddress: { calls: 40, span: hour, send: claim, status: 404 },
  previewByUser: { calls: 10, span: 10 * minute, send: preview },
  previewByAddress: { calls: 30, span: hour, send: preview },
  editByUser: { calls: 60, span: hour, send: edit, status: 404 },
  editByAddress: { calls: 120, span: hour, send: edit, status: 404 },
  withdrawByUser: { calls: 30, span: hour, send: byMember('DELETE', '/products/999'), status: 404 },
  uploadByUser: { calls: 10, span: hour, send: upload, status: 202 },
  uploadByAddress: { calls: 30, span: hour, send: upload, status: 202 },
  upvoteByUser: { calls: 30, span: minute, send: upvote },
  upvoteByUserPerDay: { calls: 200, span: day, send: upvote },
  upvoteByAddress: { calls: 300, span: hour, send: upvote },
  bookmarkByUser: { calls: 60, span: minute, send: bookmark },
  profileByUser: {
    calls: 30,
    span: hour,
    send: ({ user: { headers } }) =>
      request('PATCH', '/api/user/private/profile', { headers, body: { name: 'Ada' } }),
  },
  exportByUser: {
    calls: 10,
    span: hour,
    send: ({ user: { headers } }) => request('GET', '/api/user/private/export', { headers }),
  },
  deletionByUser: {
    calls: 10,
    span: hour,
    send: ({ user: { headers } }) => request('POST', '/api/user/private/account/restore', { headers }),
  },
  invitationByAddress: { calls: 30, span: 30 * minute, send: openUnknown, status: 404 },
  moderateByUser: {
    calls: 120,
    span: minute,
    send: ({ user: { headers } }) => request('POST', '/api/moderation/products/999/approve', { headers }),
    status: 404,
    role: 'moderator',
  },
};

it.each(Object.entries(rules))(
  '%s allows the last call of the limit and refuses the next one',
  async (name, { calls, span, send, status = 200, accountAgeMs = 30 * dayMs, role }) => {
    const user = await buildSignedInUser(api, {
      createdAt: new Date(testNow.getTime() - accountAgeMs),
      role,
    });
    const situation = { user, productId: (await buildProduct(api.db)).id };
    const limit = limitNamed(name);
    const key = rateLimit(limit).by === 'user' ? user.id : clientAddress;
    const { rateLimits } = api.deps();
    for (let used = 0; used < calls - 1; used += 1) await rateLimits.count([{ limit, key }]);

    const last = await send(situation);
    const refused = await send(situation);

    expect([last.status, refused.status]).toEqual([status, 429]);
    expect(refused.body).toMatchObject({
      message: expect.stringMatching(/^Too many attempts\. Try again in /),
    });
    expect(refused.headers.get('retry-after')).toBe(String(span));
    expect(refused.headers.get('ratelimit-policy')).toBe(`"${name}";q=${calls};w=${span}`);
    expect(refused.headers.get('ratelimit')).toBe(`"${name}";r=0;t=${span}`);

    api.clock.now = new Date(testNow.getTime() + span * 1000);
    expect((await send(situation)).status).toBe(status);
  },
);

function limitNamed(name: string): RateLimitName {
  const all: readonly RateLimitName[] = [
    ...CALLS.flatMap(limitsOf),
    'requestByAddress',
    'searchByAddress',
    'searchBurstByAddress',
    'sitemapByAddress',
    'dataByAddress',
    'cardByAddress',
  ];
  const limit = all.find((each) => each === name);
  if (!limit) throw new Error(`No call has the limit ${name}.`);
  return limit;
}
