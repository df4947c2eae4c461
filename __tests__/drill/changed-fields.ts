import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'drizzle-orm';
import pino from 'pino';
import * as z from 'zod/mini';
import { openDatabase } from '@/server/db/client';
import { insertSearchRecords } from '../bench/search-directory';
import { facetSiteFile } from '../setup/facet-fields';
import { spawnProductServer } from '../setup/product-servers';
import { sessionKey } from './built-site';

const PRODUCTS = 10_000;
/** Have a value under a former key beside the one under the present key. */
const PRODUCTS_WITH_BOTH = 300;

type Declaration = { key: string; type: string; [option: string]: unknown };
/** What the dry run says of one key. */
type Forecast = { stored: number; shownNow: number; shownAs: string | undefined; shownThen: number };
type Counts = Record<string, number>;

const siteFile = z.object({ fields: z.array(z.looseObject({ key: z.string(), type: z.string() })) });
const dataProduct = z.object({ fields: z.record(z.string(), z.unknown()) });
const { fields } = siteFile.parse(JSON.parse(facetSiteFile));

/** Each change as another file, made of the first one. */
const changes: Record<string, (declared: Declaration) => Declaration | undefined> = {
  'the same file': (declared) => declared,
  'a field renamed': (declared) =>
    declared.key === 'price' ? { ...declared, key: 'pricing', formerKeys: ['price'] } : declared,
  'a field renamed without its former key': (declared) =>
    declared.key === 'price' ? { ...declared, key: 'pricing' } : declared,
  'a number with fewer values': (declared) =>
    declared.key === 'weights' ? { ...declared, max: 10 } : declared,
  'days as text, text as a license': (declared) =>
    declared.key === 'released'
      ? { key: 'released', label: 'Released', type: 'text', facet: true }
      : declared.key === 'license'
        ? { ...declared, format: 'spdx' }
        : declared,
  'money as yes or no': (declared) =>
    declared.key === 'cost' ? { key: 'cost', label: 'Cost', type: 'boolean', formerKeys: ['fee'] } : declared,
  'a choice less': (declared) =>
    declared.key === 'price' ? { ...declared, choices: [{ value: 'free', label: 'Free' }] } : declared,
  'a field removed': (declared) => (declared.key === 'language' ? undefined : declared),
};

/**
 * Changes the site file of a directory with 10,000 products in every way, one after the other. Each time, pages must
 * show as many values of each field as `npm run admin -- fields` has said before, and no stored value may change.
 */
export async function drillChangedFields(folder: string): Promise<string> {
  const dataDir = join(folder, 'data');
  const original = await writeSite(folder, 'original', fields);
  await fill(dataDir);
  const stored = await digestOfValues(dataDir);
  const shownAtFirst = await countShown(dataDir, original);
  let forecasts = 0;
  let present = original;
  for (const [index, [name, change]] of Object.entries(changes).entries()) {
    const next = await writeSite(
      folder,
      String(index),
      fields.flatMap((field) => change(field) ?? []),
    );
    const forecast = await foresee(dataDir, present, next);
    const [before, after] = [await countShown(dataDir, present), await countShown(dataDir, next)];
    const expected: Counts = {};
    for (const { shownAs, shownThen } of forecast.values())
      if (shownAs !== undefined && shownThen > 0) expected[shownAs] = (expected[shownAs] ?? 0) + shownThen;
    assert.deepEqual(after, expected, `${name}: pages show other values than the dry run has said`);
    const now = [...forecast.values()].reduce((sum, { shownNow }) => sum + shownNow, 0);
    assert.equal(sumOf(before), now, `${name}: the dry run counts other values than pages show now`);
    assert.equal(await digestOfValues(dataDir), stored, `${name}: stored values have changed`);
    console.log(`      ${name}: ${sumOf(before)} values shown before, ${sumOf(after)} after, as foreseen`);
    forecasts += forecast.size;
    present = next;
  }
  assert.deepEqual(
    await countShown(dataDir, original),
    shownAtFirst,
    'the first file shows other values again',
  );
  return `${PRODUCTS} products, ${Object.keys(changes).length} changes, ${forecasts} forecasts true; nothing lost`;
}

const sumOf = (counts: Counts) => Object.values(counts).reduce((sum, count) => sum + count, 0);

async function writeSite(folder: string, name: string, declared: readonly Declaration[]): Promise<string> {
  const file = join(folder, `${name}.json`);
  await writeFile(file, JSON.stringify({ fields: declared }));
  return file;
}

async function withDatabase<T>(
  dataDir: string,
  task: (db: Awaited<ReturnType<typeof openDatabase>>['db']) => Promise<T>,
): Promise<T> {
  const database = await openDatabase({ dataDir, logger: pino({ level: 'warn' }) });
  try {
    return await task(database.db);
  } finally {
    await database.close();
  }
}

const fill = (dataDir: string) =>
  withDatabase(dataDir, async (db) => {
    await insertSearchRecords(db, PRODUCTS, () => undefined);
    await db.execute(sql`
      INSERT INTO product_values (product_id, field, value, source, checked_at)
      SELECT id, 'fee', '12', 'import', timestamptz '2026-01-01' FROM products ORDER BY id LIMIT ${PRODUCTS_WITH_BOTH}`);
  });

const digestOfValues = (dataDir: string) =>
  withDatabase(dataDir, async (db) => {
    const { rows } = await db.execute<{ digest: string }>(sql`
      SELECT md5(string_agg(row_to_json(product_values)::text, ',' ORDER BY product_id, field)) AS digest
      FROM product_values`);
    return rows[0]?.digest;
  });

/** How many values of each field a site shows with a file. */
async function countShown(dataDir: string, file: string): Promise<Counts> {
  const server = await spawnProductServer({ DATA_DIR: dataDir, DATABASE_URL: '', SITE_FILE: file });
  try {
    const response = await fetch(`${server.url}/data/products.jsonl`);
    assert.equal(response.status, 200);
    const counts: Counts = {};
    const lines = (await response.text()).trimEnd().split('\n');
    assert.equal(lines.length, PRODUCTS);
    for (const line of lines)
      for (const key of Object.keys(dataProduct.parse(JSON.parse(line)).fields))
        counts[key] = (counts[key] ?? 0) + 1;
    return counts;
  } finally {
    await server.stop();
  }
}

const KEY_LINE =
  /^(\S+): ([\d,]+) values? stored, ([\d,]+) shown now\. (?:No field|([\d,]+) values? shown(?: as “([^”]+)”)?)/;

/** What `npm run admin -- fields` says of another file while a file is in use. */
async function foresee(dataDir: string, present: string, next: string): Promise<Map<string, Forecast>> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', 'host/listgrove.ts', 'admin', 'fields', next],
    {
      env: {
        ...process.env,
        DATA_DIR: dataDir,
        DATABASE_URL: '',
        SITE_FILE: present,
        SESSION_KEYS: sessionKey,
      },
    },
  );
  const count = (text = '0') => Number(text.replaceAll(',', ''));
  const forecast = stdout.split('\n').flatMap((line) => {
    const [, key, stored, shownNow, shownThen, shownAs] = KEY_LINE.exec(line) ?? [];
    if (key === undefined) return [];
    const shown = shownThen === undefined ? undefined : (shownAs ?? key);
    return [
      [
        key,
        { stored: count(stored), shownNow: count(shownNow), shownAs: shown, shownThen: count(shownThen) },
      ],
    ] as const;
  });
  return new Map(forecast);
}
