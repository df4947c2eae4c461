import { eq } from 'drizzle-orm';
import { listQueueGroupsCall } from '@/lib/contract/moderation-queue';
import { DAY_MS } from '@/lib/contract/plain/durations';
import { describeQueueEntries } from '@/server/commands/decisions/queue-entry';
import { queueEntries } from '@/server/db/schema/moderation-schema';
import { buildProduct, buildUser } from '../../setup/build';
import { idsOf, setUpModerationCalls } from '../../setup/moderation-calls';
import { setUpTestApp, testNow } from '../../setup/test-app';

const api = setUpTestApp();
const {
  signedInUser,
  buildModerator,
  createSubmission,
  editSubmission,
  listQueue,
  reject,
  auditLog,
  approve,
} = setUpModerationCalls(api);
const daysAgo = (days: number) => new Date(testNow.getTime() - days * 86_400_000);
const minutesLater = (minutes: number) => {
  api.clock.now = new Date(testNow.getTime() + minutes * 60_000);
};

it('shows a riskier product later, for at most 30 hours', async () => {
  const grace = await buildModerator();
  const known = await signedInUser({ createdAt: daysAgo(100) });
  const unknown = await signedInUser({ createdAt: testNow });
  const risky = await createSubmission(unknown, { url: 'https://risky.example/', name: 'Risky' });
  minutesLater(5 * 60);
  const solid = await createSubmission(known, {
    ...{ url: 'https://solid.example/', name: 'Solid' },
    ...{ tagline: 'Bakes bread', description: 'Rye.' },
  });
  const page = await listQueue(grace);
  expect(page.products.map(({ name, risk }) => [name, risk])).toEqual([
    ['Solid', 0],
    ['Risky', 2],
  ]);
  minutesLater(7 * 60);
  const late = await createSubmission(known, {
    ...{ url: 'https://late.example/', name: 'Late' },
    ...{ tagline: 'Knits socks', description: 'Wool.' },
  });
  expect(idsOf(await listQueue(grace))).toEqual([solid.id, risky.id, late.id]);

  // A rejected product raises the risk of the next submission, also after its member has withdrawn the product.
  await reject(grace.headers, late.id, 'No.');
  await api.request('DELETE', `/api/user/private/products/${late.id}`, known);
  await createSubmission(known, {
    ...{ url: 'https://next.example/', name: 'Next' },
    ...{ tagline: 'Knits hats', description: 'Felt.' },
  });
  expect((await listQueue(grace)).products.map(({ name, risk }) => [name, risk])).toContainEqual(['Next', 1]);
});

it.each([
  ['https://figgle.example', 1],
  ['https://github.com', 0],
])('counts what else waits from %s, unless many people publish there', async (site, expected) => {
  const known = await signedInUser({ createdAt: daysAgo(100) });
  const pending = { status: 'pending' as const, approvedAt: null };
  for (const name of ['Ada', 'Bob', 'Cyd']) {
    const { id: submitterId } = await buildUser(api.db);
    await buildProduct(api.db, {
      ...pending,
      name,
      submitterId,
      tagline: `For ${name}`,
      url: `${site}/${name}/x`,
    });
  }
  await describeQueueEntries(api.deps(), 50);
  await createSubmission(known, {
    url: `${site}/dan/y`,
    name: 'Danube',
    tagline: 'Bakes bread',
    description: 'Rye.',
  });

  const { products } = await listQueue(await buildModerator());
  expect(products.find(({ name }) => name === 'Danube')?.risk).toBe(expected);
});

it.each([
  { ageMs: 0, risk: 2 },
  { ageMs: DAY_MS - 1, risk: 2 },
  { ageMs: DAY_MS, risk: 1 },
  { ageMs: 7 * DAY_MS - 1, risk: 1 },
  { ageMs: 7 * DAY_MS, risk: 0 },
  { rejected: 2, risk: 2 },
  { rejected: 4, risk: 3 },
  { ofMember: 2, risk: 0 },
  { ofMember: 3, risk: 1 },
  { ofMember: 9, risk: 1 },
  { ofMember: 10, risk: 2 },
  { ofSite: 2, risk: 0 },
  { ofSite: 3, risk: 1 },
  { ofSite: 10, risk: 2 },
  { ofText: 1, risk: 1 },
  { ofText: 3, risk: 2 },
  { ofText: 10, risk: 3 },
  { ageMs: 0, rejected: 3, ofMember: 10, ofSite: 10, ofText: 10, risk: 10 },
])('knows the risk of %o', async ({ risk, ...signals }) => {
  const { ageMs = 30 * DAY_MS, rejected = 0, ofMember = 0, ofSite = 0, ofText = 0 } = signals;
  const { id: submitterId } = await buildUser(api.db, { createdAt: new Date(testNow.getTime() - ageMs) });
  const { id: otherId } = await buildUser(api.db);
  const pending = { status: 'pending' as const, approvedAt: null };
  const addOthers = async (count: number, overrides: Parameters<typeof buildProduct>[1]) => {
    for (let number = 1; number <= count; number += 1) {
      const tagline = `Other ${'x'.repeat(number)} of ${Object.keys(overrides ?? {}).join()}`;
      await buildProduct(api.db, { ...pending, tagline, submitterId: otherId, ...overrides });
    }
  };
  await addOthers(ofMember, { submitterId });
  await addOthers(ofSite, { url: 'https://figgle.example/' });
  await addOthers(ofText, { tagline: 'Draws figures' });
  for (let count = 0; count < rejected; count += 1) {
    await buildProduct(api.db, { ...pending, submitterId, status: 'rejected' });
  }
  await describeQueueEntries(api.deps(), 50);
  const url = 'https://figgle.example/new';
  const { id } = await buildProduct(api.db, { ...pending, submitterId, url, tagline: 'Draws figures' });
  await describeQueueEntries(api.deps(), 50);

  const [entry] = await api.db.select().from(queueEntries).where(eq(queueEntries.productId, id));
  expect(entry?.risk).toBe(risk);
});

