import { productPage } from '@/lib/contract/product';
import { HOUR_MS } from '@/lib/contract/plain/durations';
import { createApp } from '@/server/app';
import { PublicChanges } from '@/server/http/public-changes';
import { ResponseCache } from '@/server/http/response-cache';
import { listPublicChanges } from '@/server/queries/public-changes';
import { buildProduct } from '../../setup/build';
import { idsOf, moderatedProductOf, setUpModerationCalls } from '../../setup/moderation-calls';
import { setUpTestApp, testNow } from '../../setup/test-app';
import { until } from '../../setup/until';

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
  searchIds,
  advanceClock,
} = setUpModerationCalls(api);

describe('approving', () => {
  it('shows the product immediately in lists, tag counts and search, and writes one audit entry', async () => {
    const ada = await signedInUser();
    const grace = await buildModerator('mo');
    const { id } = await createSubmission(ada);
    expect([await newestIds(), await searchIds('figgle'), await tagCounts()]).toEqual([
      [],
      [],
      { design: 0, drawing: 0 },
    ]);
    advanceClock(5);

    const response = await approve(grace.headers, id);

    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    expect(moderatedProductOf(response)).toMatchObject({
      id,
      status: 'approved',
      approvedAt: api.clock.now.toISOString(),
    });
    expect([await newestIds(), await searchIds('figgle'), await tagCounts()]).toEqual([
      [id],
      [id],
      { design: 1, drawing: 1 },
    ]);
    expect((await api.request('GET', '/api/products/figgle')).status).toBe(200);
    expect(await auditLog()).toEqual([
      {
        id: '1',
        actorId: grace.id,
        actorHandle: 'mo',
        action: 'product.approve',
        subjectKind: 'product',
        subjectId: id,
        details: { name: 'Figgle', slug: 'figgle' },
        createdAt: api.clock.now,
        hash: expect.any(Buffer),
      },
    ]);
    expect(await listQueue(grace)).toEqual({
      ...{ products: [], nextCursor: null },
      ...{ pendingCount: 0, snoozedCount: 0, pendingAlternativeCount: 0 },
    });
  });

  it('succeeds for one of ten moderators at the same time, and returns 409 to the other nine', async () => {
    const { id } = await createSubmission(await signedInUser());
    const moderators = await Promise.all(Array.from({ length: 10 }, () => buildModerator()));

    const answers = await Promise.all(moderators.map(({ headers }) => approve(headers, id)));

    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(409)]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/^Member \d+ approved Figgle just now\.$/),
    });
    expect(await auditLog()).toHaveLength(1);
    expect(await tagCounts()).toEqual({ design: 1, drawing: 1 });
  });

  it('keeps one decision when moderators approve and reject at the same time', async () => {
    const { id } = await createSubmission(await signedInUser());
    const moderators = await Promise.all(Array.from({ length: 10 }, () => buildModerator()));

    const answers = await Promise.all(
      moderators.map(({ headers }, index) =>
        index % 2 ? approve(headers, id) : reject(headers, id, 'It is a poem.'),
      ),
    );

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const entries = await auditLog();
    expect(entries.map(({ action }) => action)).toEqual([
      (await storedProduct(id))?.status === 'approved' ? 'product.approve' : 'product.reject',
    ]);
  });

  it('publishes an edit of an approved product, and keeps its approval date', async () => {
    const ada = await signedInUser();
    const grace = await buildModerator();
    const { id } = await createSubmission(ada);
    await approve(grace.headers, id);
    advanceClock(60);
    await editSubmission(ada, id, {
      name: 'Doodle',
      url: 'https://doodle.example/',
      tags: ['Teams', 'Drawing'],
    });

    const queue = await listQueue(grace);
    expect(queue).toMatchObject({ pendingCount: 1, products: [{ name: 'Doodle', status: 'pending' }] });
    expect(queue.products[0]).toMatchObject({
      slug: 'figgle',
      tags: [{ name: 'Teams' }, { name: 'Drawing' }],
      approvedAt: testNow.toISOString(),
      waitingSince: api.clock.now.toISOString(),
      publishedVersion: { name: 'Figgle', url: 'https://figgle.example/' },
    });
    advanceClock(5);
    const published = moderatedProductOf(await approve(grace.headers, id, queue.products[0]?.updatedAt));

    expect(published).toMatchObject({
      name: 'Doodle',
      slug: 'doodle',
      url: 'https://doodle.example/',
      status: 'approved',
      approvedAt: testNow.toISOString(),
    });
    expect(published).not.toHaveProperty('publishedVersion');
    expect([await newestIds(), await tagCounts()]).toEqual([[id], { design: 0, drawing: 1, teams: 1 }]);
    expect([await searchIds('doodle'), await searchIds('figgle')]).toEqual([[id], []]);
    expect((await api.request('GET', '/api/products/figgle')).body).toMatchObject({
      fields: { movedTo: 'doodle' },
    });
    expect((await auditLog()).map(({ details }) => details.name)).toEqual(['Figgle', 'Doodle']);
    expect(await listQueue(grace)).toMatchObject({ products: [], pendingCount: 0 });
    const resubmitted = { url: 'https://figgle.example/', name: 'Figgle Again' };
    expect(await createSubmission(await signedInUser(), resubmitted)).toMatchObject({ slug: 'figgle-again' });
  });

  it('keeps the approved version public when an edit is rejected, until a later edit is approved', async () => {
    const ada = await signedInUser();
    const grace = await buildModerator();
    const { id } = await createSubmission(ada);
    await approve(grace.headers, id);
    await editSubmission(ada, id, { name: 'Doodle' });

    const rejected = moderatedProductOf(await reject(grace.headers, id, 'Keep the name.'));

    expect(rejected).toMatchObject({ name: 'Doodle', status: 'rejected', rejectionReason: 'Keep the name.' });
    const page = (await api.request('GET', '/api/products/figgle')).body;
    expect(page).toMatchObject({ product: { name: 'Figgle', status: 'approved' } });
    expect(JSON.stringify(page)).not.toContain('Keep the name.');
    expect(await approve(grace.headers, id)).toMatchObject({
      status: 409,
      body: { message: expect.stringMatching(/^Member \d+ rejected Doodle just now\.$/) },
    });

    const edited = await editSubmission(ada, id, { name: 'Figgle Pro' });
    expect(edited).toMatchObject({ name: 'Figgle Pro', status: 'pending' });
    expect(edited).not.toHaveProperty('rejectionReason');
    expect(moderatedProductOf(await approve(grace.headers, id))).toMatchObject({
      slug: 'figgle-pro',
      status: 'approved',
    });
  });

  it('returns 409 for an edit whose URL another product has, and leaves the edit in the queue', async () => {
    const ada = await signedInUser();
    const grace = await buildModerator();
    const { id } = await createSubmission(ada);
    await approve(grace.headers, id);
    await editSubmission(ada, id, { url: 'https://doodle.example/' });
    // An import does not check the URLs of edits.
    await buildProduct(api.db, { name: 'Doodle', canonicalURL: 'https://doodle.example' });

    expect(await approve(grace.headers, id)).toMatchObject({
      status: 409,
      body: { message: 'Doodle is already listed with this link.' },
    });
    expect([(await listQueue(grace)).pendingCount, (await auditLog()).length]).toEqual([1, 1]);
  });

  it('returns 409 for a product that changed after the moderator loaded it', async () => {
    const ada = await signedInUser();
    const grace = await buildModerator();
    const { id } = await createSubmission(ada);
    const loadedAt = (await listQueue(grace)).products[0]?.updatedAt;
    advanceClock(1);
    await editSubmission(ada, id, { tagline: 'Something else altogether' });

    const conflict = {
      status: 409,
      body: { message: 'Figgle has changed since you opened it. Please look at it again.' },
    };
    expect(await approve(grace.headers, id, loadedAt)).toMatchObject(conflict);
    expect(await reject(grace.headers, id, 'It is a poem.', loadedAt)).toMatchObject(conflict);
    expect([(await storedProduct(id))?.status, await auditLog()]).toEqual(['pending', []]);

    const reloadedAt = (await listQueue(grace)).products[0]?.updatedAt;
    expect((await approve(grace.headers, id, reloadedAt)).status).toBe(200);
  });

  it('says that a product was withdrawn', async () => {
    const ada = await signedInUser();
    const grace = await buildModerator();
    const { id } = await createSubmission(ada);
    await api.request('DELETE', `/api/user/private/products/${id}`, { headers: ada.headers });

    expect(await approve(grace.headers, id)).toMatchObject({
      status: 404,
      body: { message: 'This tool is gone. Its submitter may have withdrawn it.' },
    });
    expect((await auditLog()).map(({ action }) => action)).toEqual(['product.withdraw']);
  });

  it('appears in another process a moment later', async () => {
    const grace = await buildModerator();
    const { id } = await createSubmission(await signedInUser());
    const publicChanges = new PublicChanges((since) => listPublicChanges(api.db, since));
    const responseCache = new ResponseCache(publicChanges, { ttlMs: HOUR_MS });
    const other = createApp({ ...api.deps(), publicChanges, responseCache }, { basePath: '/api' });
    const newestInOther = async () => {
      const body: unknown = await (await other.request('/api/products?sort=new')).json();
      return idsOf(productPage.parse(body));
    };
    expect(await newestInOther()).toEqual([]);

    await approve(grace.headers, id);
    await until(async () => (await newestInOther()).includes(id));
    expect(await newestInOther()).toEqual([id]);
  });

  it("accepts a moderator's decision on their own product, and logs it", async () => {
    const grace = await buildModerator('mo');
    const { id } = await createSubmission(grace);

    expect((await approve(grace.headers, id)).status).toBe(200);
    expect(await auditLog()).toMatchObject([{ actorHandle: 'mo', subjectId: id }]);
  });
});
