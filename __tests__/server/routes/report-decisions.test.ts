import { eq } from 'drizzle-orm';
import { reports } from '@/server/db/schema/report-schema';
import { auditEntries, products } from '@/server/db/schema';
import { buildProduct } from '../../setup/build';
import { setUpReportCalls } from '../../setup/report-calls';
import { setUpTestApp, testNow } from '../../setup/test-app';

const api = setUpTestApp();
const {
  signedInUser,
  buildModerator,
  report,
  decide,
  listReported,
  listOwn,
  actions,
  verifyEmail,
  sentEmails,
} = setUpReportCalls(api);

it('decides once with one entry of the log, tells the reporters, and counts their accuracy', async () => {
  const [ada, moderator] = [await signedInUser(), await buildModerator()];
  await verifyEmail(ada, 'ada@x.example');
  const [first, second] = [await buildProduct(api.db, { name: 'Figgle' }), await buildProduct(api.db)];
  await report(first.id, { reason: 'broken' }, ada);
  await report(first.id, { reason: 'broken', email: 'visitor@x.example' });
  await report(second.id, { reason: 'spam' }, ada);

  const decided = await decide(moderator, first.id, { note: 'Its link is fixed.' });
  expect(decided.body).toEqual({ isError: false, decidedCount: 2 });
  expect((await decide(moderator, first.id, {})).status).toBe(409);
  expect((await decide(moderator, first.id, { seen: '0000-01-01T00:00:00Z' })).status).toBe(400);
  await decide(moderator, second.id, { outcome: 'dismissed' });

  expect(await actions()).toEqual(['report.uphold', 'report.dismiss']);
  expect(
    (await api.db.select().from(auditEntries)).map(({ details }) => JSON.stringify(details)).join(),
  ).not.toMatch(/x\.example|fixed|member-/);
  expect((await listReported(moderator)).products).toEqual([]);
  expect(await listOwn(ada)).toMatchObject([
    { outcome: 'dismissed', note: null },
    { outcome: 'upheld', note: 'Its link is fixed.' },
  ]);
  const mails = await sentEmails();
  expect(mails.map(({ to }) => to).sort()).toEqual(['ada@x.example', 'ada@x.example', 'visitor@x.example']);
  expect(mails[0]).toMatchObject({ subject: 'Your report about Figgle' });
  const ofFirst = mails.filter(({ subject }) => subject === 'Your report about Figgle');
  const why = 'You get this email because you reported this tool, and it is the only one about that.';
  expect(ofFirst.map(({ text }) => text.split('\n\n'))).toEqual(
    Array(2).fill([
      'You reported Figgle. The moderators of Listgrove have looked at it.',
      'They agree, and have taken care of it.',
      '> Its link is fixed.',
      expect.stringMatching(new RegExp(`^http.*/tool/${first.slug}$`)),
      why,
    ]),
  );
  expect(mails.find(({ subject }) => subject !== 'Your report about Figgle')?.text.split('\n\n')).toEqual([
    expect.stringMatching(/^You reported .*\. The moderators of Listgrove have looked at it\.$/),
    'They found nothing to change.',
    expect.stringMatching(new RegExp(`^http.*/tool/${second.slug}$`)),
    why,
  ]);
  expect((await api.db.select().from(reports)).map(({ email }) => email)).toEqual([null, null, null]);

  const third = await buildProduct(api.db);
  await report(third.id, { reason: 'wrong' }, ada);
  const { products: listed } = await listReported(moderator);
  expect(listed[0]?.reports[0]?.reporter).toMatchObject({ decidedCount: 2, upheldCount: 1 });
  const path = `/api/moderation/users/${ada.id}`;
  expect((await api.request('GET', path, { headers: moderator.headers })).body).toMatchObject({
    record: { reports: { openCount: 1, decidedCount: 2, upheldCount: 1 } },
  });
});

it('sends no email to a moderator about a report of their own, and stores no address that a member sends', async () => {
  const [ada, moderator] = [await signedInUser(), await buildModerator()];
  await verifyEmail(moderator, 'mo@x.example');
  const [first, second] = [await buildProduct(api.db), await buildProduct(api.db)];
  await report(first.id, { reason: 'broken' }, moderator);
  await report(second.id, { reason: 'broken', email: 'somebody-else@x.example' }, ada);
  expect((await api.db.select().from(reports)).map(({ email }) => email)).toEqual([null, null]);
  for (const { id } of [first, second]) await decide(moderator, id, {});
  expect(await sentEmails()).toEqual([]);
});

