import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { siteEnv } from './built-site';
import { writeText } from './hostile-markdown';
import { serveSite, type ServedSite } from './served-site';
import { findSlowestMarkdown } from './slowest-markdown';

const loopDelayP99MsMax = 50;
const readers = 20;
/** Between two pages of one reader. */
const readingMs = 500;
const attackers = 10;
const attackedMs = 30_000;
const listed = z.object({ products: z.array(z.object({ slug: z.string() })) });

/**
 * Searches for the slowest descriptions, then lets ten members send them all the time while twenty clients read
 * pages. The event loop of the site must stay free, and a description that people write must still be rendered.
 */
export async function drillMarkdown(searchMs: number, seed: number): Promise<void> {
  // Builds the site, if need be, before the long search.
  await siteEnv();
  const slowest = await findSlowestMarkdown(searchMs, seed);
  for (const { text, ms } of slowest.slice(0, 5))
    console.log(`  ${ms.toFixed(0)} ms: ${JSON.stringify(text)}`);

  const folder = await mkdtemp(join(tmpdir(), 'drill-markdown-'));
  const site = await serveSite(join(folder, 'data'), attackers + 1);
  try {
    const urls = await listPages(site);
    await read(site, urls, 5_000);
    await site.readLoopDelay();
    await read(site, urls, attackedMs / 2);
    const calm = await site.readLoopDelay();
    console.log(
      `  event loop, readers only: p50 ${calm.p50Ms.toFixed(1)} p99 ${calm.p99Ms.toFixed(1)} max ${calm.maxMs.toFixed(1)} ms`,
    );

    const texts = slowest.map(({ text }) => writeText(text));
    const [reading, attack, plain] = await Promise.all([
      read(site, urls, attackedMs),
      send(site, texts),
      sendPlain(site),
    ]);
    const delay = await site.readLoopDelay();
    console.log(
      `  event loop, under attack: p50 ${delay.p50Ms.toFixed(1)} p99 ${delay.p99Ms.toFixed(1)} max ${delay.maxMs.toFixed(1)} ms`,
    );
    console.log(
      `  ${reading} pages read; answers to hostile texts: ${JSON.stringify(attack)}; to a plain text: ${JSON.stringify(plain)}`,
    );
    assert.ok(
      delay.p99Ms < loopDelayP99MsMax,
      `The event loop was late by ${delay.p99Ms.toFixed(1)} ms at p99.`,
    );
    assert.deepEqual(
      Object.keys(attack).filter((status) => !['200', '400', '429', '503'].includes(status)),
      [],
    );
  } finally {
    await site.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function listPages({ url }: ServedSite): Promise<string[]> {
  const response = await fetch(`${url}/api/products?limit=20`);
  const { products } = listed.parse(await response.json());
  return [url, `${url}/new`, `${url}/tags`, ...products.map(({ slug }) => `${url}/tool/${slug}`)];
}

/** @returns the number of pages that were read. */
async function read(_: ServedSite, urls: readonly string[], forMs: number): Promise<number> {
  const endAtMs = performance.now() + forMs;
  const counts = await Promise.all(
    Array.from({ length: readers }, async (_reader, index) => {
      let count = 0;
      await sleep((index * readingMs) / readers);
      while (performance.now() < endAtMs) {
        const response = await fetch(urls[(index * 7 + count) % urls.length] ?? '');
        await response.text();
        assert.equal(response.status, 200);
        count += 1;
        await sleep(readingMs);
      }
      return count;
    }),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

type Statuses = Record<string, number>;

async function send({ url, memberHeaders }: ServedSite, texts: readonly string[]): Promise<Statuses> {
  const statuses: Statuses = {};
  const endAtMs = performance.now() + attackedMs;
  await Promise.all(
    memberHeaders.slice(1).map(async (headers, index) => {
      for (let count = 0; performance.now() < endAtMs; count += 1) {
        const description = texts[(index + count) % texts.length] ?? '';
        const status = await render(
          url,
          { ...headers, 'x-forwarded-for': `203.0.113.${index}` },
          description,
        );
        statuses[status] = (statuses[status] ?? 0) + 1;
        if (status !== 200) await sleep(100);
      }
    }),
  );
  return statuses;
}

/** A member who requests a preview once a second during the attack. */
async function sendPlain({ url, memberHeaders }: ServedSite): Promise<Statuses & { slowestMs: number }> {
  const outcome: Statuses & { slowestMs: number } = { slowestMs: 0 };
  const endAtMs = performance.now() + attackedMs;
  while (performance.now() < endAtMs) {
    const startedAtMs = performance.now();
    const status = await render(url, { ...memberHeaders[0], 'x-forwarded-for': '198.51.100.1' }, plainText);
    outcome[status] = (outcome[status] ?? 0) + 1;
    outcome.slowestMs = Math.round(Math.max(outcome.slowestMs, performance.now() - startedAtMs));
    await sleep(1_000);
  }
  return outcome;
}

const plainText =
  '## What it does\n\n- Draws **together**\n- Free for [teams](https://example.com/teams)\n\n'.repeat(10);

async function render(url: string, headers: Record<string, string>, description: string): Promise<number> {
  const response = await fetch(`${url}/api/user/private/descriptions/preview`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ description }),
  });
  await response.text();
  return response.status;
}
