import { listAlternativesCall, listPairsCall, listProposalsCall } from '@/lib/contract/alternative';
import { buildProduct } from '../../setup/build';
import { setUpAlternativeCalls } from '../../setup/alternative-calls';
import { setUpTestApp } from '../../setup/test-app';

const api = setUpTestApp();
const calls = setUpAlternativeCalls(api);
const { signedInUser, buildModerator, propose, approve, reject, remove, shownOf } = calls;

const buildPair = async () => [await buildProduct(api.db), await buildProduct(api.db)] as const;

it('shows a pair on the pages of both products once a moderator has approved the proposal', async () => {
  const [ada, mo] = [await signedInUser(), await buildModerator('mo')];
  const [first, second] = await buildPair();

  const proposed = await propose(ada, second.id, first.id);

  const id = `${first.id}-${second.id}`;
  expect([proposed.status, proposed.body]).toEqual([201, { isError: false, id }]);
  expect([await shownOf(first), await shownOf(second)]).toEqual([[], []]);
  expect(await calls.queue(mo)).toMatchObject([
    { id, product: { id: first.id }, alternative: { id: second.id }, status: 'pending' },
  ]);

  expect((await approve(mo, id)).status).toBe(200);

  expect([await shownOf(first), await shownOf(second)]).toEqual([[second.id], [first.id]]);
  expect(await calls.queue(mo)).toEqual([]);
  expect(await calls.auditLog()).toMatchObject([
    {
      actorId: mo.id,
      actorHandle: 'mo',
      action: 'alternative.approve',
      subjectId: first.id,
      details: { alternativeId: second.id, names: `${first.name}, ${second.name}` },
    },
  ]);
});

it('answers the same question again without the database', async () => {
  const { slug, id } = await buildProduct(api.db);
  const paths = [`/api/products/${slug}/alternatives`, `/api/alternatives?ids=${id}`];
  const answers = await Promise.all(paths.map((path) => api.request('GET', path)));
  let statements = 0;
  const countStatement = () => (statements += 1);
  api.pool.on('acquire', countStatement);

  const repeated = await Promise.all(paths.map((path) => api.request('GET', path)));

  api.pool.off('acquire', countStatement);
  expect(repeated.map(({ status, text }) => [status, text])).toEqual(answers.map(({ text }) => [200, text]));
  // One asks what has changed.
  expect(statements).toBeLessThanOrEqual(paths.length);
});

it('takes both directions for one pair, which is proposed once', async () => {
  const [ada, bob] = [await signedInUser(), await signedInUser()];
  const [first, second] = await buildPair();
  await propose(ada, first.id, second.id);
  expect((await propose(bob, first.id, second.id)).status).toBe(409);
  expect(await propose(bob, second.id, first.id)).toMatchObject({
    status: 409,
    body: { fields: { alternativeId: 'This alternative was proposed before.' } },
  });
  expect(await calls.storedPairs()).toHaveLength(1);
});

it('refuses a product as an alternative to itself, and products that visitors cannot see', async () => {
  const ada = await signedInUser();
  const { id } = await buildProduct(api.db);
  expect(await propose(ada, id, id)).toMatchObject({
    status: 400,
    body: { fields: { alternativeId: expect.any(String) } },
  });
  for (const status of ['pending', 'rejected', 'removed'] as const) {
    const hidden = await buildProduct(api.db, { status });
    expect((await propose(ada, id, hidden.id)).status).toBe(404);
    expect((await propose(ada, hidden.id, id)).status).toBe(404);
  }
  expect((await propose(ada, id, '999999')).status).toBe(404);
  expect(await calls.storedPairs()).toEqual([]);
});

