import { mkdir, open, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { backupWork, type BackupWork } from '@/lib/contract/backup';
import { SECOND_MS } from '@/lib/contract/plain/durations';
import { hasErrorCode, OwnerError } from '@/server/base/errors';
import { runBackupProgram } from './run-backup-program';

/** In the folder of the backups, so that all processes know the same. */
const STATE_FILE = '.browser-work.json';
/** Exists while a backup or check runs, and is touched on the way. */
const LOCK_FILE = '.browser-work.lock';
const TOUCH_EVERY_MS = 10 * SECOND_MS;
/** A process that has not touched its lock for so long has ended. */
const LOCK_ENDS_MS = 60 * SECOND_MS;

type Options = { folder: string; logger: Logger; now: () => Date };

/** What was last done from the browser. Work whose process has ended has failed. */
export async function readBackupWork(folder: string): Promise<BackupWork | null> {
  const isRunning = await isLocked(folder);
  const work = await readState(folder);
  // The lock decides, so that no work is refused after it was said that the last one has ended.
  if (work && isRunning) return { ...work, state: 'running' };
  return work?.state === 'running' ? { ...work, state: 'failed' } : work;
}

/**
 * Begins to make or to check a backup.
 *
 * @returns undefined when another one runs.
 */
export async function beginBackupWork(
  { folder, logger, now }: Options,
  kind: BackupWork['kind'],
  chosen?: string,
): Promise<BackupWork | undefined> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (!(await lock(folder))) return undefined;
  const startedAt = now().toISOString();
  const name = chosen ?? `${startedAt.replaceAll(/[:.]/g, '-')}.by-hand.backup`;
  const work: BackupWork = { kind, name, state: 'running', startedAt, endedAt: null, message: null };
  try {
    await writeState(folder, work);
  } catch (error) {
    await unlock(folder);
    throw error;
  }
  const path = join(folder, name);
  void finish(kind === 'make' ? ['backup', path] : ['restore', path, '--verify']).catch((error: unknown) =>
    logger.error({ err: error }, 'The outcome of a backup from the browser could not be stored.'),
  );
  return work;

  async function finish(args: readonly string[]): Promise<void> {
    const touching = setInterval(() => {
      const time = new Date();
      utimes(join(folder, LOCK_FILE), time, time).catch(() => undefined);
    }, TOUCH_EVERY_MS);
    touching.unref();
    try {
      const message = await runBackupProgram(args).then(() => null, describe);
      const state = message === null ? 'done' : 'failed';
      await writeState(folder, { ...work, state, message, endedAt: now().toISOString() });
    } finally {
      clearInterval(touching);
      await unlock(folder);
    }
  }

  function describe(error: unknown): string {
    if (error instanceof OwnerError) return error.message;
    logger.error({ err: error }, 'A backup from the browser failed.');
    return 'The command could not be started.';
  }
}

async function lock(folder: string): Promise<boolean> {
  if (await isLocked(folder)) return false;
  // What is left of a process that has ended.
  await unlock(folder);
  try {
    await (await open(join(folder, LOCK_FILE), 'wx', 0o600)).close();
    return true;
  } catch (error) {
    if (hasErrorCode(error, 'EEXIST')) return false;
    throw error;
  }
}

async function isLocked(folder: string): Promise<boolean> {
  const found = await stat(join(folder, LOCK_FILE)).catch(() => undefined);
  return found !== undefined && Date.now() - found.mtimeMs < LOCK_ENDS_MS;
}

const unlock = (folder: string) => rm(join(folder, LOCK_FILE), { force: true });

async function readState(folder: string): Promise<BackupWork | null> {
  try {
    const stored: unknown = JSON.parse(await readFile(join(folder, STATE_FILE), 'utf8'));
    return backupWork.safeParse(stored).data ?? null;
  } catch {
    return null;
  }
}

async function writeState(folder: string, work: BackupWork): Promise<void> {
  const file = join(folder, STATE_FILE);
  await writeFile(`${file}.new`, JSON.stringify(work), { mode: 0o600 });
  await rename(`${file}.new`, file);
}
