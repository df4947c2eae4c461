import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import pino from 'pino';
import { checkBackup, compareTables } from '@/server/backup/restore-backup';
import { restoreIntoFolder } from '@/server/backup/restore-into';
import { openKeys, sealKeys } from '@/server/backup/sealed-keys';
import { openDatabase } from '@/server/db/client';
import { migrate } from '@/server/db/migrate';
import { createFileStore } from '@/server/images/image-store-file';
import { filesOf } from '@/server/images/image-files';
import { HOSTILE_TEXT, SITE_KEYS, setUpBackedUpSite } from '../setup/backed-up-site';
import { testNow } from '../setup/test-app';

const site = setUpBackedUpSite();
const { database, fillSite, write } = site;
let folder = '';
beforeEach(() => {
  ({ folder } = site);
});

const restoreOptions = (dataDir: string) => ({
  dataDir,
  images: null,
  keys: null,
  replaces: false,
  now: testNow,
});

const KEYS_AND_INDEXES = `
  SELECT indexdef AS definition FROM pg_indexes WHERE schemaname = 'public'
  UNION ALL SELECT concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid), convalidated)
  FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND contype IN ('p', 'u', 'f')
  UNION ALL SELECT concat_ws(' ', tgrelid::regclass, tgname, tgenabled) FROM pg_trigger WHERE NOT tgisinternal
  ORDER BY 1`;

const openRestored = (dataDir: string) => openDatabase({ dataDir, logger: pino({ level: 'silent' }) });

it('restores every row, image, number and key into an embedded database', async () => {
  await fillSite();
  const file = await write();
  const backup = await checkBackup(file);
  const dataDir = join(folder, 'data');
  const restoredKeys = openKeys(backup.sealedKeys ?? Buffer.alloc(0), 'pass');
  await restoreIntoFolder(file, backup, { ...restoreOptions(dataDir), keys: restoredKeys });

  expect(await readFile(join(dataDir, 'session-keys'))).toEqual(SITE_KEYS);
  const { pool, close } = await openRestored(dataDir);
  try {
    expect(await compareTables(pool, backup)).toEqual([]);
    expect(
      Object.values(backup.checksums.tables).filter(({ rowCount }) => rowCount > 0).length,
    ).toBeGreaterThan(20);
    const { rows } = await pool.query('SELECT tagline, description FROM products WHERE id = 1');
    expect(rows).toEqual([{ tagline: HOSTILE_TEXT, description: HOSTILE_TEXT }]);
    // The number of a deleted row is not given out again.
    const next = await pool.query<{ id: string }>(
      `INSERT INTO tags (slug, name) VALUES ('next', 'Next') RETURNING id`,
    );
    const last = await database.pool.query<{ last: string }>('SELECT last_value AS last FROM tags_id_seq');
    expect(Number(next.rows[0]?.id)).toBe(Number(last.rows[0]?.last) + 1);
    // Triggers, keys and indexes are back.
    await pool.query(`UPDATE products SET name = 'Renamed' WHERE id = 1`);
    const restored = await pool.query<{ definition: string }>(KEYS_AND_INDEXES);
    expect(restored.rows.length).toBeGreaterThan(100);
    expect(restored.rows).toEqual((await database.pool.query(KEYS_AND_INDEXES)).rows);
  } finally {
    await close();
  }
  for (const { key } of (await database.pool.query<{ key: string }>('SELECT key FROM images')).rows) {
    for (const name of filesOf(key).slice(1)) {
      expect(await createFileStore(join(dataDir, 'images')).read(name)).toEqual(Buffer.from(`file ${name}`));
    }
  }
});

it('upgrades a backup of the first release', async () => {
  const file = await write();
  const dataDir = join(folder, 'data');
  await restoreIntoFolder(file, await checkBackup(file), restoreOptions(dataDir));
  const { pool, close } = await openRestored(dataDir);
  try {
    const { rows } = await pool.query('SELECT slug FROM products ORDER BY id');
    expect(rows).toEqual((await database.pool.query('SELECT slug FROM products ORDER BY id')).rows);
    expect((await pool.query('SELECT DISTINCT term FROM product_listings')).rowCount).toBeGreaterThan(0);
  } finally {
    await close();
  }
});

