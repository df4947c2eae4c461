import { eq } from 'drizzle-orm';
import { DAY_MS } from '@/lib/contract/plain/durations';
import { reportedProducts, reports } from '@/server/db/schema/report-schema';
import { products } from '@/server/db/schema';
import { insertWebhook } from '@/server/queries/webhooks';
import { purgeExpiredHourly } from '@/server/jobs/jobs';
import { buildProduct } from '../../setup/build';
import { setUpReportCalls } from '../../setup/report-calls';
import { setUpTestApp, testNow } from '../../setup/test-app';
import { tasksOf } from '../../setup/tasks';

const api = setUpTestApp();
const { signedInUser, buildModerator, report, decide, listReported, listOwn } = setUpReportCalls(api);
const never = new AbortController().signal;

it('takes reports of members and visitors, of which a member has one open per product', async () => {
  const [ada, moderator] = [await signedInUser(), await buildModerator()];
  const product = await buildProduct(api.db);

  const first = await report(product.id, { reason: 'broken' }, ada);
  expect(first.body).toEqual({
    isError: false,
    message: 'Thanks for your report. A moderator will look at it.',
  });
  const second = await report(
    product.id,
    { reason: 'duplicate', text: ' The same. ', duplicateURL: 'other.example' },
    ada,
  );
  expect(second.body).toEqual({ isError: false, message: 'Thanks! Your report is updated.' });
  await report(product.id, { reason: 'spam' });

  const { products: listed } = await listReported(moderator);
  expect(listed).toMatchObject([
    {
      product: { id: product.id, status: 'approved' },
      reportCount: 2,
      reports: [
        {
          ...{ reason: 'duplicate', text: 'The same.', duplicateURL: 'https://other.example' },
          reporter: { handle: ada.handle, decidedCount: 0, upheldCount: 0 },
        },
        { reason: 'spam', text: '', duplicateURL: null, reporter: null },
      ],
    },
  ]);
  expect(await listOwn(ada)).toMatchObject([{ reason: 'duplicate', outcome: null }]);
});

it.each([
  [{ reason: 'nonsense' }, 'reason'],
  [{ reason: 'other' }, 'text'],
  [{ reason: 'other', text: '  ' }, 'text'],
  [{ reason: 'spam', text: 'x'.repeat(1_001) }, 'text'],
  [{ reason: 'spam', email: 'ada' }, 'email'],
  [{ reason: 'duplicate', duplicateURL: 'javascript:alert(1)' }, 'duplicateURL'],
])('refuses %j, naming %s', async (body, field) => {
  const { id } = await buildProduct(api.db);
  const answer = await report(id, body);
  expect([answer.status, answer.body]).toMatchObject([400, { fields: { [field]: expect.any(String) } }]);
});

it('accepts the longest text, and refuses what is not listed', async () => {
  const [product, pending] = [
    await buildProduct(api.db, { status: 'discontinued' }),
    await buildProduct(api.db, { status: 'pending', approvedAt: null }),
  ];
  expect((await report(product.id, { reason: 'wrong', text: 'x'.repeat(1_000) })).status).toBe(200);
  expect((await report(pending.id, { reason: 'wrong' })).status).toBe(404);
  expect((await report('999', { reason: 'wrong' })).status).toBe(404);
});

it('accepts a form from a browser without JavaScript, and leads back to the same product', async () => {
  const { id, slug } = await buildProduct(api.db);
  const post = (fields: Record<string, string>, productId = id) =>
    api.request('POST', `/api/products/${productId}/reports`, {
      body: new URLSearchParams(fields),
      headers: { accept: 'text/html' },
    });
  const sent = await post({ reason: 'broken', text: '', duplicateURL: '', email: '', hp: '' });
  expect([sent.status, sent.headers.get('location')]).toEqual([303, `/report?of=${slug}&sent=1`]);
  const refused = await post({ reason: 'other' });
  expect(refused.headers.get('location')).toBe(`/report?of=${slug}&error=bad_request`);
  const pending = await buildProduct(api.db, { status: 'pending', approvedAt: null });
  expect((await post({ reason: 'other' }, pending.id)).headers.get('location')).toBe(
    '/report?error=bad_request',
  );
  await post({ reason: 'broken', hp: 'x' });
  expect(await api.db.$count(reports)).toBe(1);
});

