import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { HOUR_MS } from '@/lib/contract/plain/durations';
import { OwnerError } from '@/server/base/errors';
import { scheduledName } from '@/server/backup/backup-folder';
import { runBackupProgram } from '@/server/backup/run-backup-program';
import type { Deps } from '@/server/deps';

/** What a killed backup leaves behind: its partial file, and its copy of the embedded database. */
const leftoverName = /\.backup\.part(\.database)?$/;
const LEFTOVER_HOURS = 6;

/**
 * Writes a backup into `BACKUP_DIR` when the last one is old enough, in a process of its own, and deletes the oldest.
 *
 * @throws OwnerError when the backup fails. No older one is deleted then.
 */
export async function writeScheduledBackup(
  { env, logger, now }: Pick<Deps, 'env' | 'logger' | 'now'>,
  signal: AbortSignal,
): Promise<void> {
  const { folder, everyHours, keptCount } = env.backups;
  if (folder === undefined) return;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const names = await readdir(folder);
  const isRunning = await deleteLeftovers(folder, names, now());
  const last = names
    .filter((name) => scheduledName.test(name))
    .sort()
    .at(-1);
  if (isRunning || (last && now().getTime() - writtenAt(last) < everyHours * HOUR_MS)) return;

  const name = `${now().toISOString().replaceAll(/[:.]/g, '-')}.backup`;
  if (!(await runBackup(join(folder, name), signal))) return;
  const outdated = [...names, name]
    .filter((each) => scheduledName.test(each))
    .sort()
    .slice(0, -keptCount);
  for (const each of outdated) await rm(join(folder, each), { force: true });
  logger.info({ backup: name, deleted: outdated.length }, 'A backup was written.');
}

/** When a backup was begun, in ms since 1970. */
const writtenAt = (name: string) =>
  Date.parse(name.slice(0, -'.backup'.length).replace(/T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z/, 'T$1:$2:$3.$4Z'));

/** @returns whether another process may still be writing one. */
async function deleteLeftovers(folder: string, names: readonly string[], now: Date): Promise<boolean> {
  let isRunning = false;
  for (const name of names.filter((each) => leftoverName.test(each))) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (found && now.getTime() - found.mtimeMs < LEFTOVER_HOURS * HOUR_MS) isRunning = true;
    else await rm(path, { recursive: true, force: true });
  }
  return isRunning;
}

async function runBackup(file: string, signal: AbortSignal): Promise<boolean> {
  try {
    return await runBackupProgram(['backup', file], signal);
  } catch (error) {
    if (!(error instanceof OwnerError)) throw error;
    throw new OwnerError(`The backup failed: ${error.message}`);
  }
}
