import { eq, sql } from 'drizzle-orm';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@/lib/contract/plain/durations';
import { suggestions } from '@/server/db/schema/edit-schema';
import { memberMeasures } from '@/server/db/schema/member-schema';
import { appeals } from '@/server/db/schema/moderation-schema';
import { contactMessages } from '@/server/db/schema/report-schema';
import { siteChecks } from '@/server/db/schema/site-check-schema';
import { users } from '@/server/db/schema';
import { identities } from '@/server/db/schema/sign-in-schema';
import { buildProduct, buildUser } from '../../setup/build';
import type { SignedInUser } from '../../setup/signed-in-user';
import { setUpStaffSite } from '../../setup/staff-site';
import { emailsOf } from '../../setup/tasks';
import type { ServerEnv } from '@/server/config/env';

const env: Partial<ServerEnv> = {};
const { api, buildStaff, later, tell, send, tellAndSend, choose, calls, reports } = setUpStaffSite(() => env);
afterEach(() => {
  for (const name of Object.keys(env)) Reflect.deleteProperty(env, name);
});

const KINDS_OF_WORK = ['submissions', 'reports', 'appeals', 'suggestions', 'sites', 'messages'] as const;
const linesOf = (email: { text: string } | undefined) => email?.text.split('\n\n-- ')[0]?.split('\n\n') ?? [];
let submitted = 0;
const submitNew = (member: SignedInUser) =>
  calls.createSubmission(member, { url: `https://made-${(submitted += 1)}.example` });
const reportNew = async () => {
  const { id } = await buildProduct(api.db);
  expect((await reports.report(id, { reason: 'broken' })).status).toBe(200);
};

it('tells the first report at once, bundles the next ones, and sends one email an hour', async () => {
  await buildStaff('mo');
  expect(await tellAndSend()).toEqual([]);
  await reportNew();
  const [first, ...others] = await tellAndSend();
  expect(others).toEqual([]);
  expect(first).toMatchObject({
    ...{ to: 'mo@x.example', subject: 'New at Listgrove: Reports' },
    listName: 'notices',
    unsubscribeURL: expect.stringMatching(
      /^http:\/\/localhost:3000\/api\/staff-notices\/one-click\?token=\d+\.reports\./,
    ),
  });
  expect(first?.text).toBe(
    [
      'Reports: 1 new, 1 waiting\nhttp://localhost:3000/moderation/reports',
      '-- ',
      'You get this email because you help to run Listgrove. Choose what you are told, and when:\nhttp://localhost:3000/moderation/notices',
    ].join('\n\n'),
  );
  expect(first?.html).toContain('<a href="http://localhost:3000/moderation/reports"');
  expect(first?.html).toContain('Reports: 1 new, 1 waiting');

  await reportNew();
  await reportNew();
  expect(await tellAndSend()).toEqual([]);
  later(HOUR_MS - 2 * MINUTE_MS);
  expect(await tellAndSend()).toEqual([]);
  later(2 * MINUTE_MS);
  expect((await tellAndSend()).map(linesOf)).toEqual([
    ['Reports: 2 new, 3 waiting\nhttp://localhost:3000/moderation/reports'],
  ]);
  later(2 * HOUR_MS);
  expect(await tellAndSend()).toEqual([]);
});

