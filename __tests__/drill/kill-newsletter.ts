import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pino from 'pino';
import { HOUR_MS, MINUTE_MS } from '@/lib/contract/plain/durations';
import { openDatabase } from '@/server/db/client';
import { OwnerError } from '@/server/base/errors';
import { newsletterSubscribers } from '@/server/db/schema';
import { hashToken } from '@/server/base/token';
import { buildProduct } from '../setup/build';
import { startOwnPostgres } from '../setup/postgres';
import { spawnProductServer } from '../setup/product-servers';
import { type SmtpDouble, startSmtpDouble } from '../setup/smtp-double';
import { until } from '../setup/until';

const SUBSCRIBERS = 2_000;
const KILLS = 10;
const runFile = promisify(execFile);

/**
 * Kills the site ten times while it sends an issue through a mail server that answers slowly, the first time on the
 * embedded database and the second time on PostgreSQL. Then each subscriber must have exactly one email, or be listed
 * as uncertain.
 */
export async function killNewsletter(folder: string, round: number): Promise<string> {
  const dataDir = join(folder, `newsletter-${round}`);
  await mkdir(dataDir, { mode: 0o700 });
  const postgres = round % 2 === 0 ? await startOwnPostgres({ isDurable: true }) : undefined;
  const smtp = await startSmtpDouble();
  smtp.delayMs = () => randomInt(20);
  const env = {
    ...{ DATA_DIR: dataDir, DATABASE_URL: postgres?.url ?? '', LOG_LEVEL: 'error' },
    ...{
      SMTP_URL: smtp.url,
      MAIL_FROM: 'hello@site.example',
      NEWSLETTER_PER_MINUTE: '60000',
      NEWSLETTER_DAY: 'off',
    },
  };
  try {
    await prepare(env);
    const killCount = await sendThroughKills(env, smtp);
    return `${postgres ? 'PostgreSQL' : 'PGlite'}: ${killCount} kills, ${await checkReceived(env, smtp)}`;
  } finally {
    await smtp.stop();
    await postgres?.stop();
  }
}

type Env = Record<string, string> & { DATA_DIR: string; DATABASE_URL: string };

const open = ({ DATA_DIR: dataDir, DATABASE_URL }: Env) =>
  openDatabase({ dataDir, databaseUrl: DATABASE_URL || undefined, logger: pino({ level: 'warn' }) });

async function prepare(env: Env): Promise<void> {
  const { db, close } = await open(env);
  const hourAgo = new Date(Date.now() - HOUR_MS);
  await buildProduct(db, { approvedAt: hourAgo, createdAt: hourAgo });
  await db.insert(newsletterSubscribers).values(
    Array.from({ length: SUBSCRIBERS }, (_, index) => ({
      ...{ email: `subscriber-${index}@x.example`, status: 'confirmed' as const, confirmedAt: hourAgo },
      ...{ tokenHash: hashToken(String(index)), tokenSentAt: hourAgo },
    })),
  );
  await close();
}

async function runNewsletter(env: Env, action: string): Promise<string> {
  const program = ['--import', 'tsx', 'host/listgrove.ts', 'newsletter', action];
  const options = {
    env: { ...process.env, APP_ENV: 'development', NODE_OPTIONS: '', ...env },
    maxBuffer: 2 ** 24,
  };
  const { stdout } = await runFile(process.execPath, program, options).catch((error: unknown) => {
    const { stderr }: { stderr?: string } = Object(error);
    throw new OwnerError(`The terminal command failed: ${stderr ?? ''}`);
  });
  return stdout;
}

async function sendThroughKills(env: Env, { received }: SmtpDouble): Promise<number> {
  let site = await spawnProductServer(env);
  assert.match(await runNewsletter(env, 'weekly'), /^Queued for 2,000 subscribers\./);
  let killCount = 0;
  try {
    for (; killCount < KILLS; killCount += 1) {
      const next = received.length + randomInt(1, SUBSCRIBERS / KILLS - 20);
      await until(() => received.length >= next, { withinMs: 2 * MINUTE_MS, everyMs: 2 });
      await site.kill();
      site = await spawnProductServer(env);
    }
    const isDone = async () => !/\b(queued|sending)\b/.test(await runNewsletter(env, 'uncertain'));
    await until(isDone, { withinMs: 4 * MINUTE_MS, everyMs: 5_000 });
  } finally {
    await site.stop();
  }
  return killCount;
}

async function checkReceived(env: Env, { received }: SmtpDouble): Promise<string> {
  const report = await runNewsletter(env, 'uncertain');
  const uncertain = new Set([...report.matchAll(/^uncertain: (\S+)/gm)].map(([, email]) => email));
  const { pool, close } = await open(env);
  const { rows } = await pool.query<{ id: string; email: string; status: string }>(
    `SELECT s.id, s.email, d.state AS status FROM tasks d JOIN newsletter_subscribers s ON s.id = subscriber_id`,
  );
  await close();
  assert.equal(rows.length, SUBSCRIBERS);
  const emailsTo = new Map<string, string[]>();
  for (const { to, content } of received) {
    for (const email of to) emailsTo.set(email, [...(emailsTo.get(email) ?? []), content]);
  }
  let uncertainAndReceived = 0;
  for (const { id, email, status } of rows) {
    const emails = emailsTo.get(email) ?? [];
    assert.ok(emails.length < 2, `${email} got ${emails.length} emails`);
    assert.ok(
      emails.every((content) => content.includes(`.${id}@localhost>`)),
      `${email} got another Message-ID`,
    );
    assert.equal(status, uncertain.has(email) ? 'uncertain' : 'done', email);
    if (status === 'done') assert.equal(emails.length, 1, `${email} got nothing`);
    else uncertainAndReceived += emails.length;
  }
  return `${rows.length - uncertain.size} sent, each received once; ${uncertain.size} reported as uncertain, of which ${uncertainAndReceived} were received once`;
}
