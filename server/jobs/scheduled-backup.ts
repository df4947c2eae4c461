import { spawn } from 'node:child_process';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { HOUR_MS } from '@/lib/contract/plain/durations';
import { OwnerError } from '@/server/base/errors';
import type { Deps } from '@/server/deps';
import { workerFile } from '@/server/base/worker-file';

const program = workerFile(import.meta.url, '../../host/listgrove');

/** The names of scheduled backups sort by time. Others in the folder are never deleted. */
const backupName = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z\.backup$/;
/** What a killed backup leaves behind: its partial file, and its copy of the embedded database. */
const leftoverName = /\.backup\.part(\.database)?$/;
const LEFTOVER_HOURS = 6;
const MESSAGE_LENGTH_MAX = 1_000;

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
    .filter((name) => backupName.test(name))
    .sort()
    .at(-1);
  if (isRunning || (last && now().getTime() - writtenAt(last) < everyHours * HOUR_MS)) return;

  const name = `${now().toISOString().replaceAll(/[:.]/g, '-')}.backup`;
  await runBackup(join(folder, name), signal);
  if (signal.aborted) return;
  const outdated = [...names, name]
    .filter((each) => backupName.test(each))
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

function runBackup(file: string, signal: AbortSignal): Promise<void> {
  // The command `backup`: compressing on this thread would delay visitors.
  const child = spawn(process.execPath, [...program.execArgv, program.path, 'backup', file], {
    stdio: ['ignore', 'ignore', 'pipe'],
    signal,
  });
  let message = '';
  child.stderr.on('data', (part: Buffer) => (message += part.toString()));
  return new Promise((resolve, reject) => {
    child.once('error', (error) => (signal.aborted ? resolve() : reject(error)));
    child.once('exit', (code) => {
      if (code === 0 || signal.aborted) resolve();
      else reject(new OwnerError(`The backup failed: ${message.trim().slice(0, MESSAGE_LENGTH_MAX)}`));
    });
  });
}