it('tells of each kind what its page is about, at once or in the morning, to whom may see it', async () => {
  const mo = await buildStaff('mo');
  const ada = await buildStaff('ada', 'admin');
  for (const kind of KINDS_OF_WORK)
    for (const person of [mo, ada])
      expect((await choose(person, kind, 'at-once')).status).toBe(
        person === mo && kind === 'messages' ? 403 : 200,
      );
  await tellAndSend();
  const createdAt = later(MINUTE_MS);
  const member = await calls.signedInUser();
  await submitNew(member);
  const { id } = await buildProduct(api.db, { submitterId: member.id });
  await reports.report(id, { reason: 'broken' });
  const warning = { userId: member.id, kind: 'warning', reason: 'No.', createdAt } as const;
  const [measure] = await api.db.insert(memberMeasures).values(warning).returning();
  await api.db
    .insert(appeals)
    .values({ userId: member.id, measureId: measure?.id, text: 'Please.', createdAt });
  await api.db.insert(suggestions).values({
    ...{ productId: id, memberId: member.id, before: {}, after: {}, basedOn: createdAt, createdAt },
  });
  await api.db.insert(contactMessages).values({ email: 'eve@x.example', message: 'Hello.', createdAt });
  await api.db
    .update(siteChecks)
    .set({ concern: 'changed', concernSince: createdAt })
    .where(eq(siteChecks.productId, id));

  const emails = await tellAndSend();
  const common = [
    'Submissions: 1 new, 1 waiting\nhttp://localhost:3000/moderation',
    'Reports: 1 new, 1 waiting\nhttp://localhost:3000/moderation/reports',
    'Appeals: 1 new, 1 waiting\nhttp://localhost:3000/moderation/appeals',
    'Suggested changes: 1 new, 1 waiting\nhttp://localhost:3000/moderation/suggestions',
    'Changed sites: 1 new, 1 waiting\nhttp://localhost:3000/moderation/sites',
  ];
  expect(new Map(emails.map((email) => [email.to, linesOf(email)]))).toEqual(
    new Map([
      ['mo@x.example', common],
      ['ada@x.example', [...common, 'Messages: 1 new, 1 waiting\nhttp://localhost:3000/moderation/messages']],
    ]),
  );
  expect(emails[0]?.unsubscribeURL).toMatch(/token=\d+\.all\./);
  expect(emails.map(({ text, html }) => `${text}${html}`).join()).not.toMatch(/eve|Please|Hello/);
});

it('sends the summary at eight in the morning, also across a change of the clocks, with what still waits', async () => {
  env.timeZone = 'Europe/Berlin';
  // The evening before summer time ends: eight in the morning is then an hour later in UTC.
  api.clock.now = new Date('2026-10-24T19:00:00Z');
  await buildStaff('mo');
  const moderator = await calls.buildModerator();
  const member = await calls.signedInUser();
  await tellAndSend();
  await submitNew(member);
  const { id } = await submitNew(member);
  api.clock.now = new Date('2026-10-25T06:59:00Z');
  expect(await tellAndSend()).toEqual([]);
  await calls.approve(moderator.headers, id);
  // Comes before eight, and is told after.
  await submitNew(member);
  api.clock.now = new Date('2026-10-25T07:00:00Z');
  expect((await tellAndSend('mo')).map(linesOf)).toEqual([
    ['Submissions: 2 new, 2 waiting\nhttp://localhost:3000/moderation'],
  ]);
  await submitNew(member);
  later(3 * HOUR_MS);
  expect(await tellAndSend('mo')).toEqual([]);
  api.clock.now = new Date('2026-10-26T06:59:00Z');
  expect(await tellAndSend('mo')).toEqual([]);
  api.clock.now = new Date('2026-10-26T07:00:00Z');
  expect((await tellAndSend('mo')).map(linesOf)).toEqual([
    ['Submissions: 1 new, 3 waiting\nhttp://localhost:3000/moderation'],
  ]);
});

it('has the summary of the morning wait for the hour of the last email, and take what is told at once', async () => {
  await buildStaff('mo');
  api.clock.now = new Date('2026-06-02T06:00:00Z');
  await tellAndSend();
  await submitNew(await calls.signedInUser());
  api.clock.now = new Date('2026-06-02T07:30:00Z');
  await reportNew();
  expect((await tellAndSend()).map(({ subject }) => subject)).toEqual(['New at Listgrove: Reports']);
  api.clock.now = new Date('2026-06-02T08:01:00Z');
  await reportNew();
  expect(await tellAndSend()).toEqual([]);
  api.clock.now = new Date('2026-06-02T08:31:00Z');
  expect((await tellAndSend()).map(linesOf)).toEqual([
    [
      'Submissions: 1 new, 1 waiting\nhttp://localhost:3000/moderation',
      'Reports: 1 new, 2 waiting\nhttp://localhost:3000/moderation/reports',
    ],
  ]);
});

