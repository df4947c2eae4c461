import { spawn } from 'node:child_process';
import { VARIABLE_NAMES } from '@/server/config/env';
import { hasConfiguration, initSite } from './folders';

const NEXT_STEPS = `
Next: set the name and the public URL of the site in .env, and in site.json what can be said about a product. Then:

  npx listgrove import <list>   adds products from an awesome list, CSV, JSON or bookmarks
  npx listgrove start           serves the site
`;

/** A port that is none is refused when the site starts. */
const portOf = ({ PORT }: Readonly<Record<string, string | undefined>>): string | undefined =>
  /^\d{1,5}$/.test(PORT ?? '') ? PORT : undefined;

/** Where a process listens says nothing of its site. */
const PLACE: readonly string[] = ['HOST', 'PORT'];

export async function init(): Promise<undefined> {
  for (const line of await initSite('.')) console.log(line);
  console.log(NEXT_STEPS);
}

/**
 * Makes a folder a site if neither the folder nor the environment has a configuration.
 *
 * @returns a line for each file.
 */
export async function initEmptyFolder(
  folder: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<string[]> {
  const isConfigured = VARIABLE_NAMES.some((name) => !PLACE.includes(name) && environment[name]?.trim());
  return isConfigured || (await hasConfiguration(folder)) ? [] : initSite(folder, portOf(environment));
}

/** Makes the current folder a site if it is none, and adds the products of a list. Safe to repeat. @returns the exit code. */
export async function importList(list: string): Promise<number> {
  if (!(await hasConfiguration('.'))) for (const line of await initSite('.')) console.log(line);
  // A process of its own, so that the memory of the import does not stay with the site.
  const importing = spawn(process.execPath, [...process.execArgv, process.argv[1] ?? '', 'import', list], {
    stdio: 'inherit',
  });
  return new Promise((resolve) => importing.once('exit', (status) => resolve(status ?? 1)));
}
