import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import pino from 'pino';
import sharp from 'sharp';
import { MINUTE_MS } from '@/lib/contract/plain/durations';
import { storeImage } from '@/server/commands/images/upload-image';
import { JobWaker } from '@/server/base/job-waker';
import { type Database, openDatabase } from '@/server/db/client';
import { createFileStore } from '@/server/images/image-store-file';
import { insertImport } from '@/server/queries/imports/imports';
import { insertEmails } from '@/server/queries/emails';
import { insertIssue } from '@/server/queries/newsletter-issues';
import { insertWebhook } from '@/server/queries/webhooks';
import { buildProduct, buildUser } from '../setup/build';
import { startOwnPostgres } from '../setup/postgres';
import { type SmtpDouble, startSmtpDouble } from '../setup/smtp-double';
import { until } from '../setup/until';

const [EVENTS, EMAILS, SUBSCRIBERS, IMAGES, IMPORTS] = [800, 600, 400, 190, 10];
const PRODUCTS_PER_IMPORT = 40;
const KILLS = 10;

/**
 * Two processes run 2,000 tasks of all kinds, and one of them is killed ten times. Afterwards each task must have had its
 * effect once, or be reported: an event or an email as repeated after its process died, an email of the newsletter as
 * uncertain. Images and imports must have ended as without a kill.
 */
export async function killTasks(folder: string): Promise<string> {
  const postgres = await startOwnPostgres({ isDurable: true });
  const [receiver, mail] = [await startReceiver(), await startSmtpDouble()];
  mail.delayMs = () => randomInt(60);
  const data = join(folder, 'data');
  const database = await openDatabase({
    ...{ databaseUrl: postgres.url, dataDir: 'unused', logger: pino({ level: 'warn' }) },
  });
  const logs: string[] = [];
  const start = (...more: string[]) =>
    startProcess(logs, [
      ...['--port', receiver.port, '--database', postgres.url, '--smtp', mail.url, '--data', data],
      ...more,
    ]);
  const running = new Set<ChildProcess>();
  try {
    await prepare(database, data);
    for (let count = 0; count < 2; count += 1) running.add(await start());
    for (let killed = 0; killed < KILLS; killed += 1) {
      const effects = () => receiver.arrivals.length + mail.received.length;
      const next = effects() + randomInt(10, 100);
      await until(() => effects() >= next, { withinMs: MINUTE_MS, everyMs: 2 });
      const [oldest] = running;
      if (!oldest) break;
      running.delete(oldest);
      await kill(oldest);
      running.add(await start());
    }
    for (const child of running) await kill(child);
    running.clear();
    running.add(await start('--ahead', String(3 * MINUTE_MS)));
    const waiting = async () => {
      const { rows } = await database.pool.query(
        `SELECT FROM tasks WHERE state IN ('waiting', 'running') LIMIT 1`,
      );
      return rows.length;
    };
    await until(async () => (await waiting()) === 0, { withinMs: 6 * MINUTE_MS, everyMs: 200 });
    // Lines of the log are written together, after half a second at most.
    await sleep(2_000);
    return await check(database, { arrivals: receiver.arrivals, mail, logs: logs.join('') });
  } finally {
    for (const child of running) await kill(child);
    await database.close();
    await receiver.stop();
    await mail.stop();
    await postgres.stop();
  }
}

