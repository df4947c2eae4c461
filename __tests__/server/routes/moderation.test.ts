import { asc, sql } from 'drizzle-orm';
import { products } from '@/server/db/schema';
import { buildProduct } from '../../setup/build';
import { idsOf, moderatedProductOf, setUpModerationCalls } from '../../setup/moderation-calls';
import { setUpTestApp, testNow } from '../../setup/test-app';

const api = setUpTestApp();
const {
  signedInUser,
  buildModerator,
  createSubmission,
  editSubmission,
  listQueue,
  approve,
  reject,
  auditLog,
  storedProduct,
  tagCounts,
  newestIds,
  advanceClock,
} = setUpModerationCalls(api);
const minutesAgo = (minutes: number) => new Date(testNow.getTime() - minutes * 60_000);

describe('the queue', () => {
  it('contains all pending products, oldest first, in the order of the queue places that submitters see', async () => {
    const ada = await signedInUser({ handle: 'ada', name: 'Ada' });
    const grace = await buildModerator();
    const first = await createSubmission(ada);
    advanceClock(1);
    const second = await createSubmission(await signedInUser(), {
      url: 'https://second.example/',
      name: 'Second',
    });
    await buildProduct(api.db);
    await buildProduct(api.db, { status: 'rejected', rejectionReason: 'It is a poem.' });

    const page = await listQueue(grace);

    expect(idsOf(page)).toEqual([first.id, second.id]);
    expect([first.queuePlace, second.queuePlace]).toEqual([1, 2]);
    expect(page).toMatchObject({ pendingCount: 2, nextCursor: null });
    expect(page.products[0]).toMatchObject({
      name: 'Figgle',
      description: 'With **layers**.',
      descriptionHTML: '<p>With <strong>layers</strong>.</p>',
      url: 'https://figgle.example/',
      iconURL: '/api/tiles/Figgle.svg',
      iconSource: 'generated',
      screenshotURL: null,
      imageURL: '/api/tiles/Figgle.svg',
      tags: [{ name: 'Design' }, { name: 'Drawing' }],
      submitter: { handle: 'ada', name: 'Ada' },
      createdAt: testNow.toISOString(),
      waitingSince: testNow.toISOString(),
      approvedAt: null,
    });
    expect(page.products[0]).not.toHaveProperty('lastRejection');
  });

  it('is read page by page without repeats or gaps while moderators decide', async () => {
    const grace = await buildModerator();
    for (let count = 0; count < 65; count += 1) {
      // Several products have the same time. The id then sets the order.
      await buildProduct(api.db, { status: 'pending', approvedAt: null, createdAt: minutesAgo(count % 7) });
    }

    const first = await listQueue(grace);
    for (const id of idsOf(first).slice(0, 10)) await approve(grace.headers, id);
    const second = await listQueue(grace, `after=${first.nextCursor ?? ''}`);
    const third = await listQueue(grace, `after=${second.nextCursor ?? ''}`);

    const ids = [first, second, third].flatMap(idsOf);
    const inOrder = await api.db.select().from(products).orderBy(asc(products.createdAt), asc(products.id));
    expect(ids).toEqual(inOrder.map(({ id }) => id));
    expect([first.pendingCount, second.pendingCount, third.nextCursor]).toEqual([65, 55, null]);
  });

  it('is counted up to 5,000 products', async () => {
    await api.db.execute(sql`
      INSERT INTO products (slug, name, tagline, url, canonical_url)
      SELECT 'p' || n, 'Product', 'A product', 'https://p.example/', 'p' || n FROM generate_series(1, 5001) AS n`);
    expect(await listQueue(await buildModerator())).toMatchObject({ pendingCount: 5_000 });
  });

  it('contains the products of another status on request', async () => {
    const grace = await buildModerator();
    const rejected = await buildProduct(api.db, { status: 'rejected', rejectionReason: 'It is a poem.' });
    await buildProduct(api.db);

    const page = await listQueue(grace, 'status=rejected');
    expect(idsOf(page)).toEqual([rejected.id]);
    expect(page.products[0]).toMatchObject({ status: 'rejected', rejectionReason: 'It is a poem.' });
    expect(page.products[0]).not.toHaveProperty('waitingSince');
  });

  it.each(['status=lost', 'after=x', `after=${Buffer.from('["new","x","1"]').toString('base64url')}`])(
    'rejects the query %s',
    async (query) => {
      const { headers } = await buildModerator();
      expect((await api.request('GET', `/api/moderation/products?${query}`, { headers })).status).toBe(400);
    },
  );
});

