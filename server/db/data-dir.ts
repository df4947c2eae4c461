import { randomUUID } from 'node:crypto';
import { chmodSync, lstatSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { HOUR_MS } from '@/lib/contract/plain/durations';
import { errorCode, hasErrorCode } from '@/server/base/errno';
import { ConfigError } from '@/server/base/errors';

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

/** What a killed process may leave behind: a probe, and drafts of the lock and of the keys. */
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
export function closeToOthers(folder: string): boolean {
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
