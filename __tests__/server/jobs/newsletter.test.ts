import pino from 'pino';
import { DAY_MS, HOUR_MS } from '@/lib/contract/plain/durations';
import { createIssue, isIssueDue } from '@/server/commands/newsletter/issue';
import { images, newsletterSubscribers } from '@/server/db/schema';
import { newsletterIssues, tasks } from '@/server/db/schema/task-schema';
import { purgeExpiredHourly } from '@/server/jobs/jobs';
import { createIssueWeekly, sendNewsletter } from '@/server/jobs/task-jobs';
import { createMail } from '@/server/mail/mail';
import { findTagBySlug } from '@/server/queries/tags/tag-names';
import { hashToken } from '@/server/base/token';
import { buildProduct } from '../../setup/build';
import { type SmtpDouble, startSmtpDouble } from '../../setup/smtp-double';
import { tasksOf } from '../../setup/tasks';
import { newsletterLinks, setUpTestApp, testNow } from '../../setup/test-app';

const api = setUpTestApp();
const logged: string[] = [];
const logger = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) });
let server: SmtpDouble;

beforeEach(async () => {
  logged.length = 0;
  server = await startSmtpDouble();
});
afterEach(() => server.stop());

function deps() {
  const smtp = { url: server.url, from: 'hello@site.example' };
  const { env, ...others } = api.deps();
  const newsletter = { ...env.newsletter, perMinute: 60_000 };
  return {
    ...others,
    env: { ...env, smtp, newsletter },
    logger,
    mail: createMail({ smtp, dataDir: '', siteURL: 'https://site.example' }),
  };
}
const signal = () => new AbortController().signal;
const send = () => sendNewsletter.run(deps(), signal());
const later = (ms: number) => (api.clock.now = new Date(testNow.getTime() + ms));
const deliveries = () => tasksOf(api.db, 'issue');
const states = async () => (await deliveries()).map(({ state }) => state);
const recipients = () => server.received.flatMap(({ to }) => to).sort();
const messageIds = () => server.received.map(({ content }) => /^Message-ID: (.*)$/im.exec(content)?.[1]);
const approvedAt = new Date(testNow.getTime() - HOUR_MS);

async function subscribe(email: string, overrides: Partial<typeof newsletterSubscribers.$inferInsert> = {}) {
  const [row] = await api.db
    .insert(newsletterSubscribers)
    .values({
      ...{ email, status: 'confirmed', confirmedAt: approvedAt },
      ...{ tokenHash: hashToken(email), tokenSentAt: approvedAt },
      ...overrides,
    })
    .returning();
  if (!row) throw new Error('No subscriber was inserted');
  return row;
}

it('sends an issue once to everyone who confirmed, as HTML and text, with a link that unsubscribes', async () => {
  await buildProduct(api.db, {
    ...{ approvedAt, name: 'Fig <b>& "co"', tagline: 'Draws "<i>figures</i>"', tags: ['Charts'] },
    ...{ upvoteCount: 1, rankingUpvoteCount: 1 },
  });
  await buildProduct(api.db, { approvedAt, name: 'Second' });
  await buildProduct(api.db, { approvedAt: new Date(testNow.getTime() - 8 * DAY_MS), name: 'Older' });
  const ada = await subscribe('ada@x.example');
  await subscribe('new@x.example', { status: 'unconfirmed', confirmedAt: null });
  await subscribe('gone@x.example', { status: 'unsubscribed' });
  await subscribe('other-list@x.example', { list: 'other' });

  expect([await createIssue(deps()), await createIssue(deps())]).toEqual(['queued', 'exists']);
  await Promise.all([send(), send(), send()]);
  await send();

  expect(recipients()).toEqual(['ada@x.example']);
  expect(await deliveries()).toMatchObject([{ state: 'done', attemptCount: 1, endedAt: testNow }]);
  const content = (server.received[0]?.content ?? '').replaceAll('=\r\n', '').replaceAll('=3D', '=');
  const token = newsletterLinks.sign(ada.id);
  const unfolded = content.replaceAll(/\r\n[ \t]+/g, ' ');
  expect(unfolded).toContain(
    `List-Unsubscribe: <http://localhost:3000/api/newsletter/one-click?token=${token}>\r\n`,
  );
  expect(unfolded).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n');
  expect(messageIds()).toEqual(['<newsletter.2026-06-01.1@site.example>']);
  expect(content).toContain('Content-Type: text/plain');
  expect(content).toContain('1. Fig <b>& "co"');
  expect(content).toContain('<bdi>Fig &lt;b&gt;&amp; &quot;co&quot;</bdi>');
  expect(content.slice(content.indexOf('<!DOCTYPE'))).not.toContain('<i>');
  expect(content).not.toContain('Older');
  expect(content.match(new RegExp(`newsletter\\?unsubscribe=${token}`, 'g'))).toHaveLength(2);
  expect(logged).toEqual([]);
});

