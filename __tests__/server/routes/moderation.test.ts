import { asc, eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import { moderatedProduct, moderationPage } from '@/lib/contract/moderation';
import { productPage } from '@/lib/contract/product';
import { submittedProduct, type SubmissionInput } from '@/lib/contract/submission';
import { createApp } from '@/server/app';
import { auditEntries, products, tags } from '@/server/db/schema';
import { ResponseCache } from '@/server/http/response-cache';
import { buildProduct, buildUser } from '../../setup/build';
import { setUpTestApp, testNow } from '../../setup/test-app';

const api = setUpTestApp();
const minuteMs = 60_000;
const minutesAgo = (minutes: number) => new Date(testNow.getTime() - minutes * minuteMs);
const pass = (minutes: number) => {
  api.clock.now = new Date(api.clock.now.getTime() + minutes * minuteMs);
};

async function member(overrides: Parameters<typeof buildUser>[1] = {}) {
  const user = await buildUser(api.db, overrides);
  return { ...user, headers: await api.signIn(user) };
}
type Member = Awaited<ReturnType<typeof member>>;
const moderator = (handle?: string) => member({ role: 'moderator', ...(handle && { handle }) });

const draft: SubmissionInput = {
  url: 'https://figgle.example/',
  name: 'Figgle',
  tagline: 'Draw together in the browser',
  description: 'With **layers**.',
  tags: ['Design', 'Drawing'],
};
const own = ({ body }: { body: unknown }) => z.object({ product: submittedProduct }).parse(body).product;
const submit = async ({ headers }: Member, overrides: Partial<SubmissionInput> = {}) =>
  own(await api.request('POST', '/api/user/private/products', { headers, body: { ...draft, ...overrides } }));
const edit = async ({ headers }: Member, id: string, body: object) =>
  own(await api.request('PATCH', `/api/user/private/products/${id}`, { headers, body }));

const listQueue = async ({ headers }: Member, query = '') =>
  moderationPage.parse((await api.request('GET', `/api/moderation/products?${query}`, { headers })).body);
const idsOf = (page: { products: { id: string }[] }) => page.products.map(({ id }) => id);

const approve = (headers: Record<string, string>, id: string, seen?: string) =>
  api.request('POST', `/api/moderation/products/${id}/approve${seen ? `?seen=${seen}` : ''}`, { headers });
const reject = (headers: Record<string, string>, id: string, reason: unknown, seen?: string) =>
  api.request('POST', `/api/moderation/products/${id}/reject${seen ? `?seen=${seen}` : ''}`, {
    headers,
    body: { reason },
  });
const decided = ({ body }: { body: unknown }) => z.object({ product: moderatedProduct }).parse(body).product;

const audit = () => api.db.select().from(auditEntries).orderBy(asc(auditEntries.id));
const stored = async (id: string) => (await api.db.select().from(products).where(eq(products.id, id)))[0];
const tagCounts = async () =>
  Object.fromEntries((await api.db.select().from(tags)).map((tag) => [tag.slug, tag.productCount]));
const newest = async () =>
  productPage.parse((await api.request('GET', '/api/products?sort=new')).body).products.map(({ id }) => id);
async function search(query: string) {
  const { body } = await api.request('POST', '/1/indexes/tool-fyi/query', { body: { query } });
  return z
    .object({ hits: z.array(z.object({ id: z.string() })) })
    .parse(body)
    .hits.map(({ id }) => id);
}

describe('the queue', () => {
  it('is everything that waits, oldest first, in the order of the places that submitters see', async () => {
    const ada = await member({ handle: 'ada', name: 'Ada' });
    const mo = await moderator();
    const first = await submit(ada);
    pass(1);
    const second = await submit(await member(), { url: 'https://second.example/', name: 'Second' });
    await buildProduct(api.db);
    await buildProduct(api.db, { status: 'rejected', rejectionReason: 'It is a poem.' });

    const page = await listQueue(mo);

    expect(idsOf(page)).toEqual([first.id, second.id]);
    expect([first.queuePlace, second.queuePlace]).toEqual([1, 2]);
    expect(page).toMatchObject({ pendingCount: 2, nextCursor: null });
    expect(page.products[0]).toMatchObject({
      name: 'Figgle',
      description: 'With **layers**.',
      descriptionHTML: '<p>With <strong>layers</strong>.</p>',
      url: 'https://figgle.example/',
      imageURL: '/api/tiles/Figgle.svg',
      tags: [{ name: 'Design' }, { name: 'Drawing' }],
      submitter: { handle: 'ada', name: 'Ada' },
      createdAt: testNow.toISOString(),
      waitingSince: testNow.toISOString(),
      approvedAt: null,
    });
    expect(page.products[0]).not.toHaveProperty('lastRejection');
  });

  it('is read page by page, without repeats or gaps while others decide', async () => {
    const mo = await moderator();
    for (let count = 0; count < 65; count += 1) {
      // Some wait since the same instant: the id decides.
      await buildProduct(api.db, { status: 'pending', approvedAt: null, createdAt: minutesAgo(count % 7) });
    }

    const first = await listQueue(mo);
    for (const id of idsOf(first).slice(0, 10)) await approve(mo.headers, id);
    const second = await listQueue(mo, `after=${first.nextCursor ?? ''}`);
    const third = await listQueue(mo, `after=${second.nextCursor ?? ''}`);

    const ids = [first, second, third].flatMap(idsOf);
    const inOrder = await api.db.select().from(products).orderBy(asc(products.createdAt), asc(products.id));
    expect(ids).toEqual(inOrder.map(({ id }) => id));
    expect([first.pendingCount, second.pendingCount, third.nextCursor]).toEqual([65, 55, null]);
  });

  it('shows the products of another status when asked', async () => {
    const mo = await moderator();
    const rejected = await buildProduct(api.db, { status: 'rejected', rejectionReason: 'It is a poem.' });
    await buildProduct(api.db);

    const page = await listQueue(mo, 'status=rejected');
    expect(idsOf(page)).toEqual([rejected.id]);
    expect(page.products[0]).toMatchObject({ status: 'rejected', rejectionReason: 'It is a poem.' });
    expect(page.products[0]).not.toHaveProperty('waitingSince');
  });

  it.each(['status=lost', 'after=x', `after=${Buffer.from('["new","x","1"]').toString('base64url')}`])(
    'refuses %s',
    async (query) => {
      const { headers } = await moderator();
      expect((await api.request('GET', `/api/moderation/products?${query}`, { headers })).status).toBe(400);
    },
  );
});

describe('approving', () => {
  it('lists the product at once: in the lists, at its tags and in search, with one audit entry', async () => {
    const ada = await member();
    const mo = await moderator('mo');
    const { id } = await submit(ada);
    expect([await newest(), await search('figgle'), await tagCounts()]).toEqual([
      [],
      [],
      { design: 0, drawing: 0 },
    ]);
    pass(5);

    const answered = await approve(mo.headers, id);

    expect([answered.status, answered.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    expect(decided(answered)).toMatchObject({
      id,
      status: 'approved',
      approvedAt: api.clock.now.toISOString(),
    });
    expect([await newest(), await search('figgle'), await tagCounts()]).toEqual([
      [id],
      [id],
      { design: 1, drawing: 1 },
    ]);
    expect((await api.request('GET', '/api/products/figgle')).status).toBe(200);
    expect(await audit()).toEqual([
      {
        id: '1',
        actorId: mo.id,
        actorHandle: 'mo',
        action: 'product.approve',
        subjectKind: 'product',
        subjectId: id,
        details: { name: 'Figgle', slug: 'figgle' },
        createdAt: api.clock.now,
      },
    ]);
    expect(await listQueue(mo)).toEqual({ products: [], nextCursor: null, pendingCount: 0 });
  });

  it('counts once when ten moderators press at once, and tells the other nine', async () => {
    const { id } = await submit(await member());
    const crew = await Promise.all(Array.from({ length: 10 }, () => moderator()));

    const answers = await Promise.all(crew.map(({ headers }) => approve(headers, id)));

    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(409)]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'conflict',
      message: 'Figgle was already approved.',
    });
    expect(await audit()).toHaveLength(1);
    expect(await tagCounts()).toEqual({ design: 1, drawing: 1 });
  });

  it('lets one decision stand when others press approve and reject at once', async () => {
    const { id } = await submit(await member());
    const crew = await Promise.all(Array.from({ length: 10 }, () => moderator()));

    const answers = await Promise.all(
      crew.map(({ headers }, index) =>
        index % 2 ? approve(headers, id) : reject(headers, id, 'It is a poem.'),
      ),
    );

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const entries = await audit();
    expect(entries.map(({ action }) => action)).toEqual([
      (await stored(id))?.status === 'approved' ? 'product.approve' : 'product.reject',
    ]);
  });

  it('publishes an edit of an approved product, which keeps its date of approval', async () => {
    const ada = await member();
    const mo = await moderator();
    const { id } = await submit(ada);
    await approve(mo.headers, id);
    pass(60);
    await edit(ada, id, { name: 'Doodle', url: 'https://doodle.example/', tags: ['Teams', 'Drawing'] });

    const queue = await listQueue(mo);
    expect(queue).toMatchObject({ pendingCount: 1, products: [{ name: 'Doodle', status: 'pending' }] });
    expect(queue.products[0]).toMatchObject({
      slug: 'figgle',
      tags: [{ name: 'Teams' }, { name: 'Drawing' }],
      approvedAt: testNow.toISOString(),
      waitingSince: api.clock.now.toISOString(),
      publishedVersion: { name: 'Figgle', url: 'https://figgle.example/' },
    });
    pass(5);
    const answered = decided(await approve(mo.headers, id, queue.products[0]?.updatedAt));

    expect(answered).toMatchObject({
      name: 'Doodle',
      slug: 'doodle',
      url: 'https://doodle.example/',
      status: 'approved',
      approvedAt: testNow.toISOString(),
    });
    expect(answered).not.toHaveProperty('publishedVersion');
    expect([await newest(), await tagCounts()]).toEqual([[id], { design: 0, drawing: 1, teams: 1 }]);
    expect([await search('doodle'), await search('figgle')]).toEqual([[id], []]);
    expect((await api.request('GET', '/api/products/figgle')).body).toMatchObject({
      fields: { movedTo: 'doodle' },
    });
    expect((await audit()).map(({ details }) => details.name)).toEqual(['Figgle', 'Doodle']);
    expect(await listQueue(mo)).toMatchObject({ products: [], pendingCount: 0 });
    const resubmitted = { url: 'https://figgle.example/', name: 'Figgle Again' };
    expect(await submit(await member(), resubmitted)).toMatchObject({ slug: 'figgle-again' });
  });

  it('keeps the approved version public when an edit is rejected, until a later edit is approved', async () => {
    const ada = await member();
    const mo = await moderator();
    const { id } = await submit(ada);
    await approve(mo.headers, id);
    await edit(ada, id, { name: 'Doodle' });

    const rejected = decided(await reject(mo.headers, id, 'Keep the name.'));

    expect(rejected).toMatchObject({ name: 'Doodle', status: 'rejected', rejectionReason: 'Keep the name.' });
    const page = (await api.request('GET', '/api/products/figgle')).body;
    expect(page).toMatchObject({ product: { name: 'Figgle', status: 'approved' } });
    expect(JSON.stringify(page)).not.toContain('Keep the name.');
    expect(await approve(mo.headers, id)).toMatchObject({
      status: 409,
      body: { message: 'Doodle was already rejected.' },
    });

    const again = await edit(ada, id, { name: 'Figgle Pro' });
    expect(again).toMatchObject({ name: 'Figgle Pro', status: 'pending' });
    expect(again).not.toHaveProperty('rejectionReason');
    expect(decided(await approve(mo.headers, id))).toMatchObject({ slug: 'figgle-pro', status: 'approved' });
  });

  it('refuses an edit whose URL another product got first, and leaves the edit in the queue', async () => {
    const ada = await member();
    const mo = await moderator();
    const { id } = await submit(ada);
    await approve(mo.headers, id);
    await edit(ada, id, { url: 'https://doodle.example/' });
    // As an import does, which looks at products alone.
    await buildProduct(api.db, { name: 'Doodle', canonicalURL: 'https://doodle.example' });

    expect(await approve(mo.headers, id)).toMatchObject({
      status: 409,
      body: { message: 'Doodle is already listed with this link.' },
    });
    expect([(await listQueue(mo)).pendingCount, (await audit()).length]).toEqual([1, 1]);
  });

  it('decides nothing that was changed after the moderator looked', async () => {
    const ada = await member();
    const mo = await moderator();
    const { id } = await submit(ada);
    const seen = (await listQueue(mo)).products[0]?.updatedAt;
    pass(1);
    await edit(ada, id, { tagline: 'Something else altogether' });

    const refused = {
      status: 409,
      body: { message: 'Figgle has changed since you opened it. Please look at it again.' },
    };
    expect(await approve(mo.headers, id, seen)).toMatchObject(refused);
    expect(await reject(mo.headers, id, 'It is a poem.', seen)).toMatchObject(refused);
    expect([(await stored(id))?.status, await audit()]).toEqual(['pending', []]);

    const seenAgain = (await listQueue(mo)).products[0]?.updatedAt;
    expect((await approve(mo.headers, id, seenAgain)).status).toBe(200);
  });

  it('says that a product was taken back', async () => {
    const ada = await member();
    const mo = await moderator();
    const { id } = await submit(ada);
    await api.request('DELETE', `/api/user/private/products/${id}`, { headers: ada.headers });

    expect(await approve(mo.headers, id)).toMatchObject({
      status: 404,
      body: { message: 'This tool is gone. Its submitter may have withdrawn it.' },
    });
    expect(await audit()).toEqual([]);
  });

  it('shows in another process once the answer that it keeps has expired', async () => {
    const mo = await moderator();
    const { id } = await submit(await member());
    const other = createApp({ ...api.deps(), responseCache: new ResponseCache() }, { basePath: '/api' });
    const newestThere = async () => {
      const body: unknown = await (await other.request('/api/products?sort=new')).json();
      return idsOf(productPage.parse(body));
    };
    expect(await newestThere()).toEqual([]);

    await approve(mo.headers, id);
    while (!(await newestThere()).includes(id)) await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await newestThere()).toEqual([id]);
  });

  it('lets a moderator decide on their own product, which the log tells', async () => {
    const mo = await moderator('mo');
    const { id } = await submit(mo);

    expect((await approve(mo.headers, id)).status).toBe(200);
    expect(await audit()).toMatchObject([{ actorHandle: 'mo', subjectId: id }]);
  });
});

