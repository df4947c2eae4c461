import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sealKeys } from '@/server/backup/sealed-keys';
import { writeBackup } from '@/server/backup/write-backup';
import { migrate } from '@/server/db/migrate';
import { filesOf } from '@/server/images/image-files';
import { createFileStore } from '@/server/images/image-store-file';
import { testNow } from './test-app';
import { setUpTestDatabase } from './test-database';

export const HOSTILE_TEXT = 'a\nb\\n"c"\u0001\t😀\u2028é {"$1": null}';
export const SITE_KEYS = Buffer.from('one-key\n');
const fixture = readFileSync(new URL('../fixtures/schemas/0.1.sql', import.meta.url), 'utf8');

/** A site with a row in every table of the first release, and some of what came later. Each test has a folder. */
export function setUpBackedUpSite() {
  const database = setUpTestDatabase();
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'backup-test-'));
    await database.pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
    await database.pool.query(fixture);
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));
  const images = () => createFileStore(join(folder, 'source-images'));

  return {
    database,
    get folder() {
      return folder;
    },
    write: async (name = 'site.backup'): Promise<string> => {
      const file = join(folder, name);
      const sealedKeys = sealKeys(SITE_KEYS, 'pass');
      await writeBackup(
        { pool: database.pool, images: images(), siteName: 'Listgrove', sealedKeys },
        file,
        testNow,
      );
      return file;
    },
    /** Brings the schema up to date and adds what is hard to keep: odd texts, files of images, a used sequence. */
    fillSite: async (): Promise<void> => {
      const { pool } = database;
      await migrate(pool);
      await pool.query(`UPDATE products SET tagline = $1, description = $1 WHERE id = 1`, [HOSTILE_TEXT]);
      await pool.query(
        `INSERT INTO tags (slug, name) SELECT 'tag-' || n, 'Tag ' || n FROM generate_series(1, 1200) n`,
      );
      await pool.query(`DELETE FROM tags WHERE slug = 'tag-1200'`);
      const { rows } = await pool.query<{ key: string }>('SELECT key FROM images');
      for (const { key } of rows) {
        for (const name of filesOf(key).slice(1)) await images().write(name, Buffer.from(`file ${name}`));
      }
    },
  };
}