it('decides on one report alone, and on none that came after the moderator looked', async () => {
  const [ada, bob, moderator] = [await signedInUser(), await signedInUser(), await buildModerator()];
  const { id } = await buildProduct(api.db);
  await report(id, { reason: 'broken' }, ada);
  await report(id, { reason: 'spam' }, bob);
  const { seen, products: listed } = await listReported(moderator);
  const [ofAda] = listed[0]?.reports ?? [];
  await decide(moderator, id, { outcome: 'dismissed', reportId: ofAda?.id });
  expect((await listReported(moderator)).products).toMatchObject([
    { reportCount: 1, reports: [{ reason: 'spam' }] },
  ]);

  api.clock.now = new Date(testNow.getTime() + 1);
  await report(id, { reason: 'wrong' }, bob);
  expect((await decide(moderator, id, { seen })).status).toBe(409);
  expect((await listReported(moderator)).products).toMatchObject([{ reports: [{ reason: 'wrong' }] }]);
});

it('removes a product after a report, tells its submitter, and lists it again', async () => {
  const [ada, moderator] = [await signedInUser(), await buildModerator()];
  await verifyEmail(ada, 'ada@x.example');
  const product = await buildProduct(api.db, { submitterId: ada.id, tags: ['Testing'] });
  const open = async () => (await api.request('GET', `/api/products/${product.slug}`)).status;
  await report(product.id, { reason: 'spam', email: 'visitor@x.example' });
  expect(await open()).toBe(200);

  const refused = await decide(moderator, product.id, { outcome: 'dismissed', remedy: 'remove' });
  expect(refused.status).toBe(400);
  expect((await decide(moderator, product.id, { remedy: 'remove' })).status).toBe(200);
  expect(await open()).toBe(410);
  const [toReporter, toSubmitter, ...others] = (await sentEmails()).toSorted((a, b) =>
    b.to.localeCompare(a.to),
  );
  expect(others).toEqual([]);
  expect(toReporter?.text.split('\n\n').slice(0, -1)).toEqual([
    `You reported ${product.name}. The moderators of Listgrove have looked at it.`,
    `They agree, and have removed ${product.name}.`,
  ]);
  expect(toSubmitter?.subject).toBe(`${product.name} was removed from Listgrove`);
  expect(toSubmitter?.text.split('\n\n')).toEqual([
    `The moderators of Listgrove have removed ${product.name} after a report.`,
    expect.stringMatching(/^If you think that is a mistake, write to us: http.*\/support#contact$/),
    'You get this email because you submitted this tool to Listgrove.',
  ]);
  const restore = () =>
    api.request('POST', `/api/moderation/products/${product.id}/restore`, { headers: moderator.headers });
  expect((await restore()).status).toBe(200);
  expect(await open()).toBe(200);
  const back = (await sentEmails()).find(({ subject }) => subject === `${product.name} is back on Listgrove`);
  expect(back?.text).toMatch(
    `The moderators of Listgrove had removed ${product.name}. They have listed it again: `,
  );
  expect((await restore()).status).toBe(409);
  expect(await actions()).toEqual(['report.remove', 'product.restore']);
});

it('removes no product that its submitter has withdrawn, so that the report can only be closed', async () => {
  const [ada, moderator] = [await signedInUser(), await buildModerator()];
  const { id } = await buildProduct(api.db, { submitterId: ada.id });
  await report(id, { reason: 'spam' });
  await api.request('DELETE', `/api/user/private/products/${id}`, { headers: ada.headers });
  expect((await decide(moderator, id, { remedy: 'remove' })).status).toBe(409);
  expect((await decide(moderator, id, {})).status).toBe(200);
});

it('marks a product as discontinued after a report', async () => {
  const moderator = await buildModerator();
  const { id } = await buildProduct(api.db);
  await report(id, { reason: 'broken' });
  expect((await decide(moderator, id, { remedy: 'discontinue' })).status).toBe(400);
  const discontinuation = { discontinuedOn: '2026-05-01', reason: 'It is gone.' };
  expect((await decide(moderator, id, { remedy: 'discontinue', discontinuation })).status).toBe(200);
  const [row] = await api.db.select().from(products).where(eq(products.id, id));
  expect(row?.status).toBe('discontinued');
  expect(await actions()).toEqual(['report.discontinue']);
});
