import { resolve, join, relative } from 'node:path';
import { existsSync, readFileSync } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { DAY_MS, SECOND_MS } from '@/lib/contract/plain/durations';
import { hasErrorCode } from '@/server/base/errors';

/** The requests that come right after the start come first. */
const FIRST_AFTER_MS = 5 * SECOND_MS;
/** Between two batches of pages: about 20 MB a second. */
const PAUSE_MS = 20;

export const RESTORE_STEP =
  'Stop the site, keep a copy of DATA_DIR, and restore the latest backup: npm run restore -- <file> --replace; see docs/backup.md.';

export const describeDamage = (
  folder: string,
  { pageCount, damagedPageCount, damagedFile = '' }: PageCheck,
): string =>
  `The database in ${resolve(folder)} is damaged: ${damagedPageCount.toLocaleString('en')} of ${pageCount.toLocaleString('en')} pages do not match their checksums, the first in ${damagedFile}.`;

/**
 * Checks the pages of the embedded database after the start and once a day, and logs an error if some are damaged.
 * PostgreSQL itself checks a page only when it reads it.
 *
 * @returns a function that stops the checks.
 */
export function schedulePageChecks(
  folder: string,
  logger: Logger,
  {
    firstAfterMs = FIRST_AFTER_MS,
    onDone = () => undefined,
  }: { firstAfterMs?: number; onDone?: () => void } = {},
): () => void {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const checkAfter = (afterMs: number) => {
    timer = setTimeout(() => void check(), afterMs);
    timer.unref();
  };
  const check = async () => {
    try {
      if (checkControlFile(folder) === 'whole, without checksums') return;
      const found = await checkPages(folder, { signal: stopping.signal, pauseMs: PAUSE_MS });
      if (found.damagedPageCount > 0) logger.error(found, `${describeDamage(folder, found)} ${RESTORE_STEP}`);
    } catch (error) {
      logger.error({ err: error }, 'The pages of the database could not be read.');
    } finally {
      onDone();
      if (!stopping.signal.aborted) checkAfter(DAY_MS);
    }
  };
  checkAfter(firstAfterMs);
  return () => {
    stopping.abort();
    clearTimeout(timer);
  };
}

/** The control file of PostgreSQL 18, in bytes. */
const CONTROL = { bytes: 8_192, versionAt: 8, version: 1800, checksumsAt: 252, crcAt: 292 } as const;

/** What the start of the embedded database needs first, and what says whether its pages have checksums. */
type ControlFile = 'whole' | 'whole, without checksums' | 'damaged';

export function checkControlFile(folder: string): ControlFile {
  const path = join(folder, 'global', 'pg_control');
  const bytes = existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
  if (bytes.length !== CONTROL.bytes) return 'damaged';
  if (bytes.readUInt32LE(CONTROL.versionAt) !== CONTROL.version) return 'damaged';
  if (crc32c(bytes.subarray(0, CONTROL.crcAt)) !== bytes.readUInt32LE(CONTROL.crcAt)) return 'damaged';
  return bytes.readUInt32LE(CONTROL.checksumsAt) === 1 ? 'whole' : 'whole, without checksums';
}

function crc32c(bytes: Buffer): number {
  let crc = -1;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0x82f63b78 : 0);
  }
  return ~crc >>> 0;
}

const PAGE_BYTES = 8_192;
/** How many pages each file of a table beyond 1 GB has. */
const PAGES_PER_FILE = 131_072;
/** Checked without a pause, in about 3 ms. */
const BATCH_PAGES = 64;
/** PostgreSQL writes a page with one call. A page that is read during the call is complete a moment later. */
const REREADS = 3;
const REREAD_AFTER_MS = 100;
/** A table, an index or one of their maps; anything else in these folders has no checksums. */
const TABLE_FILE = /^\d+(?:_(?:fsm|vm|init))?(?:\.(\d+))?$/;

type PageCheck = {
  pageCount: number;
  damagedPageCount: number;
  /** A damaged file, relative to the folder. */
  damagedFile?: string;
  /** False when the signal ended the check. */
  isComplete: boolean;
};

/**
 * Compares the pages of all tables and indexes with their checksums. Works beside the open database, and takes 0.5 MB
 * of memory.
 *
 * @param pauseMs after each 0.5 MB, so that the check takes a small share of a core.
 */
export async function checkPages(
  folder: string,
  { signal, pauseMs = 0 }: { signal: AbortSignal; pauseMs?: number },
): Promise<PageCheck> {
  const found: PageCheck = { pageCount: 0, damagedPageCount: 0, isComplete: true };
  for (const path of await listTableFiles(folder)) {
    const damagedCount = await checkFile(path, found, { signal, pauseMs });
    found.damagedPageCount += damagedCount;
    if (damagedCount > 0) found.damagedFile ??= relative(folder, path);
  }
  return { ...found, isComplete: !signal.aborted };
}

