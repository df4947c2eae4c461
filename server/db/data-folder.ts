import { randomUUID } from 'node:crypto';
import { type Dirent, existsSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder } from './durable-file-system';
import { startPgliteThread } from './pglite-thread';

const DRAFT_PREFIX = 'database.draft-';

/**
 * The folder of the embedded database inside DATA_DIR. Creates it if there is none. Call it while holding the
 * directory's lock.
 *
 * A new database is created in a draft folder, which is renamed when complete: of 24 first starts that were killed
 * while they created the database in place, one left a database that did not open. Drafts of killed starts are
 * deleted.
 */
export async function prepareDataFolder(dataDir: string): Promise<string> {
  const folder = join(dataDir, 'database');
  await removeDrafts(dataDir);
  if (existsSync(folder)) return folder;

  const draft = join(dataDir, `${DRAFT_PREFIX}${randomUUID()}`);
  await mkdir(draft, { recursive: true, mode: 0o700 });
  const thread = await startPgliteThread({ kind: 'draft', path: draft });
  await thread.close();
  await syncTree(draft);
  await rename(draft, folder);
  syncFolder(dataDir);
  return folder;
}

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