it('groups by site, by text and by member, and lists a group with all versions', async () => {
  const grace = await buildModerator();
  const spammer = await buildUser(api.db, { handle: 'spammer', name: 'Spammer' });
  const pending = { status: 'pending' as const, approvedAt: null };
  for (let count = 1; count <= 40; count += 1) {
    await buildProduct(api.db, {
      ...{ ...pending, name: `Fast${count}`, tagline: `Try Fast${count}, the no. ${count} of AI tools!` },
      ...{ url: `https://p${count}.spam.example/`, submitterId: spammer.id },
    });
  }
  for (const user of ['ann', 'bob']) {
    await buildProduct(api.db, { ...pending, name: user, tagline: user, url: `https://${user}.github.io/` });
  }
  expect(await describeQueueEntries(api.deps(), 50)).toBe(42);

  const answer = await api.request('GET', '/api/moderation/groups', { headers: grace.headers });
  const { groups } = listQueueGroupsCall.answer.parse(answer.body);
  expect(groups).toMatchObject([
    { kind: 'member', key: 'spammer', label: 'Spammer', count: 40 },
    { kind: 'site', key: 'spam.example', label: 'spam.example', count: 40 },
    { kind: 'text', label: expect.stringMatching(/^Try Fast1,/), count: 40 },
    // Texts that are nothing but the name.
    { kind: 'text', count: 2 },
  ]);
  for (const { kind, key, count } of groups) {
    expect((await listQueue(grace, `groupKind=${kind}&groupKey=${key}`)).products).toHaveLength(count);
  }
  expect((await listQueue(grace, 'groupKind=member&groupKey=nobody')).products).toEqual([]);
  for (const query of ['groupKind=x&groupKey=y', 'groupKind=text&groupKey=zz', 'groupKind=site&groupKey=']) {
    const { status } = await api.request('GET', `/api/moderation/products?${query}`, {
      headers: grace.headers,
    });
    expect(status).toBe(400);
  }
});

it('hides a snoozed product from every moderator until its day, or an edit', async () => {
  const [grace, barbara] = [await buildModerator(), await buildModerator()];
  const ada = await signedInUser();
  const { id } = await createSubmission(ada);
  const snooze = (days: number) =>
    api.request('PUT', `/api/moderation/products/${id}/snooze`, { headers: grace.headers, body: { days } });

  expect((await snooze(3)).status).toBe(200);
  expect(await listQueue(barbara)).toMatchObject({ products: [], pendingCount: 0, snoozedCount: 1 });
  expect((await listQueue(barbara, 'snoozed=true')).products).toMatchObject([
    { id, snoozedUntil: daysAgo(-3).toISOString() },
  ]);
  minutesLater(3 * 24 * 60);
  expect(idsOf(await listQueue(barbara))).toEqual([id]);
  await snooze(7);
  await editSubmission(ada, id, { tagline: 'Draws even better' });
  expect(idsOf(await listQueue(barbara))).toEqual([id]);
  await snooze(7);
  await snooze(0);
  expect(idsOf(await listQueue(barbara))).toEqual([id]);
  expect((await snooze(2)).status).toBe(400);
  await approve(grace.headers, id);
  expect(await snooze(1)).toMatchObject({ status: 409 });
  expect((await auditLog()).map(({ action }) => action)).toEqual([
    ...Array.from({ length: 4 }, () => 'product.snooze'),
    'product.approve',
  ]);
});

it('counts in the places of the queue only what the queue shows', async () => {
  const grace = await buildModerator();
  const ada = await signedInUser();
  const placesOf = async () =>
    (
      await Promise.all(
        [first, second, third].map(({ id }) =>
          api.request('GET', `/api/user/private/products/${id}`, { headers: ada.headers }),
        ),
      )
    ).map(({ body }) => body);
  const [first, second, third] = [
    await createSubmission(ada, { url: 'https://first.example/', name: 'First' }),
    await createSubmission(ada, { url: 'https://second.example/', name: 'Second' }),
    await createSubmission(ada, { url: 'https://third.example/', name: 'Third' }),
  ];
  const { headers } = grace;
  await api.request('PUT', `/api/moderation/products/${first.id}/snooze`, { headers, body: { days: 3 } });
  expect(idsOf(await listQueue(grace))).toEqual([second.id, third.id]);
  expect(await placesOf()).toMatchObject([1, 1, 2].map((queuePlace) => ({ product: { queuePlace } })));
});
