import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MINUTE_MS, SECOND_MS } from '@/lib/contract/plain/durations';
import { createIssue } from '@/server/commands/newsletter/issue';
import { newsletterSubscribers } from '@/server/db/schema';
import { sendNewsletter } from '@/server/jobs/task-jobs';
import { createMail } from '@/server/mail/mail';
import { hashToken } from '@/server/base/token';
import { buildProduct } from '../../setup/build';
import { spawnProductServer } from '../../setup/product-servers';
import { startSmtpDouble } from '../../setup/smtp-double';
import { setUpTestApp } from '../../setup/test-app';
import { tasksOf } from '../../setup/tasks';
import { until } from '../../setup/until';

const api = setUpTestApp();
const SUBSCRIBERS = 40;
/** Sent at the same time by one process. */
const SENT_AT_ONCE = 5;

/** The drill `newsletter` does this ten times, with 2,000 subscribers. */
it('sends nothing twice and loses nothing when the process that sends is killed', async () => {
  const server = await startSmtpDouble();
  const dataDir = mkdtempSync(join(tmpdir(), 'newsletter-test-'));
  const { rows } = await api.pool.query<{ name: string }>('SELECT current_database() AS name');
  const database = new URL(process.env.TEST_DATABASE_URL ?? '');
  database.pathname = rows[0]?.name ?? '';
  const smtp = { url: server.url, from: 'hello@site.example' };
  const deps = () => ({
    ...api.deps(),
    env: {
      ...api.deps().env,
      newsletter: { ...api.deps().env.newsletter, dayOfWeek: undefined, perMinute: 60_000 },
    },
    mail: createMail({ smtp, dataDir, siteURL: 'https://site.example' }),
  });
  const send = () => sendNewsletter.run(deps(), new AbortController().signal);
  const statuses = async () => (await tasksOf(api.db, 'issue')).map(({ state }) => state);
  const count = (all: readonly string[], status: string) => all.filter((each) => each === status).length;
  api.clock.now = new Date();
  const hourAgo = new Date(Date.now() - 60 * MINUTE_MS);
  await buildProduct(api.db, { approvedAt: hourAgo });
  await api.db.insert(newsletterSubscribers).values(
    Array.from({ length: SUBSCRIBERS }, (_, index) => ({
      ...{ email: `member-${index}@x.example`, status: 'confirmed' as const, confirmedAt: hourAgo },
      ...{ tokenHash: hashToken(String(index)), tokenSentAt: hourAgo },
    })),
  );
  await createIssue(deps());
  server.delayMs = () => 50;
  const site = await spawnProductServer({
    ...{ DATA_DIR: dataDir, DATABASE_URL: database.href, SMTP_URL: server.url, NEWSLETTER_DAY: 'off' },
    ...{ MAIL_FROM: smtp.from, NEWSLETTER_PER_MINUTE: '60000' },
  });

  await until(() => server.received.length >= 8, { withinMs: 30_000 });
  await site.kill();
  server.delayMs = () => 0;
  const abandonedCount = count(await statuses(), 'running');
  expect([abandonedCount > 0, abandonedCount <= SENT_AT_ONCE]).toEqual([true, true]);

  api.clock.now = new Date();
  await send();
  expect(count(await statuses(), 'running')).toBe(abandonedCount);
  expect(count(await statuses(), 'waiting')).toBe(0);
  api.clock.now = new Date(Date.now() + MINUTE_MS + SECOND_MS);
  await send();
  rmSync(dataDir, { recursive: true });
  await server.stop();

  const settled = await statuses();
  expect([count(settled, 'uncertain'), count(settled, 'done')]).toEqual([
    abandonedCount,
    SUBSCRIBERS - abandonedCount,
  ]);
  const recipients = server.received.flatMap(({ to }) => to);
  expect(new Set(recipients).size).toBe(recipients.length);
  expect(recipients.length).toBeGreaterThanOrEqual(SUBSCRIBERS - abandonedCount);
});
