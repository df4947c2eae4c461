import { join } from 'node:path';
import pg from 'pg';
import { checkBackup, compareTables } from '@/server/backup/restore-backup';
import { restoreIntoPostgres } from '@/server/backup/restore-into';
import { createFileStore } from '@/server/images/image-store-file';
import { setUpBackedUpSite } from '../setup/backed-up-site';

const site = setUpBackedUpSite();

it('restores into an empty database of PostgreSQL, and into no other', async () => {
  await site.fillSite();
  const file = await site.write();
  const backup = await checkBackup(file);
  const { pool } = site.database;
  const name = `restore_${process.pid}`;
  await pool.query(`CREATE DATABASE ${name}`);
  const url = new URL(process.env.TEST_DATABASE_URL ?? '');
  url.pathname = name;
  const store = createFileStore(join(site.folder, 'images'));
  const target = { databaseURL: url.href, images: store, dataDir: join(site.folder, 'new', 'data') };
  try {
    await restoreIntoPostgres(file, backup, target);
    const restored = new pg.Pool({ connectionString: url.href, max: 1 });
    expect(await compareTables(restored, backup)).toEqual([]);
    await restored.end();
    await expect(restoreIntoPostgres(file, backup, target)).rejects.toThrow('is not empty');
  } finally {
    await pool.query(`DROP DATABASE ${name} WITH (FORCE)`);
  }
});
