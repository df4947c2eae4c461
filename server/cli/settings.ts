import { readFile, stat } from 'node:fs/promises';
import * as z from 'zod/mini';
import { hasErrorCode, OwnerError } from '@/server/base/errors';
import { loadEnv } from '@/server/config/env-file';
import { controlCommands } from '@/server/control/contract';
import { openTarget, type Target } from './open-target';
import { printable } from './run-program';

export type SettingsImport = { dryRun?: boolean };

const BYTES_MAX = 1024 * 1024;
const settingsFile = z.object({ settings: z.record(z.string(), z.nullable(z.string())) });

async function withTarget<Result>(run: (target: Target) => Promise<Result>): Promise<Result> {
  const target = await openTarget(loadEnv());
  try {
    return await run(target);
  } finally {
    await target.close();
  }
}

/** Prints what is stored as JSON on standard output, and on the other output what is left out. */
export async function exportSettings(): Promise<undefined> {
  const { settings, leftOut } = await withTarget((target) => target.run(controlCommands.settings, {}));
  console.log(JSON.stringify({ settings }, null, 2));
  if (leftOut.length > 0)
    console.error(`Left out, because it belongs to this site alone: ${leftOut.join(', ')}.`);
}

/** Stores the settings of a file as one change, and prints what it does. */
export async function importSettings(file: string, { dryRun = false }: SettingsImport): Promise<undefined> {
  const changes = Object.entries(await readSettings(file)).map(([name, value]) => ({ name, value }));
  const { changes: found } = await withTarget((target) =>
    target.run(controlCommands.changeSettings, { changes, isDryRun: dryRun }),
  );
  const lines = found.map(({ name, before, after, effect }) =>
    [`${name}: ${before || 'nothing'} → ${after || 'nothing'}`, ...(effect ? [`  ${effect}`] : [])].join(
      '\n',
    ),
  );
  if (found.length === 0) lines.push('Nothing changes: the site has these settings already.');
  else lines.push(dryRun ? 'Nothing was changed.' : 'Saved. The whole site has it within a second.');
  console.log(printable(lines.join('\n')));
}

/** @throws OwnerError for a file that is missing, too large or of another form. */
async function readSettings(file: string): Promise<Record<string, string | null>> {
  const text = await readText(file);
  try {
    return settingsFile.parse(JSON.parse(text)).settings;
  } catch {
    throw new OwnerError(
      `${file} is not a file of settings: it must be JSON like {"settings": {"NEXT_PUBLIC_SITE_NAME": "Fontgrove"}}, each value a text or null.`,
    );
  }
}

async function readText(file: string): Promise<string> {
  try {
    if ((await stat(file)).size > BYTES_MAX) throw new OwnerError(`${file} is larger than 1 MiB.`);
    return await readFile(file, 'utf8');
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) throw new OwnerError(`There is no file ${file}.`);
    if (hasErrorCode(error, 'EISDIR')) throw new OwnerError(`${file} is a folder.`);
    throw error;
  }
}
