#!/usr/bin/env node
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import * as z from 'zod/mini';
import { listURLOf } from '@/server/import/list-url';
import { runProgram, UsageError } from '@/server/cli/run-program';
import { workerFile } from '@/server/base/worker-file';
import { readPackageFile, hasConfiguration, initSite } from './folders';

const USAGE = `Usage: listgrove <command> [...]
       listgrove <list>    a file, or a web address such as https://github.com/owner/awesome-list

Makes the current folder the site of a community directory. Its configuration is in .env and site.json, and what is
stored in ./data, unless .env names other places.

  init        writes .env, with secrets of its own, and site.json
  start       serves the site
  import      adds products from a list, also while the site runs
  admin       says who moderates, and looks after the site
  backup      writes everything that is stored into one file, also while the site runs
  restore     restores such a file
  doctor      checks the configuration and every service, and says what to do next
  newsletter  sends, shows or tries the weekly issue
  reindex     rebuilds the search index
  server      serves only the API, for a site whose pages are served elsewhere

  <list>      makes the current folder a site if it is none, adds the products of the list, and serves it

listgrove <command> --help describes a command.`;

/** The programs of the commands, relative to this file. */
const PROGRAMS: Readonly<Record<string, string>> = {
  start: './main',
  server: './product-server',
  import: '../server/cli/import',
  admin: '../server/cli/admin',
  backup: '../server/cli/backup',
  restore: '../server/cli/restore',
  doctor: '../server/cli/doctor',
  newsletter: '../server/cli/newsletter',
  reindex: '../server/cli/reindex',
};

const NEXT_STEPS = `
Next: set the name and the public URL of the site in .env, and in site.json what can be said about a product. Then:

  npx listgrove import <list>   adds products from an awesome list, CSV, JSON or bookmarks
  npx listgrove start           serves the site
`;

const manifest = z.object({ version: z.string() });

await runProgram(async () => {
  const [command] = process.argv.slice(2);
  if (command === undefined) throw new UsageError(USAGE);
  if (command === '--help' || command === '-h' || command === 'help') return print(USAGE);
  if (command === '--version')
    return print(manifest.parse(JSON.parse(await readPackageFile('package.json'))).version);
  if (command === 'init') return init();
  const program = PROGRAMS[command];
  if (program !== undefined) {
    process.argv.splice(2, 1);
    return run(program);
  }
  if (process.argv.length === 3 && (listURLOf(command) || existsSync(command))) return serveList(command);
  throw new UsageError(USAGE, `There is no command and no file named ${command}.`);
});

function print(text: string): undefined {
  console.log(text);
}

async function init(): Promise<undefined> {
  if (process.argv.length > 3) throw new UsageError(USAGE, 'listgrove init takes no arguments.');
  for (const line of await initSite('.')) console.log(line);
  console.log(NEXT_STEPS);
}

/** Runs a program in this process, which ends as that program ends. */
async function run(program: string): Promise<number> {
  // React and Next.js ask for it when they are loaded.
  Object.assign(process.env, { NODE_ENV: 'production' });
  await import(pathToFileURL(workerFile(import.meta.url, program).path).href);
  return Number(process.exitCode ?? 0);
}

/** From a list to a site with one command. Safe to repeat. */
async function serveList(list: string): Promise<number> {
  if (!(await hasConfiguration('.'))) for (const line of await initSite('.')) console.log(line);
  const self = process.argv[1] ?? '';
  const importing = spawn(process.execPath, [...process.execArgv, self, 'import', list], {
    stdio: 'inherit',
  });
  const status = await new Promise<number | null>((resolve) => importing.once('exit', resolve));
  if (status !== 0) return status ?? 1;
  process.argv.splice(2, 1);
  return run('./main');
}
