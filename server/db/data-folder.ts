import { randomUUID } from 'node:crypto';
import { type Dirent, existsSync } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { closeToOthers } from './data-dir';
import { syncFolder } from './durable-file-system';
import { startPgliteThread } from './pglite-thread';
import { DatabaseStartError } from './start-error';

const DRAFT_PREFIX = 'database.draft-';

const swap = z.object({
  suffix: z.string(),
  replacements: z.array(
    z.object({ name: z.enum(['database', 'images', 'session-keys']), draft: z.string() }),
  ),
});

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
  await finishSwap(dataDir);
  await removeDrafts(dataDir);
  if (existsSync(folder)) {
    // In a folder without this file, PGlite would create a new database over the old one.
    if (!existsSync(join(folder, 'PG_VERSION'))) throw damagedDatabase(folder);
    return folder;
  }

  const draft = await createDraft(dataDir);
  const thread = await startPgliteThread({ kind: 'draft', path: draft });
  await thread.close();
  await completeDraft(draft);
  await rename(draft, folder);
  syncFolder(dataDir);
  return folder;
}

/** A new folder in DATA_DIR, which the next start deletes unless it is renamed. */
export async function createDraft(dataDir: string): Promise<string> {
  const draft = join(dataDir, `${DRAFT_PREFIX}${randomUUID()}`);
  await mkdir(draft, { recursive: true, mode: 0o700 });
  return draft;
}

/** Writes a draft to the disk, so that it can be renamed. */
export async function completeDraft(draft: string): Promise<void> {
  // PGlite opens some of its files to everybody.
  closeToOthers(draft);
  await syncTree(draft);
}

/** Lists, as JSON, what is to be swapped. Exists from the moment when a restore is complete until it is in its place. */
const SWAP_FILE = 'restore.json';

/** The parts of DATA_DIR that a restore replaces: the name of each, and the complete draft that takes its place. */
export type Replacement = { name: 'database' | 'images' | 'session-keys'; draft: string };

/**
 * Puts drafts in the place of the present database, images and keys, which stay beside them under other names. A
 * process that is killed meanwhile leaves it to the next start to go on. Call it while holding the directory's lock.
 *
 * @param suffix is added to the names of what was there before.
 */
export async function swapIn(
  dataDir: string,
  suffix: string,
  replacements: readonly Replacement[],
): Promise<void> {
  const file = join(dataDir, SWAP_FILE);
  await writeFile(`${file}.part`, JSON.stringify({ suffix, replacements }), { mode: 0o600, flush: true });
  await rename(`${file}.part`, file);
  syncFolder(dataDir);
  await finishSwap(dataDir);
}

async function finishSwap(dataDir: string): Promise<void> {
  const file = join(dataDir, SWAP_FILE);
  if (!existsSync(file)) return;
  const { suffix, replacements } = swap.parse(JSON.parse(await readFile(file, 'utf8')));
  for (const { name, draft } of replacements) {
    const from = join(dataDir, draft);
    if (!existsSync(from)) continue;
    const to = join(dataDir, name);
    if (existsSync(to)) await rename(to, `${to}${suffix}`);
    await rename(from, to);
  }
  syncFolder(dataDir);
  await rm(file);
}

/** @param cause why PGlite did not open it, for the log. */
export const damagedDatabase = (folder: string, cause?: unknown) =>
  new DatabaseStartError(
    `DATA_DIR has a database that does not open, in ${folder}: restore a backup with npm run restore -- <file> --replace, or set DATA_DIR to a new folder, for example ./data-new.`,
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