it('tells once although several processes look at the same time', async () => {
  await buildStaff('mo');
  await tell();
  await reportNew();
  later(MINUTE_MS);
  await Promise.all(Array.from({ length: 5 }, tell));
  expect(await emailsOf(api.db)).toHaveLength(1);
  await Promise.all([send(), send(), send()]);
  expect(api.sent).toHaveLength(1);
});

it.each<[string, Partial<typeof users.$inferInsert>]>([
  ['banned', { bannedAt: new Date() }],
  ['suspended', { suspendedUntil: new Date('2030-01-01') }],
  ['leaving', { deletionRequestedAt: new Date() }],
  ['no longer a moderator', { role: 'member' }],
])('sends nothing to somebody who is %s, neither then nor from the queue', async (_, change) => {
  const mo = await buildStaff('mo');
  await tell();
  await reportNew();
  later(MINUTE_MS);
  await tell();
  expect(await emailsOf(api.db)).toHaveLength(1);
  await api.db.update(users).set(change).where(eq(users.id, mo.id));
  await send();
  expect(api.sent).toEqual([]);
  expect(await emailsOf(api.db)).toEqual([]);
  await reportNew();
  later(2 * HOUR_MS);
  expect(await tellAndSend()).toEqual([]);
});

it('sends to the email that is verified when it is sent, and nothing without one or after it was switched off', async () => {
  const mo = await buildStaff('mo');
  const jo = await buildStaff('jo');
  await buildUser(api.db, { role: 'moderator', handle: 'without' });
  await tell();
  await reportNew();
  later(MINUTE_MS);
  await tell();
  await api.db.update(identities).set({ email: 'new@x.example' }).where(eq(identities.userId, mo.id));
  await choose(jo, 'reports', 'off');
  await send();
  expect(api.sent.map(({ to }) => to)).toEqual(['new@x.example']);
  await reportNew();
  await api.db.update(identities).set({ isEmailVerified: false });
  later(2 * HOUR_MS);
  expect(await tellAndSend()).toEqual([]);
});

it('tells nothing of what came while a kind was off, nor before somebody got the role', async () => {
  await reportNew();
  const mo = await buildStaff('mo');
  later(DAY_MS);
  expect(await tellAndSend()).toEqual([]);
  await choose(mo, 'reports', 'off');
  await reportNew();
  later(HOUR_MS);
  expect(await tellAndSend()).toEqual([]);
  await choose(mo, 'reports', 'at-once');
  expect(await tellAndSend()).toEqual([]);
  await reportNew();
  expect((await tellAndSend()).map(linesOf)).toEqual([
    ['Reports: 1 new, 3 waiting\nhttp://localhost:3000/moderation/reports'],
  ]);
});

it('counts no further than a hundred, and sends nothing on a site without a mail server', async () => {
  await buildStaff('mo');
  env.appEnv = 'production';
  await tellAndSend();
  const { id } = await buildProduct(api.db);
  await api.db.execute(sql`
    INSERT INTO reports (product_id, reason, created_at)
    SELECT ${id}, 'broken', ${new Date(api.clock.now.getTime() + 1_000).toISOString()}::timestamptz FROM generate_series(1, 150)`);
  expect(await tellAndSend()).toEqual([]);
  env.appEnv = 'development';
  // From now on, somebody may be told.
  await tellAndSend();
  await api.db.execute(sql`UPDATE reports SET created_at = created_at + interval '1 minute'`);
  later(MINUTE_MS);
  expect((await tellAndSend()).map(linesOf)).toEqual([
    ['Reports: more than 100 new, more than 100 waiting\nhttp://localhost:3000/moderation/reports'],
  ]);
});
