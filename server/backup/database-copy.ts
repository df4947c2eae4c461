import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hasErrorCode, OwnerError } from '@/server/base/errors';

const ATTEMPTS_MAX = 5;
const CONTROL_FILE = join('global', 'pg_control');
/** The log of all changes since the last checkpoint. */
const LOG_FOLDER = 'pg_wal';

/**
 * Copies the folder of an embedded database while the site that has it open goes on writing. The copy opens like a
 * database whose process was killed: PostgreSQL repeats the changes since the checkpoint from its log. So the file
 * that names the checkpoint is read first and the log last, and a checkpoint in between means a new copy.
 *
 * @param checkpoint has the site write a checkpoint.
 * @throws OwnerError when the site writes so much that every attempt is overtaken by the next checkpoint.
 */
export async function copyOpenDatabase(
  folder: string,
  target: string,
  checkpoint: () => Promise<void>,
): Promise<void> {
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
    await checkpoint();
    const control = await readFile(join(folder, CONTROL_FILE));
    await copyTree(folder, target, (name) => name !== LOG_FOLDER);
    await copyTree(join(folder, LOG_FOLDER), join(target, LOG_FOLDER), () => true);
    await writeFile(join(target, CONTROL_FILE), control, { mode: 0o600 });
    if (control.equals(await readFile(join(folder, CONTROL_FILE)))) return;
  }
  throw new OwnerError(
    'The site writes too much at the moment for a consistent copy of its database. Try again later.',
  );
}

async function copyTree(folder: string, target: string, isWanted: (name: string) => boolean): Promise<void> {
  await mkdir(target, { recursive: true, mode: 0o700 });
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (!isWanted(entry.name)) continue;
    const from = join(folder, entry.name);
    const to = join(target, entry.name);
    if (entry.isDirectory()) await copyTree(from, to, () => true);
    else await copyFile(from, to).catch(ignoreDeleted);
  }
}

/** The log says what became of a file that is deleted meanwhile. */
function ignoreDeleted(error: unknown): void {
  if (!hasErrorCode(error, 'ENOENT')) throw error;
}