it('orders by number, then by age, page by page', async () => {
  const moderator = await buildModerator();
  const built = [];
  for (let index = 0; index < 22; index += 1) {
    const product = await buildProduct(api.db);
    built.push(product.id);
    const createdAt = new Date(testNow.getTime() - index * DAY_MS);
    const count = index === 3 ? 3 : 1;
    await api.db
      .insert(reports)
      .values(
        Array.from({ length: count }, () => ({ productId: product.id, reason: 'spam' as const, createdAt })),
      );
  }
  const first = await listReported(moderator);
  const second = await listReported(moderator, first.nextCursor ?? '');
  const ids = [...first.products, ...second.products].map(({ product }) => product.id);
  const [most, ...others] = [built[3], ...built.filter((_, index) => index !== 3).reverse()];
  expect([first.products.length, second.nextCursor]).toEqual([20, null]);
  expect(ids).toEqual([most, ...others]);
});

it('tells webhooks of each report once', async () => {
  await insertWebhook(api.db, {
    ...{ url: 'https://hooks.example/in', format: 'slack', events: ['product.reported'] },
    ...{ secret: 'c2VjcmV0', createdAt: testNow },
  });
  const ada = await signedInUser();
  const { id } = await buildProduct(api.db);
  await report(id, { reason: 'broken' }, ada);
  await report(id, { reason: 'spam' }, ada);
  expect(await tasksOf(api.db, 'event')).toMatchObject([
    { payload: { event: 'product.reported' }, productId: id },
  ]);
});

it('takes no report from members while the site is read-only, nor from visitors', async () => {
  const [ada, moderator] = [await signedInUser(), await buildModerator()];
  const { id } = await buildProduct(api.db);
  const { headers } = moderator;
  await api.request('PUT', '/api/moderation/brakes/read-only', { headers, body: {} });
  expect((await report(id, { reason: 'spam' }, ada)).status).toBe(503);
  expect((await report(id, { reason: 'spam' })).status).toBe(503);
});

it('forgets the addresses of visitors, and their decided reports, after a while', async () => {
  const [open, decided] = [await buildProduct(api.db), await buildProduct(api.db)];
  await report(open.id, { reason: 'spam', email: 'visitor@x.example' });
  await report(decided.id, { reason: 'spam' });
  await decide(await buildModerator(), decided.id, {});
  const purgeAfter = async (days: number) => {
    api.clock.now = new Date(testNow.getTime() + days * DAY_MS);
    await purgeExpiredHourly.run(api.deps(), never);
    return (await api.db.select().from(reports)).map(({ email }) => email);
  };
  expect(await purgeAfter(90)).toEqual(['visitor@x.example', null]);
  expect(await purgeAfter(91)).toEqual(['visitor@x.example']);
  expect(await purgeAfter(181)).toEqual([null]);
});

it('counts open reports whatever becomes of them', async () => {
  const ada = await signedInUser();
  const [first, second] = [await buildProduct(api.db), await buildProduct(api.db)];
  await Promise.all([
    report(first.id, { reason: 'spam' }, ada),
    ...Array.from({ length: 5 }, () => report(first.id, { reason: 'wrong' })),
    report(second.id, { reason: 'spam' }, ada),
  ]);
  const counts = async () =>
    (await api.db.select().from(reportedProducts).orderBy(reportedProducts.productId)).map(
      ({ reportCount }) => reportCount,
    );
  expect(await counts()).toEqual([6, 1]);
  await api.db.delete(reports).where(eq(reports.reporterId, ada.id));
  expect(await counts()).toEqual([5]);
  await api.db.delete(products).where(eq(products.id, first.id));
  expect(await counts()).toEqual([]);
});

it('takes 20 reports of a member in a day, from whatever addresses', async () => {
  const ada = await signedInUser();
  const send = async () => (await report((await buildProduct(api.db)).id, { reason: 'spam' }, ada)).status;
  for (let count = 0; count < 20; count += 1) expect(await send()).toBe(200);
  expect(await send()).toBe(429);
  api.clock.now = new Date(testNow.getTime() + DAY_MS);
  expect(await send()).toBe(200);
});
