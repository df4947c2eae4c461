import { DAY_MS } from '@/lib/contract/plain/durations';
import { deleteDueAccounts } from '@/server/commands/account/delete-account';
import { alternatives } from '@/server/db/schema/alternative-schema';
import { discontinuations } from '@/server/db/schema';
import { purgeExpiredHourly } from '@/server/jobs/jobs';
import { listTakenSlugs } from '@/server/queries/products/product-rows';
import { buildProduct } from '../../setup/build';
import { setUpMergeCalls, mergeOf } from '../../setup/merge-calls';
import { setUpModerationCalls } from '../../setup/moderation-calls';
import { noRateLimits } from '../../setup/no-rate-limits';
import { setUpTestApp, testNow } from '../../setup/test-app';

const api = setUpTestApp({}, { rateLimits: noRateLimits });
const { buildModerator, signedInUser, auditLog, ...calls } = setUpModerationCalls(api);
const { buildDuplicates, merge, undo, preview, listMerges, pageOf, everything } = setUpMergeCalls(api);

it('lets successors, alternatives and rejected edits follow the merge and come back', async () => {
  const moderator = await buildModerator();
  const [ada, bob] = [await signedInUser(), await signedInUser()];
  const source = await buildProduct(api.db, { slug: 'figgle-app', submitterId: ada.id });
  const target = await buildProduct(api.db, { slug: 'figgle' });
  const other = await buildProduct(api.db);
  const both = await buildProduct(api.db);
  const gone = await buildProduct(api.db, { status: 'discontinued' });
  const goneToo = await buildProduct(api.db, { status: 'discontinued' });
  const said = { discontinuedOn: '2026-05-03', reason: 'Its company closed.' };
  await api.db.insert(discontinuations).values([
    { productId: gone.id, ...said, successorIds: [other.id, source.id] },
    { productId: goneToo.id, ...said, successorIds: [source.id, target.id] },
  ]);
  const pair = { proposerId: bob.id, createdAt: testNow };
  await api.db.insert(alternatives).values([
    { ...pair, productId: source.id, alternativeId: other.id, status: 'approved' },
    { ...pair, productId: source.id, alternativeId: both.id },
    { ...pair, productId: target.id, alternativeId: both.id, status: 'approved' },
    { ...pair, productId: source.id, alternativeId: target.id },
  ]);
  const edit = (await calls.editSubmission(ada, source.id, { name: 'Doodle' })).id;
  await calls.reject(moderator.headers, edit, 'No.');
  const before = await everything();

  const { id } = mergeOf(await merge(moderator, source.id, target.id));

  const { rows } = await api.pool.query('SELECT successor_ids FROM discontinuations ORDER BY product_id');
  expect(rows).toEqual([{ successor_ids: [other.id, target.id] }, { successor_ids: [target.id] }]);
  const { rows: pairs } = await api.pool.query(
    'SELECT product_id, alternative_id, status FROM alternatives ORDER BY 1, 2',
  );
  expect(pairs).toEqual([
    { product_id: target.id, alternative_id: other.id, status: 'approved' },
    { product_id: target.id, alternative_id: both.id, status: 'approved' },
  ]);

  await undo(moderator, id);

  expect(await everything()).toEqual(before);
});

it('undoes merges of one product in reverse order, and gives no other product a slug that undoing would need', async () => {
  const moderator = await buildModerator();
  const [one, two, three] = [
    await buildProduct(api.db, { slug: 'one' }),
    await buildProduct(api.db, { slug: 'two' }),
    await buildProduct(api.db, { slug: 'three' }),
  ];
  const before = await everything();
  const first = mergeOf(await merge(moderator, one.id, two.id));
  expect(await listTakenSlugs(api.db, ['one', 'two', 'free'], two.id)).toEqual(new Set(['one']));
  const second = mergeOf(await merge(moderator, two.id, three.id));
  expect(await pageOf('one')).toMatchObject({ slug: 'three' });
  expect((await listMerges(moderator)).map(({ id }) => id)).toEqual([second.id, first.id]);

  expect((await undo(moderator, first.id)).status).toBe(409);
  await undo(moderator, second.id);
  await undo(moderator, first.id);

  expect(await everything()).toEqual(before);
});

