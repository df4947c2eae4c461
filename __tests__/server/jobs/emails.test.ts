import { sql } from 'drizzle-orm';
import pino from 'pino';
import { MINUTE_MS, SECOND_MS } from '@/lib/contract/plain/durations';
import { emailTasks } from '@/server/commands/send-mail';
import { newsletterSubscribers } from '@/server/db/schema';
import { purgeExpiredHourly } from '@/server/jobs/jobs';
import { sendMail } from '@/server/jobs/task-jobs';
import { createMail } from '@/server/mail/mail';
import { countEmails, insertEmail } from '@/server/queries/emails';
import { type SmtpDouble, startSmtpDouble } from '../../setup/smtp-double';
import { setUpTestApp, testNow } from '../../setup/test-app';
import { emailsOf, runNext } from '../../setup/tasks';

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
  const mail = createMail({ smtp, dataDir: '', siteURL: 'https://site.example' });
  return { ...api.deps(), logger, mail };
}
const runJob = () => sendMail.run(deps(), new AbortController().signal);
const waiting = () => emailsOf(api.db);
const recipients = () => server.received.flatMap(({ to }) => to);
const queue = (email: string) =>
  insertEmail(api.db, { email, subject: 'Hello', body: 'A secret link', createdAt: testNow });
const later = (ms: number) => (api.clock.now = new Date(testNow.getTime() + ms));
const subscribe = () =>
  api.request('POST', '/api/newsletter/subscribe', {
    body: new URLSearchParams({ email: 'ada@x.example', hp: '' }),
  });

it('answers before the email is sent, and deletes the email afterwards', async () => {
  expect(await subscribe()).toMatchObject({ status: 200 });
  expect([recipients(), await waiting()]).toMatchObject([[], [{ email: 'ada@x.example', attemptCount: 0 }]]);

  await runJob();

  expect([recipients(), await waiting()]).toEqual([['ada@x.example'], []]);
});

it('stores the subscription and its email together, or none of them', async () => {
  await api.db.execute(sql`ALTER TABLE tasks ADD CONSTRAINT refuse_all CHECK (false) NOT VALID`);
  const { status } = await subscribe();
  await api.db.execute(sql`ALTER TABLE tasks DROP CONSTRAINT refuse_all`);

  expect(status).toBe(500);
  expect(await api.db.select().from(newsletterSubscribers)).toEqual([]);
});

it('tries an email again later, with the same id, and without a word of it in the log', async () => {
  await queue('ada@x.example');
  server.replyTo = () => 451;
  await runJob();
  await runJob();
  expect(await waiting()).toMatchObject([{ email: 'ada@x.example', attemptCount: 1 }]);
  const [{ dueAt } = { dueAt: testNow }] = await waiting();
  const pauseMs = dueAt.getTime() - testNow.getTime();
  expect([pauseMs >= 15 * SECOND_MS, pauseMs <= 45 * SECOND_MS]).toEqual([true, true]);

  later(MINUTE_MS);
  // The second attempt reaches the server, but this process dies before it has noted that.
  server.replyTo = () => 250;
  await api.db
    .transaction(async (tx) => {
      await runNext(emailTasks, { ...deps(), db: tx });
      await tx.execute(sql`SELECT 1/0`).catch(() => undefined);
    })
    .catch(() => undefined);
  later(10 * MINUTE_MS);
  await runJob();

  const ids = server.received.map(({ content }) => /^Message-ID: (.*)$/im.exec(content)?.[1]);
  expect(ids).toEqual([`<${testNow.getTime()}.000000000001@site.example>`, ids[0]]);
  expect(await waiting()).toEqual([]);
  expect(logged).toHaveLength(1);
  expect(logged[0]).toContain('"attempt":1,"code":"EENVELOPE","responseCode":451');
  expect(logged.join()).not.toMatch(/ada@x|secret/);
});

it('gives an email up that the server refuses for good, keeps nothing of it, and sends the next one', async () => {
  await queue('nobody@x.example');
  await queue('ada@x.example');
  server.replyTo = (recipient) => (recipient.startsWith('nobody') ? 550 : 250);

  await runJob();

  expect(recipients()).toEqual(['ada@x.example']);
  expect(await waiting()).toMatchObject([{ state: 'failed', email: null, payload: null, endedAt: testNow }]);
  expect(logged.join()).toContain('was given up');
  expect(logged.join()).not.toMatch(/nobody|secret/);
  expect(await countEmails(api.db)).toEqual({
    waitingCount: 0,
    retriedCount: 0,
    givenUpCount: 1,
    oldestAt: null,
  });

  const purge = () => purgeExpiredHourly.run(deps(), new AbortController().signal);
  later(30 * 24 * 60 * MINUTE_MS);
  await purge();
  expect(await waiting()).toHaveLength(1);
  later(30 * 24 * 60 * MINUTE_MS + 1);
  await purge();
  expect(await waiting()).toEqual([]);
});

it('gives an email up after 11 attempts', async () => {
  await queue('ada@x.example');
  server.replyTo = () => 451;
  const { random } = Math;
  Math.random = () => 0.5;

  const pausesSeconds: number[] = [];
  for (let attempt = 1; attempt <= 10; attempt += 1) {
    const now = later(attempt * 6 * 60 * MINUTE_MS);
    await runJob();
    const [email] = await waiting();
    pausesSeconds.push(((email?.dueAt ?? now).getTime() - now.getTime()) / SECOND_MS);
  }
  Math.random = random;
  expect(pausesSeconds).toEqual([30, 60, 120, 240, 480, 960, 1_920, 3_840, 7_680, 15_360]);
  expect(await countEmails(api.db)).toEqual({
    waitingCount: 1,
    retriedCount: 1,
    givenUpCount: 0,
    oldestAt: testNow,
  });
  later(11 * 6 * 60 * MINUTE_MS);
  await runJob();

  expect(await waiting()).toMatchObject([{ attemptCount: 11, email: null }]);
});

it('keeps emails while no mail server answers', async () => {
  await server.stop();
  await queue('ada@x.example');
  await queue('eve@x.example');

  await runJob();

  // The first failure ends the run: the server would fail for every email.
  expect(await waiting()).toMatchObject([
    { email: 'ada@x.example', attemptCount: 0, faultCount: 1 },
    { email: 'eve@x.example', attemptCount: 0, faultCount: 0 },
  ]);
  expect(logged.join()).toContain('"code":"ESOCKET"');
});

it('keeps an email for two minutes to the process that sends it', async () => {
  await queue('ada@x.example');
  const during: unknown[] = [];
  const mail = { send: async () => void during.push(...(await waiting())) };

  expect(await runNext(emailTasks, { ...deps(), mail })).toBe(true);
  expect(await runNext(emailTasks, { ...deps(), mail })).toBe(false);

  const dueAt = new Date(testNow.getTime() + 2 * MINUTE_MS);
  expect(during).toMatchObject([{ state: 'running', dueAt }]);
});

it('sends each email once, however many processes work on the outbox', async () => {
  const all = Array.from({ length: 20 }, (_, index) => `member-${index}@x.example`);
  for (const email of all) await queue(email);

  await Promise.all([runJob(), runJob(), runJob(), runJob()]);

  expect(recipients().sort()).toEqual(all.sort());
  expect(await waiting()).toEqual([]);
});