async function startReceiver() {
  const arrivals: string[] = [];
  const server = createServer((req, res) => {
    req.resume().on('end', () => {
      arrivals.push(String(req.headers['webhook-id']));
      void sleep(randomInt(200)).then(() => res.writeHead(204).end());
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The receiver does not listen');
  return {
    arrivals,
    port: String(address.port),
    stop: async () => {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}

async function startProcess(logs: string[], args: readonly string[]): Promise<ChildProcess> {
  const child = fork(new URL('./task-process.ts', import.meta.url), args, {
    execArgv: ['--import', 'tsx'],
    silent: true,
  });
  child.stdout?.on('data', (chunk: Buffer) => logs.push(chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => process.stderr.write(chunk));
  await once(child, 'message');
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

const emailOf = (index: number) => `member-${index}@x.example`;

async function prepare({ db }: Database, dataDir: string): Promise<void> {
  const createdAt = new Date();
  const webhook = await insertWebhook(db, {
    ...{ url: 'https://hooks.example.com/in', format: 'standard', events: ['product.submitted'] },
    ...{ secret: 'c2VjcmV0', createdAt, creatorId: (await buildUser(db, { role: 'admin' })).id },
  });
  await db.execute(sql`
    INSERT INTO tasks (kind, group_name, payload, created_at, due_at)
    SELECT 'event', ${webhook.id}::text,
      '{"event":"test","product":{"name":"A","tagline":"B","url":"https://a.example","isListed":false}}', now(), now()
    FROM generate_series(1, ${EVENTS})`);
  await insertEmails(
    db,
    Array.from({ length: EMAILS }, (_, index) => ({
      ...{ email: emailOf(index), subject: 'Hello', body: 'A body', createdAt },
    })),
  );
  await buildProduct(db, { approvedAt: new Date(createdAt.getTime() - 2 * MINUTE_MS) });
  await db.execute(sql`
    INSERT INTO newsletter_subscribers (email, status, token_hash, token_sent_at, confirmed_at)
    SELECT n || '@reader.example', 'confirmed', decode(md5(n::text), 'hex'), now() - interval '1 hour',
      now() - interval '1 hour' FROM generate_series(1, ${SUBSCRIBERS}) AS n`);
  const since = new Date(createdAt.getTime() - 60 * MINUTE_MS);
  await insertIssue(db, { week: '2026-06-01', since, until: createdAt });
  const images = createFileStore(join(dataDir, 'images'));
  const deps = { db, images, now: () => new Date(), jobWaker: new JobWaker() };
  for (let count = 0; count < IMAGES; count += 1) {
    const background = { r: count, g: 0, b: 0, alpha: 1 };
    const canvas = sharp({ create: { width: 64, height: 64, channels: 4, background } });
    await storeImage(deps, { bytes: await canvas.png().toBuffer(), ownerId: null });
  }
  const moderatorId = (await buildUser(db, { role: 'moderator' })).id;
  for (let list = 0; list < IMPORTS; list += 1) {
    const rows = Array.from({ length: PRODUCTS_PER_IMPORT }, (_, at) => {
      const name = `Tool ${list} ${at}`;
      return `${name},https://tool-${list}-${at}.example/,${name} does one thing well,Tools`;
    });
    const content = Buffer.from(['name,url,tagline,tags', ...rows].join('\n'));
    await insertImport(db, { moderatorId, sourceName: `${list}.csv`, content, createdAt });
  }
}

type Seen = { arrivals: readonly string[]; mail: SmtpDouble; logs: string };

async function check({ pool }: Database, { arrivals, mail, logs }: Seen): Promise<string> {
  const countOf = async (query: string) =>
    Number((await pool.query<{ count: string }>(query)).rows[0]?.count);
  /** How often a task was begun again because its process had died. */
  const repeats = countBy(
    [...logs.matchAll(/"task":"(\d+)"[^\n]*"msg":"A task is run again/g)].map(([, id]) => id),
  );

  const { rows: events } = await pool.query<{ id: string; interrupted: number; state: string }>(
    `SELECT id, interrupted_count AS interrupted, state FROM tasks WHERE kind = 'event'`,
  );
  assert.equal(events.filter(({ state }) => state === 'done').length, EVENTS);
  const arrived = countBy(arrivals);
  for (const { id, interrupted } of events) {
    const count = arrived.get(`evt_t${id}`) ?? 0;
    assert.ok(count >= 1 && count <= 1 + interrupted, `${id}: ${count} arrivals, ${interrupted} interrupted`);
  }

  const to = countBy(mail.received.flatMap((email) => email.to));
  let repeatedEmails = 0;
  for (let index = 0; index < EMAILS; index += 1) {
    const count = to.get(emailOf(index)) ?? 0;
    const ids = new Set(
      mail.received.flatMap((email) =>
        email.to.includes(emailOf(index))
          ? (/^Message-ID: <\d+\.(\d+)@/im.exec(email.content)?.[1] ?? [])
          : [],
      ),
    );
    assert.equal(ids.size, 1, `${emailOf(index)} got several Message-IDs`);
    const repeated = repeats.get(String(Number([...ids][0]))) ?? 0;
    assert.ok(count >= 1 && count <= 1 + repeated, `${emailOf(index)}: ${count} emails, ${repeated} repeats`);
    if (count > 1) repeatedEmails += 1;
  }

  const { rows: deliveries } = await pool.query<{ email: string; state: string }>(
    `SELECT s.email, tasks.state FROM tasks JOIN newsletter_subscribers AS s ON s.id = subscriber_id`,
  );
  assert.equal(deliveries.length, SUBSCRIBERS);
  for (const { email, state } of deliveries) {
    const count = to.get(email) ?? 0;
    assert.ok(
      state === 'done' ? count === 1 : state === 'uncertain' && count <= 1,
      `${email}: ${state}, ${count}`,
    );
  }
  const uncertain = deliveries.filter(({ state }) => state === 'uncertain').length;

  assert.equal(await countOf(`SELECT count(*) FROM images WHERE status = 'processed'`), IMAGES);
  const { rows: ended } = await pool.query<{ state: string; counts: { added?: number } }>(
    'SELECT state, counts FROM imports',
  );
  assert.deepEqual(
    ended.map(({ state, counts }) => [state, counts.added]),
    Array(IMPORTS).fill(['ready', PRODUCTS_PER_IMPORT]),
  );
  const reported = events.filter(({ interrupted }) => interrupted > 0).length;
  return (
    `${KILLS} kills: ${EVENTS} events, ${reported} reported as interrupted; ${EMAILS} emails, ${repeatedEmails} sent again and reported; ` +
    `${SUBSCRIBERS} of the newsletter, ${uncertain} reported as uncertain, none twice; ${IMAGES} images and ${IMPORTS} lists whole`
  );
}

function countBy(all: readonly (string | undefined)[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const each of all) if (each !== undefined) counts.set(each, (counts.get(each) ?? 0) + 1);
  return counts;
}
