import { eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import { FORMER_MEMBER } from '@/lib/contract/plain/site';
import { findProfileCall } from '@/lib/contract/profile';
import { users } from '@/server/db/schema';
import { buildProduct, buildUser } from '../../setup/build';
import { setUpTestApp, testNow } from '../../setup/test-app';

const api = setUpTestApp();
const open = (handle: string, query = '') =>
  api.request('GET', `/api/users/${encodeURIComponent(handle)}${query}`);
const read = async (handle: string, query = '') =>
  findProfileCall.answer.parse((await open(handle, query)).body);
const minutesAgo = (minutes: number) => new Date(testNow.getTime() - minutes * 60_000);

it('shows the public fields of a user and the approved products, newest first', async () => {
  const ada = await buildUser(api.db, {
    handle: 'ada',
    name: 'Ada',
    email: 'ada@example.com',
    role: 'admin',
    avatarURL: '/api/images/aaaaaaaaaaaaaaaaaaaaaa',
  });
  const own = { submitterId: ada.id };
  const older = await buildProduct(api.db, { ...own, approvedAt: minutesAgo(9) });
  const newer = await buildProduct(api.db, { ...own, approvedAt: minutesAgo(1), tags: ['Testing'] });
  await buildProduct(api.db, { ...own, status: 'pending', approvedAt: null });
  await buildProduct(api.db, { ...own, status: 'rejected', rejectionReason: 'No.' });
  await buildProduct(api.db, { ...own, status: 'removed' });
  await buildProduct(api.db, { submitterId: (await buildUser(api.db)).id });

  const response = await open('ada');

  expect(response.headers.get('cache-control')).toBe('public, max-age=0, s-maxage=1');
  expect(response.body).toMatchObject({
    isError: false,
    products: [{ id: newer.id, tags: [{ slug: 'testing' }] }, { id: older.id }],
    nextCursor: null,
  });
  expect(z.object({ profile: z.unknown() }).parse(response.body).profile).toEqual({
    handle: 'ada',
    name: 'Ada',
    avatarURL: '/api/images/aaaaaaaaaaaaaaaaaaaaaa',
    createdAt: ada.createdAt.toISOString(),
    productCount: 2,
    // Pages mark who moderates.
    role: 'admin',
  });
  expect(response.text).not.toMatch(/example\.com/);
});

it('returns more products than fit on a page through the cursor, without repeats', async () => {
  const ada = await buildUser(api.db, { handle: 'ada' });
  for (let count = 0; count < 67; count += 1) {
    await buildProduct(api.db, { submitterId: ada.id, approvedAt: minutesAgo(count % 5) });
  }

  const ids: string[] = [];
  let after = '';
  for (let page = 1; page <= 3; page += 1) {
    const { products, nextCursor, profile } = await read('ada', after);
    expect(profile.productCount).toBe(67);
    ids.push(...products.map(({ id }) => id));
    after = nextCursor === null ? '' : `?after=${nextCursor}`;
  }

  expect([ids.length, new Set(ids).size, after]).toEqual([67, 67, '']);
  expect(await open('ada', '?after=x')).toMatchObject({ status: 400, body: { code: 'bad_request' } });
});

it('finds a handle in any case and any script', async () => {
  await buildUser(api.db, { handle: 'ada-müller' });
  await buildUser(api.db, { handle: 'σοφία' });

  expect((await read('Ada-MÜLLER')).profile.handle).toBe('ada-müller');
  expect((await read('Σοφία')).profile.handle).toBe('σοφία');
});

it('returns 404 for banned, deleted and unknown users and for the former member', async () => {
  const banned = await buildUser(api.db, { handle: 'banned', bannedAt: testNow });
  await buildUser(api.db, { handle: 'gone', deletedAt: testNow });
  const former = await buildUser(api.db, FORMER_MEMBER);
  await buildProduct(api.db, { submitterId: former.id });

  for (const handle of ['banned', 'gone', 'former-member', 'Former-Member', 'nobody', '%', 'x'.repeat(300)]) {
    expect(await open(handle)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  }
  expect(await open('a\u0000b')).toMatchObject({ status: 400, body: { code: 'bad_request' } });

  await api.db.update(users).set({ bannedAt: null }).where(eq(users.id, banned.id));
  expect((await open('banned')).status).toBe(200);
});

it('finds a user by a new handle immediately', async () => {
  const ada = await buildUser(api.db, { handle: 'ada' });
  expect((await open('ada')).status).toBe(200);

  await api.request('PATCH', '/api/user/private/profile', {
    headers: await api.signIn(ada),
    body: { handle: 'countess', name: 'The Countess' },
  });

  expect((await open('ada')).status).toBe(404);
  expect((await read('countess')).profile.name).toBe('The Countess');
});
