import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { openPglite } from '@/server/db/pglite';

let dataDir = '';
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'damaged-'));
  await mkdir(join(dataDir, 'database', 'global'), { recursive: true });
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const refused = () => ({
  name: 'DatabaseStartError',
  message: `DATA_DIR has a database that does not open, in ${join(dataDir, 'database')}: restore DATA_DIR from a backup, or set DATA_DIR to a new folder, for example ./data-new.`,
});
const open = () => openPglite(dataDir, pino({ level: 'silent' }));

it('is not overwritten when its version file is lost, and says what to do', async () => {
  await expect(open()).rejects.toMatchObject(refused());
});

it('says what to do when PostgreSQL cannot start on it', async () => {
  await writeFile(join(dataDir, 'database', 'PG_VERSION'), '18\n');
  await writeFile(join(dataDir, 'database', 'global', 'pg_control'), '');

  await expect(open()).rejects.toMatchObject(refused());
});