it('takes alternatives to a discontinued product, and lists only those that are not discontinued', async () => {
  const [ada, mo] = [await signedInUser(), await buildModerator()];
  const [ended, endedToo] = [
    await buildProduct(api.db, { status: 'discontinued' }),
    await buildProduct(api.db, { status: 'discontinued' }),
  ];
  const listed = await buildProduct(api.db);
  expect((await propose(ada, ended.id, endedToo.id)).status).toBe(404);
  expect((await propose(ada, ended.id, listed.id)).status).toBe(201);
  await approve(mo, `${ended.id}-${listed.id}`);
  expect([await shownOf(ended), await shownOf(listed)]).toEqual([[listed.id], []]);
});

it('refuses proposals and decisions without the right to them, and changes nothing', async () => {
  const ada = await signedInUser();
  const banned = await signedInUser({ bannedAt: new Date() });
  const [first, second] = await buildPair();
  expect((await propose({ headers: {} }, first.id, second.id)).status).toBe(401);
  expect((await propose(banned, first.id, second.id)).status).toBe(403);
  await propose(ada, first.id, second.id);
  const id = `${first.id}-${second.id}`;
  const answers = [await approve(ada, id), await reject(ada, id, 'No'), await remove(ada, id)];
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
  expect(await calls.storedPairs()).toMatchObject([{ status: 'pending' }]);
  expect(await calls.auditLog()).toEqual([]);
});

it('shows the proposer what became of each proposal, newest first, with the reason for a rejection', async () => {
  const [ada, bob, mo] = [await signedInUser(), await signedInUser(), await buildModerator()];
  const [first, second, third] = [...(await buildPair()), await buildProduct(api.db)];
  await propose(ada, first.id, second.id);
  api.clock.now = new Date(api.clock.now.getTime() + 1);
  await propose(ada, first.id, third.id);
  await approve(mo, `${first.id}-${second.id}`);
  await reject(mo, `${first.id}-${third.id}`, 'They do different things.');

  const { body } = await api.request('GET', '/api/user/private/alternatives', ada);
  expect(listProposalsCall.answer.parse(body).proposals).toMatchObject([
    { alternative: { id: third.id }, status: 'rejected', rejectionReason: 'They do different things.' },
    { alternative: { id: second.id }, status: 'approved' },
  ]);
  const ofBob = await api.request('GET', '/api/user/private/alternatives', bob);
  expect(ofBob.body).toMatchObject({ proposals: [], nextCursor: null });
  expect(await shownOf(third)).toEqual([]);
});

it('takes the first of two decisions, and refuses an empty reason', async () => {
  const [ada, mo, may] = [await signedInUser(), await buildModerator(), await buildModerator()];
  const [first, second] = await buildPair();
  await propose(ada, first.id, second.id);
  const id = `${first.id}-${second.id}`;
  expect((await reject(mo, id, ' ')).status).toBe(400);
  expect((await remove(mo, id)).status).toBe(409);
  await approve(mo, id);
  expect(await reject(may, id, 'No')).toMatchObject({
    status: 409,
    body: { message: 'This alternative was already approved.' },
  });
  expect((await approve(may, `${second.id}-${first.id}`)).status).toBe(404);
  expect(await shownOf(first)).toEqual([second.id]);
});

it('takes a pair off both pages again, and lets only a moderator return it to the queue', async () => {
  const [ada, mo] = [await signedInUser(), await buildModerator()];
  const [first, second] = await buildPair();
  const id = await calls.approvedPair(first, second);
  expect([await shownOf(first), await shownOf(second)]).toEqual([[second.id], [first.id]]);

  expect((await remove(mo, id)).status).toBe(200);

  expect([await shownOf(first), await shownOf(second)]).toEqual([[], []]);
  expect((await propose(ada, first.id, second.id)).status).toBe(409);
  expect((await propose(mo, second.id, first.id)).status).toBe(201);
  expect((await calls.queue(mo)).map((proposal) => proposal.id)).toEqual([id]);
});

