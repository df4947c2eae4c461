import { constants } from 'node:fs';
import { type FileHandle, lstat, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { BACKUP_LIMITS, BACKUP_NAME } from '@/lib/contract/backup';
import { hasErrorCode } from '@/server/base/errors';

/** The names of scheduled backups sort by time. Others in the folder are never deleted. */
export const scheduledName = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z\.backup$/;

export type FoundBackup = { name: string; writtenAt: Date; bytes: number };

/** How many files are looked at. */
const FILES_MAX = 1_000;

/** @returns the newest backups, newest first; undefined when there is no such folder. */
export async function listBackupFiles(folder: string): Promise<FoundBackup[] | undefined> {
  const names = await readNames(folder);
  const found: FoundBackup[] = [];
  for (const name of names?.slice(-FILES_MAX) ?? []) {
    const file = await lstat(join(folder, name)).catch(() => undefined);
    if (file?.isFile()) found.push({ name, writtenAt: file.mtime, bytes: file.size });
  }
  return (
    names &&
    found
      .sort((a, b) => b.writtenAt.getTime() - a.writtenAt.getTime() || (a.name < b.name ? 1 : -1))
      .slice(0, BACKUP_LIMITS.listedMax)
  );
}

/** Whether the folder has a backup of that name, which is a file and no link to one. */
export async function hasBackupFile(folder: string, name: string): Promise<boolean> {
  if (!(await readNames(folder))?.includes(name)) return false;
  const file = await lstat(join(folder, name)).catch(() => undefined);
  return file?.isFile() === true;
}

/** @returns undefined when the folder has no backup of that name, or when it is no file but a link. */
export async function openBackupFile(
  folder: string,
  name: string,
): Promise<{ handle: FileHandle; bytes: number } | undefined> {
  if (!(await hasBackupFile(folder, name))) return undefined;
  const handle = await open(join(folder, name), constants.O_RDONLY | constants.O_NOFOLLOW).catch(
    () => undefined,
  );
  const file = await handle?.stat();
  if (handle && file?.isFile()) return { handle, bytes: file.size };
  await handle?.close();
  return undefined;
}

/** The command of the terminal that restores a backup. */
export function restoreCommandOf(folder: string, isEmbedded: boolean, name = '<file>'): string {
  const path = join(folder, name).replaceAll("'", String.raw`'\''`);
  return `npm run restore -- '${path}'${isEmbedded ? ' --replace' : ''}`;
}

async function readNames(folder: string): Promise<string[] | undefined> {
  try {
    return (await readdir(folder)).filter((name) => BACKUP_NAME.test(name)).sort();
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}
