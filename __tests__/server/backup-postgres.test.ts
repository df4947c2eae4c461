import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { checkBackup, compareTables } from '@/server/backup/restore-backup';
import { restoreIntoPostgres } from '@/server/backup/restore-into';
import { createFileStore } from '@/server/images/image-store-file';
import { SITE_KEYS, setUpBackedUpSite } from '../setup/backed-up-site';
import { programArguments } from '../setup/program-file';

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

it('hands the keys of the embedded database to PostgreSQL, so that members stay signed in', async () => {
  await site.fillSite();
  const file = await site.write();
  const { pool } = site.database;
  const name = `restore_keys_${process.pid}`;
  await pool.query(`CREATE DATABASE ${name}`);
  const url = new URL(process.env.TEST_DATABASE_URL ?? '');
  url.pathname = name;
  const present = Buffer.alloc(32, 3).toString('base64url');
  const dataDir = join(site.folder, 'moved');
  try {
    const { code, output } = await restore(file, {
      ...{ DATABASE_URL: url.href, DATA_DIR: dataDir, SESSION_KEYS: present, BACKUP_PASSPHRASE: 'pass' },
    });
    expect({ code, output }).toMatchObject({
      code: 0,
      output: expect.stringContaining('Restored into PostgreSQL. To keep members signed in'),
    });
    expect(await readFile(join(dataDir, 'restored-session-keys'), 'utf8')).toBe(
      `SESSION_KEYS=${SITE_KEYS.toString().trim()},${present}\n`,
    );
  } finally {
    await pool.query(`DROP DATABASE ${name} WITH (FORCE)`);
  }
});

function restore(file: string, variables: Record<string, string>) {
  const child = spawn(process.execPath, [...programArguments('host/listgrove.ts'), 'restore', file], {
    env: { ...process.env, APP_ENV: 'development', NODE_OPTIONS: '', ...variables },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => (output += part.toString()));
  return new Promise<{ code: number | null; output: string }>((resolve) =>
    child.on('close', (code) => resolve({ code, output })),
  );
}