it('keeps what is stored in a column that the last migration of the backup has added', async () => {
  const { pool } = database;
  await migrate(pool, { last: '0132_edit_authors.sql' });
  await pool.query(`
    INSERT INTO product_edits (product_id, editor_id, name, tagline, description, description_html, url, canonical_url, tag_ids)
    SELECT id, 1, name, tagline, '', '', url, canonical_url, '{}' FROM products WHERE id = 1`);
  const file = await write();
  const dataDir = join(folder, 'data');
  await restoreIntoFolder(file, await checkBackup(file), restoreOptions(dataDir));
  const { pool: restored, close } = await openRestored(dataDir);
  try {
    expect((await restored.query('SELECT editor_id FROM product_edits')).rows).toEqual([{ editor_id: '1' }]);
  } finally {
    await close();
  }
});

it('refuses damaged, changed, foreign and newer files, and changes nothing', async () => {
  await fillSite();
  const whole = await readFile(await write());
  const tar = gunzipSync(whole);
  const change = (from: string, to: string) => {
    const at = tar.indexOf(from);
    expect(at).toBeGreaterThan(0);
    return gzipSync(Buffer.concat([tar.subarray(0, at), Buffer.from(to), tar.subarray(at + from.length)]));
  };
  const flipped = Buffer.from(whole);
  const middle = Math.floor(whole.length / 2);
  flipped.writeUInt8(flipped.readUInt8(middle) ^ 1, middle);
  const files: Record<string, [Buffer, string]> = {
    ...Object.fromEntries(
      [0.1, 0.5, 0.9, 0.999].map((part) => [
        `cut ${part}`,
        [whole.subarray(0, Math.floor(whole.length * part)), 'damaged|cut off'],
      ]),
    ),
    flipped: [flipped, 'damaged|changed|not a backup'],
    edited: [change('"slug":"grid-lab"', '"slug":"grid-fab"'), 'was changed'],
    moved: [
      change('images/AAAAAAAAAAAAAAAAAAAAA1', 'images/AAAAAAAAAAAAAAAAAAAAA2'),
      'changed|damaged|not a backup',
    ],
    outside: [
      change('images/AAAAAAAAAAAAAAAAAAAAA1', 'images/../../../../../etc/A'),
      'changed|damaged|not a backup',
    ],
    newer: [change('"format":1', '"format":2'), 'newer version'],
    'newer schema': [change('0010_', '9999_'), 'newer version'],
    empty: [Buffer.alloc(0), 'not a backup'],
    text: [Buffer.from('hello'), 'not a backup'],
    'other archive': [gzipSync(Buffer.from('x'.repeat(2000))), 'not a backup'],
  };
  for (const [name, [bytes, message]] of Object.entries(files)) {
    const file = join(folder, 'bad.backup');
    await writeFile(file, bytes);
    const checked = checkBackup(file).then(() => 'accepted', String);
    expect({ name, outcome: await checked }).toEqual({
      name,
      outcome: expect.stringMatching(new RegExp(`^InvalidBackupError: .*(${message})`)),
    });
  }
  expect(() => openKeys(sealKeys(SITE_KEYS, 'pass'), 'other')).toThrow('BACKUP_PASSPHRASE');
});

it('replaces a database only when asked to, and keeps what was there', async () => {
  await fillSite();
  const file = await write();
  const backup = await checkBackup(file);
  const dataDir = join(folder, 'data');
  await restoreIntoFolder(file, backup, restoreOptions(dataDir));
  await writeFile(join(dataDir, 'database', 'mark'), '');

  await expect(restoreIntoFolder(file, backup, restoreOptions(dataDir))).rejects.toThrow('--replace');
  expect(existsSync(join(dataDir, 'database', 'mark'))).toBe(true);

  const suffix = await restoreIntoFolder(file, backup, { ...restoreOptions(dataDir), replaces: true });
  expect(existsSync(join(dataDir, 'database', 'mark'))).toBe(false);
  expect(existsSync(join(dataDir, `database${suffix}`, 'mark'))).toBe(true);
  const { rows } = await openRestored(dataDir).then(async ({ pool, close }) => {
    const answer = await pool.query('SELECT count(*)::int AS count FROM products');
    await close();
    return answer;
  });
  expect(rows).toEqual([{ count: backup.checksums.tables.products?.rowCount }]);
});
