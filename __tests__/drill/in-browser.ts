import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { findOrInstallChromium } from '../setup/chromium';
import { drillConsoles } from './consoles';
import type { Drill } from './drill';
import { drillSignIns } from './sign-ins';

const report = z.object({ stats: z.object({ expected: z.int(), unexpected: z.int() }) });

/** Of each state: three widths in two themes. */
const AXE_COMBINATIONS = 6;
const SEQUENCES_PER_SEED = 1_000;

/** The drills in a browser. */
export const browserDrills: readonly Drill[] = [
  {
    name: 'sign-ins',
    help: 'signs in with the service worker, in every way, in Chromium and Firefox, 5 times each',
    rounds: null,
    drill: drillSignIns,
  },
  {
    name: 'consoles',
    help: 'opens every page as each kind of viewer and hovers links in Chromium and Firefox, and expects no error in their consoles',
    drill: drillConsoles,
  },
  {
    name: 'axe',
    help: 'looks for violations of WCAG 2.2 AA on every page and state, at three widths and in both themes',
    drill: drillAxe,
  },
  {
    name: 'looks',
    help: 'repeats the tests of looks in a small window with touch, most of them in the light theme',
    drill: drillLooks,
  },
  {
    name: 'search-keys',
    help: 'presses 10,000 random sequences of keys in the search modal of the built site',
    drill: drillSearchKeys,
  },
];

/**
 * Has axe look at every page and state of the demo, with all rules of WCAG 2.2 AA.
 *
 * @throws Error when there are violations, which Playwright has printed.
 */
async function drillAxe(folder: string): Promise<string> {
  const states = await runProject('axe', folder);
  return `${states} states, ${states * AXE_COMBINATIONS} combinations: 0 violations`;
}

/** @throws Error when a test fails on a phone, as Playwright has printed. */
async function drillLooks(folder: string): Promise<string> {
  return `${await runProject('phone *', folder)} tests have passed on a phone`;
}

/** @throws Error when keys in the search modal disagree, as Playwright has printed. */
async function drillSearchKeys(folder: string): Promise<string> {
  const seeds = await runProject('search-keys', folder);
  const sequences = seeds * SEQUENCES_PER_SEED;
  return `${sequences} sequences: active descendant, selection and what Enter opens agree`;
}

/** Runs the projects of `drills.config.ts` with this name, which may have a `*`. @returns the number of tests, all of which have passed. */
async function runProject(project: string, folder: string): Promise<number> {
  const file = join(folder, 'report.json');
  const config = '__tests__/e2e/drills.config.ts';
  spawnSync(
    'node_modules/.bin/playwright',
    ['test', '--config', config, '--project', project, '--reporter', 'list,json'],
    {
      stdio: 'inherit',
      env: { ...process.env, CHROMIUM_PATH: findOrInstallChromium(), PLAYWRIGHT_JSON_OUTPUT_FILE: file },
    },
  );
  const { stats } = report.parse(JSON.parse(await readFile(file, 'utf8')));
  if (stats.unexpected > 0 || stats.expected === 0) throw new Error(`${stats.unexpected} tests have failed.`);
  return stats.expected;
}