describe('rejecting', () => {
  it('shows the reason to the submitter, and an edit returns the product to the queue', async () => {
    const ada = await signedInUser();
    const grace = await buildModerator('mo');
    const { id } = await createSubmission(ada);

    const rejected = moderatedProductOf(await reject(grace.headers, id, '  It is a poem.\nA long one.  '));

    const reason = 'It is a poem.\nA long one.';
    expect(rejected).toMatchObject({ status: 'rejected', rejectionReason: reason });
    const dashboard = await api.request('GET', '/api/user/private/products?status=rejected', {
      headers: ada.headers,
    });
    expect(dashboard.body).toMatchObject({ products: [{ id, rejectionReason: reason }] });
    expect([await newestIds(), await tagCounts()]).toEqual([[], { design: 0, drawing: 0 }]);
    expect(await auditLog()).toMatchObject([
      { action: 'product.reject', actorHandle: 'mo', details: { name: 'Figgle', slug: 'figgle', reason } },
    ]);

    advanceClock(10);
    const edited = await editSubmission(ada, id, { description: 'It is a drawing board.' });
    expect(edited).toMatchObject({ status: 'pending', queuePlace: 1 });
    expect(edited).not.toHaveProperty('rejectionReason');
    const [queued] = (await listQueue(grace)).products;
    expect(queued).toMatchObject({
      waitingSince: api.clock.now.toISOString(),
      lastRejection: { reason, rejectedAt: testNow.toISOString() },
    });
    expect((await approve(grace.headers, id)).status).toBe(200);
    expect((await auditLog()).map(({ action }) => action)).toEqual(['product.reject', 'product.approve']);
    expect(await newestIds()).toEqual([id]);
  });

  it.each([
    ['an empty text', '', 'Write a reason.'],
    ['only spaces', ' \n ', 'Write a reason.'],
    ['more than 500 characters', 'x'.repeat(501), 'Use at most 500 characters.'],
    ['a control character', 'a\u0000b', 'Leave out control characters.'],
    ['a number', 1, undefined],
  ])('rejects %s as a reason, and does not change the product', async (_, reason, sentence) => {
    const grace = await buildModerator();
    const { id } = await createSubmission(await signedInUser());

    const response = await reject(grace.headers, id, reason);

    expect(response).toMatchObject({ status: 400, body: { code: 'bad_request' } });
    if (sentence) expect(response.body).toMatchObject({ fields: { reason: sentence } });
    expect([(await storedProduct(id))?.status, await auditLog()]).toEqual(['pending', []]);
  });

  it('accepts a reason of 500 characters, and returns 409 for an approved product', async () => {
    const grace = await buildModerator();
    const { id } = await createSubmission(await signedInUser());
    const approved = await buildProduct(api.db, { tags: ['Testing'] });

    expect((await reject(grace.headers, id, 'x'.repeat(500))).status).toBe(200);
    expect(await reject(grace.headers, approved.id, 'No.')).toMatchObject({ status: 409 });
    expect(await reject(grace.headers, id, 'Again.')).toMatchObject({
      status: 409,
      body: { message: expect.stringMatching(/^Member \d+ rejected Figgle just now\.$/) },
    });
    expect(await tagCounts()).toMatchObject({ testing: 1 });
    expect(await newestIds()).toEqual([approved.id]);
  });
});

describe('a user without the role', () => {
  it('gets 401 or 403 from every endpoint, and changes nothing', async () => {
    const ada = await signedInUser();
    const { id } = await createSubmission(ada);
    const before = await storedProduct(id);
    const banned = await signedInUser({ role: 'admin', bannedAt: testNow });
    const expected = [
      { headers: {}, status: 401 },
      { headers: ada.headers, status: 403 },
      { headers: (await signedInUser()).headers, status: 403 },
      { headers: banned.headers, status: 403 },
    ];

    for (const { headers, status } of expected) {
      const answers = [
        await api.request('GET', '/api/moderation/products', { headers }),
        await approve(headers, id),
        await reject(headers, id, 'It is a poem.'),
      ];
      expect(answers.map((answer) => answer.status)).toEqual([status, status, status]);
      expect(answers.map(({ text }) => text).join()).not.toContain('Figgle');
    }

    expect([await storedProduct(id), await auditLog(), await tagCounts()]).toEqual([
      before,
      [],
      { design: 0, drawing: 0 },
    ]);
  });
});
