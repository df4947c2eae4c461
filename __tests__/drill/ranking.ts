import { readFile, writeFile } from 'node:fs/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import pino from 'pino';
import { format, resolveConfig } from 'prettier';
import { createRandom } from '@/__tests__/bench/search-records';
import { startOwnPostgres } from '@/__tests__/setup/postgres';
import { DAY_MS, HOUR_MS } from '@/lib/contract/plain/durations';
import { PRODUCT_LIMITS } from '@/lib/contract/product';
import { openPostgres } from '@/server/db/postgres';
import type { Db } from '@/server/db/client';
import { products, users } from '@/server/db/schema';
import { listApprovedProducts } from '@/server/queries/products/product-listings';
import { type UpvoteChange, updateUpvotes } from '@/server/queries/reactions/upvotes';

const REPORT = 'docs/ranking.md';
const FIGURES = '\n### Figures\n';

const STEP_MS = 6 * HOUR_MS;
const STEPS_PER_DAY = DAY_MS / STEP_MS;
const DAYS = 365;
const SUBMISSIONS_PER_DAY = 20;
const MEMBERS = 1_000;
/** The share of products that only their submitter upvotes. */
const UNVOTED = 0.3;
/** Each other product gets at least n upvotes with the probability n ** -TAIL: most get one or two, few hundreds. */
const TAIL = 1.1;
const UPVOTES_MAX = 500;
/** Upvotes come with this half-life after the approval. */
const HALF_LIFE_MS = 2 * DAY_MS;
const PERIOD_DAYS = 30;
const MOST_UPVOTED = 100;

const startMs = Date.UTC(2026, 0, 1);

type Product = {
  id: string;
  submitterId: string;
  approvedAtMs: number;
  upvotes: { userId: string; atMs: number }[];
};

/** Of the 100 most upvoted products of 30 days, how many must have been on the first page for a day or longer. */
const FOUND_MIN = 80;
/** Which share of the first page must be new after a week. */
const CHANGED_MIN = 1 / 3;

/**
 * Simulates a year of a directory with the real schema, the statement of upvotes and the order of the home page.
 * Writes the figures to docs/ranking.md.
 *
 * @returns whether the hot order shows what is liked, and keeps moving.
 */
export async function drillRanking(seed: number): Promise<boolean> {
  const server = await startOwnPostgres();
  try {
    // Migrates the schema.
    await (await openPostgres(server.url, pino({ level: 'silent' }))).close();
    const pool = new pg.Pool({ connectionString: server.url, options: '-c TimeZone=UTC', max: 1 });
    pool.on('error', () => undefined);
    try {
      return await report(await simulate(drizzle({ client: pool }), createRandom(seed)), seed);
    } finally {
      await pool.end();
    }
  } finally {
    await server.stop();
  }
}

type Year = { found: number[]; changed: number[]; upvoteCount: number };

async function simulate(db: Db, random: () => number): Promise<Year> {
  const memberIds = await insertMembers(db);
  const listed: Product[] = [];
  const stepsOnFirstPage = new Map<string, number>();
  const year: Year = { found: [], changed: [], upvoteCount: 0 };
  let pageOfLastWeek: string[] = [];
  for (let step = 1; step <= DAYS * STEPS_PER_DAY; step += 1) {
    const now = new Date(startMs + step * STEP_MS);
    listed.push(...(await insertProducts(db, { now, memberIds, random, first: listed.length + 1 })));
    year.upvoteCount += await castUpvotes(db, listed, now);
    const page = (await listApprovedProducts(db, { sort: 'hot', limit: PRODUCT_LIMITS.pageSize })).map(
      ({ id }) => id,
    );
    for (const id of page) stepsOnFirstPage.set(id, (stepsOnFirstPage.get(id) ?? 0) + 1);
    if (step % (7 * STEPS_PER_DAY) === 0) {
      if (pageOfLastWeek.length > 0) {
        year.changed.push(page.filter((id) => !pageOfLastWeek.includes(id)).length / page.length);
      }
      pageOfLastWeek = page;
    }
    if (step % (PERIOD_DAYS * STEPS_PER_DAY) === 0) {
      const period = { since: new Date(now.getTime() - PERIOD_DAYS * DAY_MS), until: now };
      const top = await listApprovedProducts(db, { sort: 'top', period, limit: MOST_UPVOTED });
      year.found.push(top.filter(({ id }) => (stepsOnFirstPage.get(id) ?? 0) >= STEPS_PER_DAY).length);
    }
  }
  return year;
}

