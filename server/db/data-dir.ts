import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmSync,
  writeFileSync,
  type Dirent,
  existsSync,
} from 'node:fs';
import { join } from 'node:path';
import { mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import { HOUR_MS } from '@/lib/contract/plain/durations';
import { ConfigError, DatabaseStartError, errorCode, hasErrorCode } from '@/server/base/errors';
import { syncFolder } from './durable-file-system';
import { startPgliteThread } from './pglite-thread';

const FAULTS: Record<string, string> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'its file system is read-only',
  ENOSPC: 'its disk is full',
  EDQUOT: 'the quota of this user is used up',
  ENOTDIR: 'it is not a folder',
  EEXIST: 'it is not a folder',
  ENOENT: 'it cannot be created',
};

/**
 * Creates the folder of all stored data if it is missing, checks that it can be written, and closes it to other users
 * of this machine: it holds email addresses and keys. Safe to repeat.
 *
 * @returns false when something in it belongs to another user and stays open.
 * @throws ConfigError when it cannot be written.
 */
export function prepareDataDir(dataDir: string): boolean {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const probe = join(dataDir, `write-test-${randomUUID()}`);
    writeFileSync(probe, 'x', { mode: 0o600 });
    rmSync(probe);
    removeLeftovers(dataDir);
  } catch (error) {
    const code = errorCode(error) ?? 'unknown error';
    throw new ConfigError(
      `DATA_DIR is "${dataDir}", which cannot be used: ${FAULTS[code] ?? code}; set DATA_DIR to a folder that this user can write, for example ./data.`,
    );
  }
  return closeToOthers(dataDir);
}

/** What a killed process may leave behind: a probe, and unfinished files of the lock and of the keys. */
const LEFTOVER = /^(?:write-test-|database\.lock\.|session-keys\.)[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

function removeLeftovers(dataDir: string): void {
  const before = Date.now() - HOUR_MS;
  for (const name of readdirSync(dataDir)) {
    const path = join(dataDir, name);
    const modifiedAtMs = LEFTOVER.test(name) && lstatSync(path, { throwIfNoEntry: false })?.mtimeMs;
    if (modifiedAtMs && modifiedAtMs < before) rmSync(path, { force: true });
  }
}

/** Takes a folder and everything in it away from other users, at about 5 µs per file. Links are not followed. */
function closeToOthers(folder: string): boolean {
  const entries = readdirSync(folder, { withFileTypes: true });
  const results = entries.map((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? closeToOthers(path) : entry.isSymbolicLink() || restrict(path, 0o600);
  });
  return [restrict(folder, 0o700), ...results].every(Boolean);
}

function restrict(path: string, mode: number): boolean {
  try {
    if ((lstatSync(path).mode & 0o077) !== 0) chmodSync(path, mode);
    return true;
  } catch (error) {
    // A socket or temporary file may disappear during the walk.
    if (hasErrorCode(error, 'ENOENT')) return true;
    if (hasErrorCode(error, 'EPERM')) return false;
    throw error;
  }
}

/** Not `staging`: a start also deletes the folders of earlier builds that were killed. */
const STAGING_PREFIX = 'database.draft-';

/** An earlier build may have written the file that this build reads, so `draft` keeps its name. */
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
 * A new database is created in a staging folder, which is renamed when complete: of 24 first starts that were killed
 * while they created the database in place, one left a database that did not open. Staging folders of killed starts are
 * deleted.
 *
 * @throws DatabaseStartError when the folder exists but is no database.
 */
export async function prepareDataFolder(dataDir: string): Promise<string> {
  const folder = join(dataDir, 'database');
  await finishSwap(dataDir);
  await removeStagingFolders(dataDir);
  if (existsSync(folder)) {
    // In a folder without this file, PGlite would create a new database over the old one.
    if (!existsSync(join(folder, 'PG_VERSION'))) throw damagedDatabase(folder);
    return folder;
  }

  const staging = await createStagingFolder(dataDir);
  const thread = await startPgliteThread({ kind: 'staging', path: staging });
  await thread.close();
  await completeStagingFolder(staging);
  await rename(staging, folder);
  syncFolder(dataDir);
  return folder;
}

/** A new folder in DATA_DIR, which the next start deletes unless it is renamed. */
export async function createStagingFolder(dataDir: string): Promise<string> {
  const folder = join(dataDir, `${STAGING_PREFIX}${randomUUID()}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/** Writes a staging folder to the disk, so that it can be renamed. */
export async function completeStagingFolder(folder: string): Promise<void> {
  // PGlite opens some of its files to everybody.
  closeToOthers(folder);
  await syncTree(folder);
}

/** Lists, as JSON, what is to be swapped. Exists from the moment when a restore is complete until it is in its place. */
const SWAP_FILE = 'restore.json';

/** The parts of DATA_DIR that a restore replaces: the name of each, and the path in DATA_DIR of what takes its place. */
export type Replacement = { name: 'database' | 'images' | 'session-keys'; stagedPath: string };

/**
 * Puts what a restore has written in the place of the present database, images and keys, which stay beside it under other
 * names. The next start finishes the swap of a process that was killed. Call it while holding the directory's lock.
 *
 * @param suffix is added to the names of what was there before.
 */
export async function swapIn(
  dataDir: string,
  suffix: string,
  replacements: readonly Replacement[],
): Promise<void> {
  const file = join(dataDir, SWAP_FILE);
  const content: z.infer<typeof swap> = {
    suffix,
    replacements: replacements.map(({ name, stagedPath }) => ({ name, draft: stagedPath })),
  };
  await writeFile(`${file}.part`, JSON.stringify(content), { mode: 0o600, flush: true });
  await rename(`${file}.part`, file);
  syncFolder(dataDir);
  await finishSwap(dataDir);
}

async function finishSwap(dataDir: string): Promise<void> {
  const file = join(dataDir, SWAP_FILE);
  if (!existsSync(file)) return;
  const { suffix, replacements } = swap.parse(JSON.parse(await readFile(file, 'utf8')));
  for (const { name, draft: stagedPath } of replacements) {
    const from = join(dataDir, stagedPath);
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

async function removeStagingFolders(dataDir: string): Promise<void> {
  const names = await readdir(dataDir);
  const folders = names.filter((name) => name.startsWith(STAGING_PREFIX));
  await Promise.all(folders.map((name) => rm(join(dataDir, name), { recursive: true, force: true })));
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
