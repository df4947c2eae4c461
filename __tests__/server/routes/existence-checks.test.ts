import * as z from 'zod/mini';
import { CALLS } from '@/lib/contract/calls';
import { alternatives } from '@/server/db/schema/alternative-schema';
import { buildProduct, buildUser } from '../../setup/build';
import { noRateLimits } from '../../setup/no-rate-limits';
import type { SignedInUser } from '../../setup/signed-in-user';
import { setUpSuggestionCalls } from '../../setup/suggestion-calls';
import { setUpTestApp, testNow } from '../../setup/test-app';

const api = setUpTestApp({}, { rateLimits: noRateLimits });
const { suggest, suggestedId, decide, buildListed, reject, signedInUser, createSubmission, send } =
  setUpSuggestionCalls(api);

const ABSENT = '999999999';

/** What somebody else has and is not public, by the parameter of a call. */
async function buildHidden() {
  const { moderator, ada, bob, id: listedId } = await buildListed();
  const pending = await createSubmission(ada, { url: 'https://pending.example/', name: 'Pending' });
  const rejected = await createSubmission(ada, { url: 'https://rejected.example/', name: 'Rejected' });
  await reject(moderator.headers, rejected.id, 'It is a poem.');
  const suggestionId = await suggestedId(bob, listedId, { tagline: 'Another line about it' });
  await decide(moderator, suggestionId, 'reject');
  await send('POST', `/moderation/users/${ada.id}/warn`, moderator, { reason: 'Poems.' });
  const banned = await buildUser(api.db, { bannedAt: testNow });
  const other = await buildProduct(api.db);
  const ids = [listedId, other.id].sort((one, two) => Number(BigInt(one) - BigInt(two)));
  await api.db
    .insert(alternatives)
    .values({ productId: ids[0] ?? '', alternativeId: ids[1] ?? '', createdAt: testNow });
  await api.pool.query(
    `INSERT INTO passkeys (user_id, credential_id, public_key, sign_count, transports, name, created_at)
    VALUES (${ada.id}, 'a', 'a', 0, '{}', 'Laptop', now())`,
  );
  await api.pool.query(
    `INSERT INTO own_pages (slug, title, body, html, place, position, is_published, version, created_at, updated_at)
    VALUES ('draft-page', 'Draft', '', '', 'none', 1, false, 1, now(), now())`,
  );
  const idOf = async (sql: string) => (await api.pool.query<{ id: string }>(sql)).rows[0]?.id ?? '';
  return {
    products: [pending, rejected],
    suggestionId,
    measureId: await idOf('SELECT id::text FROM member_measures'),
    sessionId: await idOf(`SELECT id::text FROM sessions WHERE user_id = ${ada.id}`),
    passkeyId: await idOf('SELECT id::text FROM passkeys'),
    pairId: ids.join('-'),
    handle: banned.handle,
    ada,
  };
}
type Hidden = Awaited<ReturnType<typeof buildHidden>>;

/** The hidden rows that calls find by their paths, with what stands for an absent one. */
const ROWS: [path: RegExp, hidden: (rows: Hidden) => string[], absent: string][] = [
  [/\/products\/:slug/, ({ products }) => products.map(({ slug }) => slug), 'absent'],
  [/\/(?:products|texts)\/:id/, ({ products }) => products.map(({ id }) => id), ABSENT],
  [/\/:productId/, ({ products }) => products.map(({ id }) => id), ABSENT],
  [/\/users\/:handle/, ({ handle }) => [handle], 'absent'],
  [/\/sessions\/:id/, ({ sessionId }) => [sessionId], ABSENT],
  [/^\/pages\/:slug/, () => ['draft-page'], 'absent'],
  [/\/passkeys\/:id/, ({ passkeyId }) => [passkeyId], ABSENT],
  [/\/measures\/:id/, ({ measureId }) => [measureId], ABSENT],
  [/\/suggestions\/:id/, ({ suggestionId }) => [suggestionId], ABSENT],
  [/\/alternatives\/:id/, ({ pairId }) => [pairId], `999999998-${ABSENT}`],
];
/** Tags of what is not public: `__tests__/server` asks every route of every noun about them. */
const ELSEWHERE = ['/tags/:slug'];

const BODIES: Record<string, object> = {
  'post /products/:id/reports': { reason: 'spam' },
  'patch /user/private/products/:id': { name: 'Mine' },
  'patch /user/private/passkeys/:id': { name: 'Mine' },
  'post /user/private/products/:id/suggestions': {
    ...{ seen: testNow.toISOString(), changes: { tagline: 'Another line about it' } },
  },
};

const asked = CALLS.filter(
  ({ access, path }) =>
    access !== 'moderator' && access !== 'admin' && path.includes(':') && !ELSEWHERE.includes(path),
);

/** A response without what differs between any two requests. */
function answerOf({ status, body }: { status: number; body: unknown }, said: string): string {
  const { requestId: _, ...rest } = z.looseObject({}).parse(body);
  return `${status} ${JSON.stringify(rest)}`.replaceAll(`"${said}"`, '{}');
}

it('answers every call about a row of somebody else that is not public as about none', async () => {
  const hidden = await buildHidden();
  const eve = await signedInUser({ handle: 'eve' });
  const differences: object[] = [];
  for (const { method, path } of asked) {
    const call = `${method} ${path}`;
    const row = ROWS.find(([pattern]) => pattern.test(path));
    if (!row) throw new Error(`Say in ROWS which rows ${call} finds, or why it need not be asked`);
    const ask = async (value: string) =>
      answerOf(await send(method.toUpperCase(), path.replace(/:\w+/, value), eve, BODIES[call]), value);
    const absent = await ask(row[2]);
    for (const value of row[1](hidden)) {
      const answer = await ask(value);
      if (answer !== absent) differences.push({ call, answer, absent });
    }
  }
  expect(differences).toEqual([]);
  expect(asked.length).toBeGreaterThan(20);
});