it('keeps the alternatives of a removed product, without its name, and drops the product from the lists of others', async () => {
  const [first, second] = await buildPair();
  await calls.approvedPair(first, second);
  expect(await shownOf(second)).toEqual([first.id]);
  await api.pool.query(`UPDATE products SET status = 'removed' WHERE id = $1`, [first.id]);
  await api.deps().publicChanges.catchUp();

  expect(await shownOf(second)).toEqual([]);
  const { status, body } = await api.request('GET', `/api/products/${first.slug}/alternatives`);
  expect(status).toBe(200);
  expect(body).toMatchObject({ alternatives: [{ product: { id: second.id } }] });
  expect(listAlternativesCall.answer.parse(body).subject).toEqual({
    id: first.id,
    slug: first.slug,
    status: 'removed',
  });
});

it('takes the proposals of a withdrawn product out of the queue until it is listed again', async () => {
  const [ada, mo] = [await signedInUser(), await buildModerator()];
  const [first, second, third] = [
    await buildProduct(api.db, { submitterId: ada.id }),
    ...(await buildPair()),
  ];
  // By the submitter: with a proposal of somebody else, the product would stay.
  await propose(ada, first.id, second.id);
  await propose(mo, second.id, third.id);
  await api.request('DELETE', `/api/user/private/products/${first.id}`, ada);
  expect((await calls.queue(mo)).map(({ id }) => id)).toEqual([`${second.id}-${third.id}`]);
  await api.request('POST', `/api/moderation/products/${first.id}/restore`, mo);
  expect(await calls.queue(mo)).toHaveLength(2);
});

it('has no list for a hidden product, and leads a former slug to the present one', async () => {
  const hidden = await buildProduct(api.db, { status: 'pending' });
  expect((await api.request('GET', `/api/products/${hidden.slug}/alternatives`)).status).toBe(404);
  const { id } = await buildProduct(api.db, { slug: 'present' });
  await api.pool.query(`INSERT INTO product_slugs (slug, product_id) VALUES ('former', $1)`, [id]);
  expect(await api.request('GET', '/api/products/former/alternatives')).toMatchObject({
    status: 404,
    body: { fields: { movedTo: 'present' } },
  });
});

it('pages through the alternatives by upvotes without repeating or losing any', async () => {
  const subject = await buildProduct(api.db);
  const others = [];
  for (let count = 0; count < 7; count += 1) {
    const other = await buildProduct(api.db);
    others.push(other.id);
    await api.pool.query(
      `INSERT INTO alternatives (product_id, alternative_id, status, upvote_count, ranking_upvote_count, created_at)
       VALUES ($1, $2, 'approved', $3, $3, now())`,
      [subject.id, other.id, Math.floor(count / 2)],
    );
  }
  const found: string[] = [];
  let after: string | null = '';
  while (after !== null) {
    const query: string = after && `&after=${after}`;
    const { body } = await api.request('GET', `/api/products/${subject.slug}/alternatives?limit=2${query}`);
    const page = listAlternativesCall.answer.parse(body);
    found.push(...page.alternatives.map(({ product }) => product.id));
    after = page.nextCursor;
  }
  expect(found).toEqual(others.toReversed());
  expect((await api.request('GET', `/api/products/${subject.slug}/alternatives?after=1.x`)).status).toBe(400);
});

it('names the pairs among products that are approved', async () => {
  const [first, second, third] = [...(await buildPair()), await buildProduct(api.db)];
  const id = await calls.approvedPair(first, second);
  await propose(await signedInUser(), first.id, third.id);
  const { body } = await api.request('GET', `/api/alternatives?ids=${third.id},${second.id},${first.id}`);
  expect(listPairsCall.answer.parse(body).pairs).toEqual([id]);
});

it('takes 20 proposals of a member in a day, and does not count those that are refused', async () => {
  const ada = await signedInUser();
  const { id } = await buildProduct(api.db);
  const statuses = [];
  await propose(ada, id, id);
  for (let count = 0; count < 21; count += 1) {
    statuses.push((await propose(ada, id, (await buildProduct(api.db)).id)).status);
  }
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 201), 429]);
});
