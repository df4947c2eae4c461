import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import sharp from 'sharp';
import { CARD_PX } from '@/lib/contract/plain/site';
import { openDatabase } from '@/server/db/client';
import { quantile } from '../setup/measured';
import { buildProduct } from '../setup/build';
import { hardNames } from '../setup/hard-names';
import { type ProductServerProcess, spawnProductServer } from '../setup/product-servers';
import { requireNone } from './require-none';

const BYTES_MAX = 300_000;
const DRAWING_MS_MAX = 500;
/** By how much other requests may be slower at p99 while cards are drawn. */
const DELAY_MS_MAX = 20;
const PROBE_EVERY_MS = 5;
const SHEET_COLUMNS = 4;

/**
 * Draws the cards of hard names one after the other in a product server, while other requests measure how long its event
 * loop keeps them waiting. Writes all cards as one image, for people to look at.
 *
 * @throws OwnerError when a card is too large, takes too long or keeps others waiting.
 */
export async function drillCards(folder: string): Promise<string> {
  const { db, close } = await openDatabase({ dataDir: folder, logger: pino({ level: 'error' }) });
  for (const [index, name] of hardNames.entries())
    await buildProduct(db, { slug: `hard-${index}`, name, tagline: name, tags: ['Design'] });
  await close();
  const server = await spawnProductServer({ DATA_DIR: folder, SITE_ICONS: 'off' });
  try {
    // The first card starts the workers and loads the fonts.
    await draw(server, '/og/home.png');
    const idle = await probeWhile(server, sleep(3_000));
    const cards: { bytes: Buffer; ms: number }[] = [];
    const busy = await probeWhile(server, drawAll(server, cards));
    const largest = Math.max(...cards.map(({ bytes }) => bytes.length));
    const slowest = Math.max(...cards.map(({ ms }) => ms));
    const delay = p99Of(busy) - p99Of(idle);
    requireNone(
      [
        ...(largest > BYTES_MAX ? [`a card has ${largest} bytes`] : []),
        ...(slowest > DRAWING_MS_MAX ? [`a card took ${slowest.toFixed(0)} ms`] : []),
        ...(delay > DELAY_MS_MAX ? [`other requests waited ${delay.toFixed(0)} ms longer at p99`] : []),
      ],
      'cards miss their goals',
    );
    const sheet = join(tmpdir(), 'cards.png');
    await writeSheet(
      cards.map(({ bytes }) => bytes),
      sheet,
    );
    return `${cards.length} cards, at most ${(largest / 1_000).toFixed(0)} KB and ${slowest.toFixed(0)} ms; p99 of /healthz ${p99Of(idle).toFixed(1)} ms before the cards and ${p99Of(busy).toFixed(1)} ms during the cards (${busy.length} requests); the cards are in ${sheet}`;
  } finally {
    await server.stop();
  }
}

async function drawAll(server: ProductServerProcess, cards: { bytes: Buffer; ms: number }[]): Promise<void> {
  for (const index of hardNames.keys()) cards.push(await draw(server, `/og/tool/hard-${index}.png`));
}

async function draw({ url }: ProductServerProcess, path: string): Promise<{ bytes: Buffer; ms: number }> {
  const startedAtMs = performance.now();
  const response = await fetch(url + path);
  const bytes = Buffer.from(await response.arrayBuffer());
  const ms = performance.now() - startedAtMs;
  assert.equal(response.status, 200, path);
  const { width, height, format } = await sharp(bytes).metadata();
  assert.deepEqual([width, height, format], [CARD_PX.width, CARD_PX.height, 'png'], path);
  return { bytes, ms };
}

/** How long small requests take until something is done, in milliseconds. */
async function probeWhile({ url }: ProductServerProcess, work: Promise<void>): Promise<number[]> {
  const ending = new AbortController();
  const done = work.finally(() => {
    ending.abort();
  });
  const times: number[] = [];
  while (!ending.signal.aborted) {
    const startedAtMs = performance.now();
    await (await fetch(`${url}/healthz`)).arrayBuffer();
    times.push(performance.now() - startedAtMs);
    await sleep(PROBE_EVERY_MS);
  }
  await done;
  return times;
}

const p99Of = (times: readonly number[]) => quantile(times, 0.99);

async function writeSheet(cards: readonly Buffer[], file: string): Promise<void> {
  const [width, height] = [CARD_PX.width / 2, CARD_PX.height / 2];
  const small = await Promise.all(cards.map((card) => sharp(card).resize(width, height).toBuffer()));
  await sharp({
    create: {
      ...{ width: SHEET_COLUMNS * width, height: Math.ceil(cards.length / SHEET_COLUMNS) * height },
      ...{ channels: 3, background: '#000' },
    },
  })
    .composite(
      small.map((input, index) => ({
        ...{ input, left: (index % SHEET_COLUMNS) * width, top: Math.floor(index / SHEET_COLUMNS) * height },
      })),
    )
    .png()
    .toFile(file);
}