type Sender = Pick<SignedInUser, 'headers'>;

it.each<[string, (sender: Sender, url: string) => ReturnType<typeof send>]>([
  ['the check for duplicates', (sender, url) => send('GET', `/user/private/duplicates?url=${url}`, sender)],
  ['the preview', (sender, url) => send('POST', '/user/private/products/preview', sender, { url })],
  [
    'a submission',
    (sender, url) => {
      const texts = { name: 'Mine', tagline: 'A line about it', tags: ['Design'] };
      return send('POST', '/user/private/products', sender, { url, ...texts });
    },
  ],
])('says by %s only that a link is taken, whatever has become of its product', async (_, ask) => {
  const { moderator, ada } = await buildListed();
  const moved = await createSubmission(ada, { url: 'https://moved.example/' });
  await send('POST', `/moderation/products/${moved.id}/approve`, moderator);
  await send('PATCH', `/user/private/products/${moved.id}`, ada, { url: 'https://moving.example/' });
  const states = ['pending', 'rejected', 'removed'] as const;
  for (const status of states) {
    const url = { url: `https://${status}.example/`, canonicalURL: `https://${status}.example` };
    await buildProduct(api.db, { ...url, status, submitterId: ada.id, name: 'Secret name' });
  }
  const withdrawn = { url: 'https://withdrawn.example/', canonicalURL: 'https://withdrawn.example' };
  await buildProduct(api.db, { ...withdrawn, status: 'removed', submitterId: ada.id, withdrawnAt: testNow });
  const eve = await signedInUser();

  const answers = new Set<string>();
  for (const state of [...states, 'withdrawn', 'moving']) {
    answers.add(answerOf(await ask(eve, `https://${state}.example/`), `https://${state}.example/`));
  }
  expect([...answers]).toEqual([expect.stringMatching(/This link belongs to a tool that isn't listed/)]);
  expect([...answers].join()).not.toContain('Secret');
});

it('does not tell other members, by an edit or a suggestion, which product has a link or moves to the link', async () => {
  const { moderator, ada, id: other } = await buildListed();
  const pending = await createSubmission(ada, { url: 'https://waiting.example/' });
  const moved = await createSubmission(ada, { url: 'https://moved.example/' });
  await send('POST', `/moderation/products/${moved.id}/approve`, moderator);
  await send('PATCH', `/user/private/products/${moved.id}`, ada, { url: 'https://moving.example/' });
  const eve = await signedInUser();
  const edit = async (id: string, url: string) =>
    answerOf(await send('PATCH', `/user/private/products/${id}`, eve, { url }), id);
  const suggested = async (id: string, url: string) => answerOf(await suggest(eve, id, { url }), id);

  const edits = [
    await edit(pending.id, 'https://waiting.example/'),
    await edit(moved.id, 'https://moving.example/'),
    await edit(other, 'https://moving.example/'),
    await edit(ABSENT, 'https://waiting.example/'),
  ];
  expect(new Set(edits)).toEqual(new Set([edits[0]]));
  const suggestions = [
    await suggested(moved.id, 'https://moving.example/'),
    await suggested(other, 'https://moving.example/'),
  ];
  expect(suggestions[0]).toMatch(/^409 .*This link belongs to a tool that isn't listed/);
  expect(suggestions[1]).toBe(suggestions[0]);
});

it.each<
  [string, (rows: Hidden) => [hidden: string, absent: string], string, string, (value: string) => object]
>([
  [
    'an answer to a rejection',
    ({ products }) => [products[1]?.id ?? '', ABSENT],
    ...(['POST', '/user/private/appeals'] as const),
    (productId) => ({ text: 'It is right.', productId }),
  ],
  [
    'an answer to a measure',
    ({ measureId }) => [measureId, ABSENT],
    ...(['POST', '/user/private/appeals'] as const),
    (measureId) => ({ text: 'It is right.', measureId }),
  ],
  [
    'an alternative',
    ({ products }) => [products[0]?.id ?? '', ABSENT],
    ...(['POST', '/user/private/alternatives'] as const),
    (alternativeId) => ({ productId: '1', alternativeId }),
  ],
  [
    // The handle of a member who is not shown is taken as any other.
    'a handle',
    ({ handle, ada }) => [handle, ada.handle],
    ...(['PATCH', '/user/private/profile'] as const),
    (handle) => ({ handle }),
  ],
])('answers %s of a hidden row as one of none', async (_, rows, method, path, bodyOf) => {
  const found = await buildHidden();
  const eve = await signedInUser({ handle: 'eve' });
  const [hidden, absent] = rows(found);
  const ask = async (value: string) => answerOf(await send(method, path, eve, bodyOf(value)), value);
  const answer = await ask(hidden);
  expect(answer).toMatch(/^4/);
  expect(answer).toBe(await ask(absent));
});

it('answers a subscription of an email that is subscribed as one that is new', async () => {
  const subscribe = async (email: string) =>
    answerOf(
      await api.request('POST', '/api/newsletter/subscribe', {
        body: new URLSearchParams({ hp: '', list: 'weekly', subform: 'yes', email }),
      }),
      email,
    );
  const first = await subscribe('ada@example.com');
  await api.pool.query("UPDATE newsletter_subscribers SET status = 'confirmed', confirmed_at = created_at");
  expect(await subscribe('ada@example.com')).toBe(first);
  expect(await subscribe('bob@example.com')).toBe(first);
});
