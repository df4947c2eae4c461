import assert from 'node:assert/strict';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium, type Page } from 'playwright';
import pino from 'pino';
import { z } from 'zod';
import { openSession } from '@/__tests__/e2e/member';
import { findOrInstallChromium } from '@/__tests__/setup/chromium';
import { MINUTE_MS, SECOND_MS } from '@/lib/contract/plain/durations';
import { SESSION_COOKIE } from '@/lib/contract/plain/site';
import { openDatabase } from '@/server/db/client';
import { addPending, HONEST, MADE } from './pending-directory';
import { serveSite } from './served-site';

const moderator = 'edda-birch';
/** Between two decisions. */
const decisionMs = SECOND_MS;
const allMsMax = 5 * MINUTE_MS;
/** A smaller group is decided one by one. */
const groupMin = 10;

const decisions = z.array(
  z.object({ id: z.string(), status: z.string(), decided: z.number(), undone: z.number() }),
);

/**
 * Decides on 500 pending products, of which machines have made 400 in a dozen styles, in Chromium with the keyboard alone
 * at one decision a second. Then every product must have exactly one decision in the log that was not undone.
 */
export async function drillModeration(folder: string): Promise<string> {
  const dataDir = join(folder, 'data');
  const site = await serveSite(dataDir, 1, addPending);
  const browser = await chromium.launch({ executablePath: findOrInstallChromium() });
  let seconds = 0;
  let counts = { groups: 0, single: 0, undone: 0 };
  try {
    const page = await browser.newPage();
    const value = await openSession(site.url, moderator);
    await page.context().addCookies([{ name: SESSION_COOKIE.name, value, url: site.url }]);
    await page.goto(`${site.url}/moderation`);
    await page.getByRole('article').first().waitFor();
    await page.getByRole('group', { name: 'Part of the queue' }).waitFor();

    const startedAtMs = performance.now();
    const groups = await decideGroups(page);
    const single = await decideOneByOne(page);
    seconds = (performance.now() - startedAtMs) / SECOND_MS;
    counts = { groups: groups.decided, undone: groups.undone, single };
  } finally {
    await browser.close();
    await site.stop();
  }
  assert.ok(seconds * SECOND_MS < allMsMax, `It took ${seconds.toFixed(0)} s.`);
  const total = await requireOneEntryEach(dataDir);
  return `${total} products in ${seconds.toFixed(0)} s: ${counts.groups} groups, ${counts.single} one by one; ${counts.undone} decisions undone; one entry of the log for each`;
}

/** Rejects every large group. Undoes the first rejection, and repeats it. */
async function decideGroups(page: Page): Promise<{ decided: number; undone: number }> {
  let decided = 0;
  let undone = 0;
  const parts = page.getByRole('group', { name: 'Part of the queue' }).getByRole('button');
  for (;;) {
    // The first part is the whole queue.
    const labels = await parts.allTextContents();
    const largest = Number(/\d+$/.exec(labels[1] ?? '')?.[0] ?? 0);
    if (largest < groupMin) break;
    await page.keyboard.press('g');
    const count = await readCount(page, 'in this group');
    // The groups may be from before the last decision.
    if (count === 0) continue;
    await rejectGroup(page, count);
    if (decided === 0) {
      await page.keyboard.press('u');
      await page.getByText(/are back in the queue/).waitFor();
      undone = count;
      assert.equal(await readCount(page, 'in this group'), count);
      await rejectGroup(page, count);
    }
    decided += 1;
  }
  await page.keyboard.press('Escape');
  return { decided, undone };
}

async function rejectGroup(page: Page, count: number): Promise<void> {
  await page.keyboard.press('n');
  await page.keyboard.press('5');
  await page.keyboard.press('Enter');
  await page.getByText(`${count} tools rejected.`).waitFor();
  await sleep(decisionMs);
}

/** Approves two of three products of the rest, and rejects the third. */
async function decideOneByOne(page: Page): Promise<number> {
  let decided = 0;
  const items = page.getByRole('article');
  while ((await readCount(page, 'waiting')) > 0) {
    await items.first().waitFor();
    const isFocused = await page.evaluate(() => document.activeElement?.closest('article') !== null);
    if (!isFocused) {
      await page.keyboard.press('j');
      continue;
    }
    if (decided % 3 === 2) {
      await page.keyboard.press('r');
      await page.keyboard.press('2');
      await page.keyboard.press('Enter');
    } else {
      await page.keyboard.press('a');
    }
    decided += 1;
    await sleep(decisionMs);
  }
  return decided;
}

/** The number before these words in the summary; 0 for the empty queue. */
async function readCount(page: Page, words: string): Promise<number> {
  const summary = page.getByText(new RegExp(`tools? ${words}|^The queue is empty`)).first();
  await summary.waitFor();
  return Number(/\d+/.exec((await summary.textContent()) ?? '')?.[0] ?? 0);
}

/** @returns the number of products that were decided. */
async function requireOneEntryEach(dataDir: string): Promise<number> {
  const database = await openDatabase({ dataDir, logger: pino({ level: 'silent' }) });
  try {
    const { rows } = await database.pool.query(`
      SELECT products.id::text AS id, products.review_status AS status,
        count(*) FILTER (WHERE action IN ('product.approve', 'product.reject'))::integer AS decided,
        count(*) FILTER (WHERE action = 'product.undo')::integer AS undone
      FROM products LEFT JOIN audit_entries ON subject_kind = 'product' AND subject_id = products.id
      WHERE slug LIKE 'made-%' OR slug LIKE 'honest-%' GROUP BY products.id`);
    const products = decisions.parse(rows);
    assert.equal(products.length, MADE + HONEST);
    for (const { status, decided, undone } of products) {
      assert.ok(status === 'approved' || status === 'rejected', status);
      assert.equal(decided - undone, 1);
    }
    return products.length;
  } finally {
    await database.close();
  }
}