describe('rejecting', () => {
  it('gives the submitter the reason, who edits and submits again', async () => {
    const ada = await member();
    const mo = await moderator('mo');
    const { id } = await submit(ada);

    const rejected = decided(await reject(mo.headers, id, '  It is a poem.\nA long one.  '));

    const reason = 'It is a poem.\nA long one.';
    expect(rejected).toMatchObject({ status: 'rejected', rejectionReason: reason });
    const dashboard = await api.request('GET', '/api/user/private/products?status=rejected', {
      headers: ada.headers,
    });
    expect(dashboard.body).toMatchObject({ products: [{ id, rejectionReason: reason }] });
    expect([await newest(), await tagCounts()]).toEqual([[], { design: 0, drawing: 0 }]);
    expect(await audit()).toMatchObject([
      { action: 'product.reject', actorHandle: 'mo', details: { name: 'Figgle', slug: 'figgle', reason } },
    ]);

    pass(10);
    const again = await edit(ada, id, { description: 'It is a drawing board.' });
    expect(again).toMatchObject({ status: 'pending', queuePlace: 1 });
    expect(again).not.toHaveProperty('rejectionReason');
    const [waiting] = (await listQueue(mo)).products;
    expect(waiting).toMatchObject({
      waitingSince: api.clock.now.toISOString(),
      lastRejection: { reason, rejectedAt: testNow.toISOString() },
    });
    expect((await approve(mo.headers, id)).status).toBe(200);
    expect((await audit()).map(({ action }) => action)).toEqual(['product.reject', 'product.approve']);
    expect(await newest()).toEqual([id]);
  });

  it.each([
    ['nothing', '', 'Write a reason.'],
    ['spaces alone', ' \n ', 'Write a reason.'],
    ['more than 500 characters', 'x'.repeat(501), 'Use at most 500 characters.'],
    ['a control character', 'a\u0000b', 'Leave out control characters.'],
    ['a number', 1, undefined],
  ])('refuses %s as a reason, and leaves the product alone', async (_, reason, sentence) => {
    const mo = await moderator();
    const { id } = await submit(await member());

    const answered = await reject(mo.headers, id, reason);

    expect(answered).toMatchObject({ status: 400, body: { code: 'bad_request' } });
    if (sentence) expect(answered.body).toMatchObject({ fields: { reason: sentence } });
    expect([(await stored(id))?.status, await audit()]).toEqual(['pending', []]);
  });

  it('takes 500 characters, and not an approved product', async () => {
    const mo = await moderator();
    const { id } = await submit(await member());
    const approved = await buildProduct(api.db, { tags: ['Testing'] });

    expect((await reject(mo.headers, id, 'x'.repeat(500))).status).toBe(200);
    expect(await reject(mo.headers, approved.id, 'No.')).toMatchObject({ status: 409 });
    expect(await reject(mo.headers, id, 'Again.')).toMatchObject({
      status: 409,
      body: { message: 'Figgle was already rejected.' },
    });
    expect(await tagCounts()).toMatchObject({ testing: 1 });
    expect(await newest()).toEqual([approved.id]);
  });
});

describe('without the role', () => {
  it('refuses every call and leaves everything alone', async () => {
    const ada = await member();
    const { id } = await submit(ada);
    const before = await stored(id);
    const banned = await member({ role: 'admin', bannedAt: testNow });
    const expected = [
      { headers: {}, status: 401 },
      { headers: ada.headers, status: 403 },
      { headers: (await member()).headers, status: 403 },
      { headers: banned.headers, status: 403 },
    ];

    for (const { headers, status } of expected) {
      const answers = [
        await api.request('GET', '/api/moderation/products', { headers }),
        await approve(headers, id),
        await reject(headers, id, 'It is a poem.'),
      ];
      expect(answers.map((answered) => answered.status)).toEqual([status, status, status]);
      expect(answers.map(({ text }) => text).join()).not.toContain('Figgle');
    }

    expect([await stored(id), await audit(), await tagCounts()]).toEqual([
      before,
      [],
      { design: 0, drawing: 0 },
    ]);
  });
});