it.each([
  ['/api', 'http://localhost:3000/api'],
  ['https://api.site.example', 'https://api.site.example'],
])('names the marks of products by whole URLs, with the server at %s', async (serverURL, base) => {
  const key = 'k'.repeat(22);
  const [icon] = await api.db.insert(images).values({ key, status: 'processed' }).returning();
  await buildProduct(api.db, { approvedAt, iconId: icon?.id });
  await subscribe('ada@x.example');
  await createIssue(deps());
  const { env, ...others } = deps();

  await sendNewsletter.run({ ...others, env: { ...env, serverURL } }, signal());

  const content = (server.received[0]?.content ?? '').replaceAll('=\r\n', '').replaceAll('=3D', '=');
  expect(content).toContain(`<img src="${base}/images/${key}/mark.webp"`);
});

it('tries again after a temporary refusal, with the same id, and never after a final one', async () => {
  await buildProduct(api.db, { approvedAt });
  for (const name of ['ada', 'busy', 'nobody']) await subscribe(`${name}@x.example`);
  server.replyTo = (email) => ({ 'busy@x.example': 451, 'nobody@x.example': 550 })[email] ?? 250;
  await createIssue(deps());

  await send();
  await send();
  expect(await deliveries()).toMatchObject([
    { state: 'done' },
    { state: 'waiting', attemptCount: 1 },
    { state: 'failed', endedAt: testNow },
  ]);

  later(HOUR_MS);
  server.replyTo = () => 250;
  await send();
  expect(await states()).toEqual(['done', 'done', 'failed']);
  expect(recipients()).toEqual(['ada@x.example', 'busy@x.example']);
  expect(messageIds()[1]).toBe('<newsletter.2026-06-01.2@site.example>');
  expect(logged).toHaveLength(2);
  expect(logged.join()).not.toContain('x.example');
});

it('gives up after eight temporary refusals, and counts none while no mail server answers', async () => {
  await buildProduct(api.db, { approvedAt });
  await subscribe('ada@x.example');
  await createIssue(deps());
  const reachable = server;
  await reachable.stop();
  await send();
  expect(await deliveries()).toMatchObject([{ state: 'waiting', attemptCount: 0 }]);

  later(HOUR_MS);
  server = await startSmtpDouble();
  server.replyTo = () => 451;
  for (let attempt = 1; attempt <= 8; attempt += 1) {
    expect(await states()).toEqual(['waiting']);
    later(attempt * 2 * HOUR_MS);
    await send();
  }
  expect(await deliveries()).toMatchObject([{ state: 'failed', attemptCount: 8 }]);
});

it('reports as uncertain what a mail server took without saying so', async () => {
  await buildProduct(api.db, { approvedAt });
  await subscribe('ada@x.example');
  await createIssue(deps());
  server.hangsUpAfterContent = true;

  await send();
  later(DAY_MS);
  server.hangsUpAfterContent = false;
  await send();

  expect(await states()).toEqual(['uncertain']);
  expect(recipients()).toEqual(['ada@x.example']);
});