async function listTableFiles(folder: string): Promise<string[]> {
  const databases = await readdir(join(folder, 'base'));
  const folders = [join(folder, 'global'), ...databases.map((name) => join(folder, 'base', name))];
  const names = await Promise.all(
    folders.map(async (each) => (await readdir(each)).map((name) => ({ name, path: join(each, name) }))),
  );
  return names.flat().flatMap(({ name, path }) => (TABLE_FILE.test(name) ? [path] : []));
}

/** @returns the number of damaged pages. */
async function checkFile(
  path: string,
  found: PageCheck,
  { signal, pauseMs }: { signal: AbortSignal; pauseMs: number },
): Promise<number> {
  const [, part = '0'] = TABLE_FILE.exec(path.slice(path.lastIndexOf('/') + 1)) ?? [];
  const firstPage = Number(part) * PAGES_PER_FILE;
  let damagedCount = 0;
  // A table may have been dropped since its file was listed.
  const file = await open(path).catch((error: unknown) => {
    if (hasErrorCode(error, 'ENOENT')) return undefined;
    throw error;
  });
  if (!file) return damagedCount;
  try {
    const batch = Buffer.alloc(BATCH_PAGES * PAGE_BYTES);
    const pageOf = (index: number) => batch.subarray(index * PAGE_BYTES, (index + 1) * PAGE_BYTES);
    const isDamaged = (page: number, index: number) => !isPageWhole(pageOf(index), firstPage + page + index);
    for (let page = 0; !signal.aborted;) {
      const { bytesRead } = await file.read(batch, 0, batch.length, page * PAGE_BYTES);
      // What follows the last whole page is being written.
      const count = Math.floor(bytesRead / PAGE_BYTES);
      if (count === 0) break;
      let suspects = Array.from({ length: count }, (_, index) => index).filter((index) =>
        isDamaged(page, index),
      );
      for (let round = 0; round < REREADS && suspects.length > 0; round += 1) {
        await sleep(REREAD_AFTER_MS);
        for (const index of suspects)
          await file.read(pageOf(index), 0, PAGE_BYTES, (page + index) * PAGE_BYTES);
        suspects = suspects.filter((index) => isDamaged(page, index));
      }
      damagedCount += suspects.length;
      page += count;
      found.pageCount += count;
      // Most files are small: counted over all of them.
      if (pauseMs > 0 && found.pageCount % BATCH_PAGES < count)
        await sleep(pauseMs, undefined, { ref: false });
    }
  } finally {
    await file.close();
  }
  return damagedCount;
}

/** @param number of the page in its table. */
function isPageWhole(bytes: Buffer, number: number): boolean {
  // PostgreSQL adds empty pages to a table before it fills them.
  if (bytes.readUInt16LE(14) === 0) return bytes.every((byte) => byte === 0);
  return bytes.readUInt16LE(8) === pageChecksum(bytes, number);
}

const LANES = 32;
const FNV_PRIME = 16_777_619;
// prettier-ignore
const LANE_STARTS = Int32Array.of(
  0x5b1f36e9, 0xb8525960, 0x02ab50aa, 0x1de66d2a, 0x79ff467a, 0x9bb9f8a3, 0x217e7cd2, 0x83e13d2c,
  0xf8d4474f, 0xe39eb970, 0x42c6ae16, 0x993216fa, 0x7b093b5d, 0x98daff3c, 0xf718902a, 0x0b1c9cdb,
  0xe58f764b, 0x187636bc, 0x5d7b3bb1, 0xe73de7de, 0x92bec979, 0xcca6c0b2, 0x304a0979, 0x85aa43d4,
  0x783125bb, 0x6ca8eaa2, 0xe407eac6, 0x4b5cfc3e, 0x9fbf8c76, 0x15ca20be, 0xf2ca9fd3, 0x959bd756,
);
const lanes = new Int32Array(LANES);

/** The checksum of PostgreSQL, as in its `checksum_impl.h`. */
function pageChecksum(bytes: Buffer, number: number): number {
  const words = new Int32Array(bytes.buffer, bytes.byteOffset, PAGE_BYTES / 4);
  lanes.set(LANE_STARTS);
  for (let row = 0; row < words.length + 2 * LANES; row += LANES) {
    for (let lane = 0; lane < LANES; lane += 1) {
      // The page counts without its checksum, which is the lower half of its third word.
      const word = (words[row + lane] ?? 0) & (row + lane === 2 ? 0xffff0000 : -1);
      const mixed = (lanes[lane] ?? 0) ^ word;
      lanes[lane] = Math.imul(mixed, FNV_PRIME) ^ (mixed >>> 17);
    }
  }
  const sum = lanes.reduce((all, lane) => all ^ lane, 0);
  return (((sum ^ number) >>> 0) % 65_535) + 1;
}