async function report({ found, changed, upvoteCount }: Year, seed: number): Promise<boolean> {
  const percent = (share: number) => `${(100 * share).toFixed(0)} %`;
  const mean = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
  const foundMin = Math.min(...found);
  const changedMin = Math.min(...changed);
  const productCount = (DAYS * SUBMISSIONS_PER_DAY).toLocaleString('en');
  const figures = [
    `${productCount} products, ${upvoteCount.toLocaleString('en')} upvotes, seed ${seed}.`,
    '',
    '| | demanded | worst | average |',
    '| --- | --- | --- | --- |',
    `| of the ${MOST_UPVOTED} most upvoted of ${PERIOD_DAYS} days, on the first page for a day or longer (${found.length} periods) | ${FOUND_MIN} | ${foundMin} | ${mean(found).toFixed(0)} |`,
    `| share of the first page that is new after a week (${changed.length} weeks) | ${percent(CHANGED_MIN)} | ${percent(changedMin)} | ${percent(mean(changed))} |`,
  ].join('\n');
  console.log(figures);
  const [text = ''] = (await readFile(REPORT, 'utf8')).split(FIGURES, 1);
  const options = { ...(await resolveConfig(REPORT)), filepath: REPORT };
  await writeFile(REPORT, await format(`${text.trimEnd()}\n${FIGURES}\n${figures}\n`, options));
  return foundMin >= FOUND_MIN && changedMin >= CHANGED_MIN;
}

async function insertMembers(db: Db): Promise<string[]> {
  const createdAt = new Date(startMs - 30 * DAY_MS);
  const rows = Array.from({ length: MEMBERS }, (_, index) => ({
    handle: `m${index}`,
    name: 'Member',
    createdAt,
  }));
  return (await db.insert(users).values(rows).returning({ id: users.id })).map(({ id }) => id);
}

type Submissions = { now: Date; memberIds: readonly string[]; random: () => number; first: number };

async function insertProducts(db: Db, { now, memberIds, random, first }: Submissions): Promise<Product[]> {
  const someMember = () => memberIds[Math.floor(random() * memberIds.length)] ?? '';
  const rows = Array.from({ length: SUBMISSIONS_PER_DAY / STEPS_PER_DAY }, (_, index) => {
    const approvedAt = new Date(now.getTime() - random() * STEP_MS);
    const slug = `p${first + index}`;
    const url = { url: `https://${slug}.example/`, canonicalURL: `${slug}.example` };
    const texts = { slug, name: slug, tagline: 'A made-up product', description: '', descriptionHTML: '' };
    return { ...texts, ...url, submitterId: someMember(), status: 'approved' as const, approvedAt };
  });
  const inserted = await db.insert(products).values(rows).returning({ id: products.id });
  return inserted.flatMap(({ id }, index) => {
    const row = rows[index];
    if (!row) return [];
    const { submitterId } = row;
    const approvedAtMs = row.approvedAt.getTime();
    const upvoteCount = drawUpvotes(random);
    // The submitter's own upvote does not count.
    const voters = new Set([submitterId]);
    while (voters.size <= upvoteCount) voters.add(someMember());
    const upvotes = Array.from(voters, (userId) => ({
      userId,
      atMs: approvedAtMs - HALF_LIFE_MS * Math.log2(1 - random()),
    }));
    return [{ id, submitterId, approvedAtMs, upvotes }];
  });
}

/** How many members will upvote a product, without its submitter. */
const drawUpvotes = (random: () => number): number =>
  random() < UNVOTED ? 0 : Math.min(Math.floor((1 - random()) ** (-1 / TAIL)), UPVOTES_MAX);

/** Casts the upvotes that are due, as members do. */
async function castUpvotes(db: Db, listed: readonly Product[], now: Date): Promise<number> {
  const due: UpvoteChange[] = [];
  for (const product of listed.slice(-SUBMISSIONS_PER_DAY * 60)) {
    const isDue = ({ atMs }: { atMs: number }) => atMs <= now.getTime();
    for (const { userId, atMs } of product.upvotes.filter(isDue)) {
      const upvote = { productId: product.id, userId, createdAt: new Date(atMs) };
      due.push({ ...upvote, isWanted: true, countsInRanking: true });
    }
    product.upvotes = product.upvotes.filter((upvote) => !isDue(upvote));
  }
  if (due.length > 0) await updateUpvotes(db, due);
  return due.length;
}
