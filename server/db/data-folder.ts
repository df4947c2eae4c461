import { randomUUID } from 'node:crypto';
import { type Dirent, existsSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { closeToOthers } from './data-dir';
import { syncFolder } from './durable-file-system';
import { startPgliteThread } from './pglite-thread';
import { DatabaseStartError } from './start-error';

const DRAFT_PREFIX = 'database.draft-';

/**
 * The folder of the embedded database inside DATA_DIR. Creates it if there is none. Call it while holding the
 * directory's lock.
 *
 * A new database is created in a draft folder, which is renamed when complete: of 24 first starts that were killed
 * while they created the database in place, one left a database that did not open. Drafts of killed starts are
 * deleted.
 *
 * @throws DatabaseStartError when the folder exists but is no database.
 */
export async function prepareDataFolder(dataDir: string): Promise<string> {
  const folder = join(dataDir, 'database');
  await removeDrafts(dataDir);
  if (existsSync(folder)) {
    // In a folder without this file, PGlite would create a new database over the old one.
    if (!existsSync(join(folder, 'PG_VERSION'))) throw damagedDatabase(folder);
    return folder;
  }

  const draft = join(dataDir, `${DRAFT_PREFIX}${randomUUID()}`);
  await mkdir(draft, { recursive: true, mode: 0o700 });
  const thread = await startPgliteThread({ kind: 'draft', path: draft });
  await thread.close();
  // PGlite opens some of its files to everybody.
  closeToOthers(draft);
  await syncTree(draft);
  await rename(draft, folder);
  syncFolder(dataDir);
  return folder;
}

/** @param cause why PGlite did not open it, for the log. */
export const damagedDatabase = (folder: string, cause?: unknown) =>
  new DatabaseStartError(
    `DATA_DIR has a database that does not open, in ${folder}: restore DATA_DIR from a backup, or set DATA_DIR to a new folder, for example ./data-new.`,
    { cause },
  );

async function removeDrafts(dataDir: string): Promise<void> {
  const names = await readdir(dataDir);
  const drafts = names.filter((name) => name.startsWith(DRAFT_PREFIX));
  await Promise.all(drafts.map((name) => rm(join(dataDir, name), { recursive: true, force: true })));
}

async function syncTree(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true });
  const pathOf = (entry: Dirent) => join(folder, entry.name);
  await Promise.all(entries.filter((entry) => entry.isFile()).map((file) => syncFile(pathOf(file))));
  for (const subfolder of entries.filter((entry) => entry.isDirectory())) await syncTree(pathOf(subfolder));
  syncFolder(folder);
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
