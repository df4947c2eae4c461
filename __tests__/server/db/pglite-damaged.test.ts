import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, open as openFile, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { prepareDataFolder } from '@/server/db/data-dir';
import { schedulePageChecks } from '@/server/db/page-checks';
import { openPglite } from '@/server/db/pglite';
import { until } from '../../setup/until';

let dataDir = '';
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'damaged-'));
  await mkdir(join(dataDir, 'database', 'global'), { recursive: true });
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const refused = () => ({
  name: 'DatabaseStartError',
  message: `DATA_DIR has a database that does not open, in ${join(dataDir, 'database')}: restore a backup with npm run restore -- <file> --replace, or set DATA_DIR to a new folder, for example ./data-new.`,
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

it('says what to do when its control file was cut, and finds noise in a table', async () => {
  await rm(join(dataDir, 'database'), { recursive: true });
  const folder = await prepareDataFolder(dataDir);
  expect(await logOfChecks(folder)).toEqual([]);

  const tables = join(folder, 'base', '5');
  const sizes = await Promise.all(
    (await readdir(tables)).map(async (name) => ({ name, size: (await stat(join(tables, name))).size })),
  );
  const { name = '', size = 0 } = sizes.toSorted((one, other) => other.size - one.size)[0] ?? {};
  const file = await openFile(join(tables, name), 'r+');
  await file.write(randomBytes(160 * 1024), 0, 160 * 1024, 8_192 * Math.floor(size / 8_192 / 2));
  await file.close();
  expect(await logOfChecks(folder)).toEqual([
    expect.stringMatching(
      new RegExp(
        `^The database in ${folder} is damaged: 20 of [\\d,]+ pages do not match their checksums, the first in base/5/${name}\\. Stop the site, .*npm run restore -- <file> --replace`,
      ),
    ),
  ]);

  await truncate(join(folder, 'global', 'pg_control'), 300);
  await expect(open()).rejects.toMatchObject(refused());
});

/** The errors that the checks of one day log. */
async function logOfChecks(folder: string): Promise<string[]> {
  const lines: string[] = [];
  const logger = pino({ level: 'error' }, { write: (line) => void lines.push(line) });
  let isDone = false;
  const stop = schedulePageChecks(folder, logger, { firstAfterMs: 0, onDone: () => (isDone = true) });
  await until(() => isDone, { withinMs: 50_000 });
  stop();
  return lines.map((line) => {
    const { msg }: { msg?: string } = Object(JSON.parse(line));
    return msg ?? '';
  });
}