it('sends nothing to those who have unsubscribed since, chose tags without news, or after three days', async () => {
  await buildProduct(api.db, { approvedAt, name: 'A chart', tags: ['Charts'] });
  await buildProduct(api.db, { approvedAt, name: 'A font', tags: ['Fonts'] });
  await buildProduct(api.db, { approvedAt: new Date(0), tags: ['Quiet'] });
  const idOf = async (slug: string) => (await findTagBySlug(api.db, slug))?.id ?? '';
  const leaver = await subscribe('leaver@x.example');
  await subscribe('quiet@x.example', { tagIds: [await idOf('quiet')] });
  await subscribe('charts@x.example', { tagIds: [await idOf('charts'), await idOf('quiet')] });
  await createIssue(deps());
  // The deliveries exist, and the mail server is away.
  await sendNewsletter.run({ ...deps(), mail: { send: () => Promise.reject(new Error('Away')) } }, signal());
  const token = newsletterLinks.sign(leaver.id);
  const oneClick = await api.request('POST', `/api/newsletter/one-click?token=${token}`, {
    body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
  });
  expect(oneClick.status).toBe(200);

  later(HOUR_MS);
  await send();
  expect(await states()).toEqual(['skipped', 'skipped', 'done']);
  expect(server.received[0]?.content).toContain('A chart');
  expect(server.received[0]?.content).not.toContain('A font');

  for (const [ageMs, state] of [
    [3 * DAY_MS, 'done'],
    [3 * DAY_MS + 1, 'skipped'],
  ] as const) {
    await api.db.update(tasks).set({ state: 'waiting', dueAt: testNow, endedAt: null });
    later(ageMs);
    await send();
    expect(await states()).toEqual(['skipped', 'skipped', state]);
  }
});

it('creates an issue on its day, with what is new since the last one, and deletes it after 90 days', async () => {
  // The clock of the tests stands on a Monday, at noon.
  const createWeekly = () => createIssueWeekly.run(deps(), signal());
  await createWeekly();
  expect(await api.db.select().from(newsletterIssues)).toEqual([]);
  await buildProduct(api.db, { approvedAt });
  await subscribe('ada@x.example');
  await createWeekly();
  later(7 * DAY_MS);
  await createWeekly();
  await buildProduct(api.db, { approvedAt: api.clock.now });
  later(7 * DAY_MS + HOUR_MS);
  await createWeekly();
  const issues = await api.db.select().from(newsletterIssues).orderBy(newsletterIssues.id);
  expect(issues.map(({ week, since, until: end }) => [week, since, end])).toEqual([
    ['2026-06-01', new Date(testNow.getTime() - 7 * DAY_MS), testNow],
    ['2026-06-08', new Date(testNow.getTime() + HOUR_MS), new Date(testNow.getTime() + 7 * DAY_MS + HOUR_MS)],
  ]);
  await send();
  expect(recipients()).toEqual(['ada@x.example']);

  later(90 * DAY_MS);
  await purgeExpiredHourly.run(deps(), signal());
  expect(await deliveries()).toHaveLength(2);
  later(90 * DAY_MS + 1);
  await purgeExpiredHourly.run(deps(), signal());
  expect((await api.db.select().from(newsletterIssues)).map(({ week }) => week)).toEqual(['2026-06-08']);
  expect(await deliveries()).toHaveLength(1);
});

it.each([
  ['2026-06-01T07:59:59Z', 0, false],
  ['2026-06-01T08:00:00Z', 0, true],
  ['2026-06-02T07:59:59Z', 0, true],
  ['2026-06-02T08:00:00Z', 0, false],
  ['2026-06-07T23:00:00Z', 6, true],
  ['2026-06-01T12:00:00Z', undefined, false],
])('says at %s for the day %s of the week whether an issue is due: %s', (now, day, isDue) => {
  expect(isIssueDue(new Date(now), day)).toBe(isDue);
});
