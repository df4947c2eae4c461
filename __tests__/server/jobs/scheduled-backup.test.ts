import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { OwnerError } from '@/server/base/errors';
import { readEnv } from '@/server/config/env';
import { openDatabase } from '@/server/db/client';
import { writeScheduledBackup } from '@/server/jobs/scheduled-backup';

const older = ['2026-01-01T00-00-00-000Z.backup', '2026-01-02T00-00-00-000Z.backup'];
const logger = pino({ level: 'silent' });
const project = process.cwd();
let folder = '';
let dataDir = '';
let backups = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scheduled-backup-'));
  dataDir = join(folder, 'data');
  backups = join(folder, 'backups');
  await mkdir(backups);
  for (const name of older) await writeFile(join(backups, name), 'older');
  // The process of the backup reads the configuration of the site itself.
  await writeFile(join(folder, '.env'), `DATA_DIR=${dataDir}\n`);
  process.chdir(folder);
});
afterEach(async () => {
  process.chdir(project);
  await rm(folder, { recursive: true });
});

const write = () =>
  writeScheduledBackup(
    {
      env: readEnv({ DATA_DIR: dataDir, BACKUP_DIR: backups, BACKUP_KEEP: '2' }),
      logger,
      now: () => new Date('2026-01-05T00:00:00Z'),
    },
    new AbortController().signal,
  );

it('writes a backup, and deletes those that are too many', async () => {
  const database = await openDatabase({ dataDir, logger });
  await database.close();
  await write();
  expect((await readdir(backups)).sort()).toEqual([older[1], '2026-01-05T00-00-00-000Z.backup']);
});

it('deletes no backup that was made by hand, however old', async () => {
  const byHand = ['2020-01-01T00-00-00-000Z.by-hand.backup', 'mine.backup'];
  for (const name of byHand) await writeFile(join(backups, name), 'by hand');
  const database = await openDatabase({ dataDir, logger });
  await database.close();
  await write();
  expect((await readdir(backups)).sort()).toEqual(
    [...byHand, older[1], '2026-01-05T00-00-00-000Z.backup'].sort(),
  );
});

it('says why a backup failed, and deletes no older one', async () => {
  await expect(write()).rejects.toThrow(
    new OwnerError(`The backup failed: There is no database in ${dataDir}.`),
  );
  await expect(write()).rejects.toBeInstanceOf(OwnerError);
  expect((await readdir(backups)).sort()).toEqual(older);
});