it('leads a submitter of the URL of a merged product to the target', async () => {
  const moderator = await buildModerator();
  const { source, target } = await buildDuplicates();
  await merge(moderator, source.id, target.id);
  const { headers } = await signedInUser();
  const { body } = await api.request('POST', '/api/user/private/products', {
    headers,
    body: { url: source.url, name: 'Figgle app', tagline: 'A tagline that is long enough', tags: ['Design'] },
  });
  expect(body).toMatchObject({
    code: 'conflict',
    product: { slug: 'figgle' },
    message: 'Figgle is already listed with this link.',
  });
});

it('forgets after 30 days what undoing needs, and deletes accounts from it before', async () => {
  const moderator = await buildModerator();
  const { source, target, voter } = await buildDuplicates();
  const { id } = mergeOf(await merge(moderator, source.id, target.id));
  await api.request('DELETE', '/api/user/private/account', { headers: (await voter(400)).headers });
  await api.pool.query(
    `UPDATE users SET deletion_requested_at = '2026-01-01' WHERE handle IN ('voter-4', 'voter-400')`,
  );
  expect(await deleteDueAccounts(api.deps())).toBe(2);
  const kept = () =>
    api.pool.query("SELECT count(*)::integer AS count FROM merged_reactions WHERE kind = 'upvote'");
  expect((await kept()).rows).toEqual([{ count: 498 }]);
  await undo(moderator, id);
  expect([await pageOf('figgle-app'), await pageOf('figgle')]).toMatchObject([
    { upvotes: 498 },
    { upvotes: 299 },
  ]);

  const again = mergeOf(await merge(moderator, source.id, target.id));
  api.clock.now = new Date(testNow.getTime() + 30 * DAY_MS + 1);
  const later = { headers: await api.signIn(moderator) };
  expect((await undo(later, again.id)).status).toBe(404);
  await purgeExpiredHourly.run(api.deps(), new AbortController().signal);
  expect((await kept()).rows).toEqual([{ count: 0 }]);
  expect(await listMerges(later)).toEqual([]);
  expect(await pageOf('figgle-app')).toMatchObject({ slug: 'figgle', upvotes: 678 });
});

it('rolls everything back when a step fails', async () => {
  const moderator = await buildModerator();
  const { source, target } = await buildDuplicates();
  const before = await everything();
  await api.pool.query(`
    CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'injected'; END $$;
    CREATE TRIGGER audit_fails BEFORE INSERT ON audit_entries FOR EACH ROW EXECUTE FUNCTION fail()`);
  try {
    expect((await merge(moderator, source.id, target.id)).status).toBe(500);
  } finally {
    await api.pool.query('DROP TRIGGER audit_fails ON audit_entries; DROP FUNCTION fail()');
  }
  expect(await everything()).toEqual(before);
  expect(await listMerges(moderator)).toEqual([]);
});

it.each([
  ['itself', 400, (own: string) => own],
  ['an unknown product', 400, () => '999999'],
])('refuses to merge a product into %s', async (_, status, intoOf) => {
  const moderator = await buildModerator();
  const { id } = await buildProduct(api.db);
  expect((await merge(moderator, id, intoOf(id))).status).toBe(status);
  expect((await preview(moderator, id, intoOf(id))).status).toBe(status);
  expect(await auditLog()).toEqual([]);
});

it('refuses products that are not listed, edits in the queue, and everyone but moderators', async () => {
  const moderator = await buildModerator();
  const ada = await signedInUser();
  const [source, target] = [await buildProduct(api.db, { submitterId: ada.id }), await buildProduct(api.db)];
  const pending = await buildProduct(api.db, { status: 'pending', approvedAt: null });
  expect((await merge(moderator, pending.id, target.id)).status).toBe(409);
  expect((await merge(moderator, target.id, pending.id)).status).toBe(409);
  expect((await merge(ada, source.id, target.id)).status).toBe(403);
  await calls.editSubmission(ada, source.id, { name: 'Doodle' });
  expect((await merge(moderator, source.id, target.id)).status).toBe(409);
  expect(await listMerges(moderator)).toEqual([]);
});
