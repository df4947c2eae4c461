import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect, parseArgs } from 'node:util';
import { SECOND_MS } from '@/lib/contract/plain/durations';
import { readCommandLine, runProgram } from '@/server/cli/run-program';
import { OwnerError } from '@/server/base/errors';
import { DEFAULTS, type Drill, type DrillRequest } from './drill';
import { databaseDrills, otherDrills } from './drills';

const drills = [...databaseDrills, ...otherDrills];
const SEED_MAX = 2 ** 31;

const USAGE = `Usage: npm run drill -- [--rounds <number>] [--seed <number>] [name ...]

Runs the drills with these names, one after the other; without a name, those of the database.

${drills.map(({ name, help }) => `  ${name.padEnd(13)} ${help}`).join('\n')}

  --rounds      how often to repeat each drill, or the number of mutants
  --minutes     how long the soak takes, ${DEFAULTS.soakMinutes} without it; the random part of votes, ${DEFAULTS.votesMinutes}; or the search of request-cost, ${DEFAULTS.costMinutes}
  --seconds     how long to search for the slowest description; ${DEFAULTS.searchSeconds} without it
  --requests    how many requests fuzz sends, ${DEFAULTS.fuzzRequests} without it; or the attack of codes, ${DEFAULTS.codeRequests}, which compares a tenth as many addresses
  --products    how many products exports has, ${DEFAULTS.exportedProducts} without it; or backups and upgrade, ${DEFAULTS.backedUpProducts}
  --list        a list for import-facts; may be given several times
  --only        part of the names of what sign-ins tries, such as 'Firefox, Firebase', or request-cost, or of the pages that texts reads
  --base        the older commit, whose texts are compared with the present ones
  --seed        repeats the mutants, the search, the attacks or the requests of an earlier drill`;

type CommandLine = DrillRequest & { chosen: readonly Drill[] };

function readArguments(): CommandLine {
  const text = { type: 'string' } as const;
  const options = {
    rounds: text,
    seconds: text,
    minutes: text,
    requests: text,
    products: text,
    seed: text,
    only: text,
    base: text,
    list: { type: 'string', multiple: true },
  } as const;
  const { values, positionals } = readCommandLine(USAGE, () =>
    parseArgs({ allowPositionals: true, options }),
  );
  const names = drills.map(({ name }) => name);
  const unknown = positionals.filter((name) => !names.includes(name));
  if (unknown.length > 0) {
    throw new OwnerError(`There is no drill named ${unknown.join(', ')}. Choose from ${names.join(', ')}.`);
  }
  return {
    chosen: positionals.length > 0 ? drills.filter(({ name }) => positionals.includes(name)) : databaseDrills,
    rounds: readNumber('--rounds', values.rounds, 1),
    seconds: readNumber('--seconds', values.seconds, 1),
    minutes: readNumber('--minutes', values.minutes, 1),
    requests: readNumber('--requests', values.requests, 1),
    products: readNumber('--products', values.products, 1_000),
    seed: readNumber('--seed', values.seed, 0) ?? randomInt(SEED_MAX),
    lists: values.list ?? [],
    only: values.only,
    base: values.base,
  };
}

function readNumber(option: string, text: string | undefined, min: number): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d+$/.test(text) && Number(text) >= min && Number(text) < SEED_MAX) return Number(text);
  throw new OwnerError(`${option} must be a whole number of at least ${min}.`);
}

/** @throws OwnerError with all of what the drill throws: its values are made up, so the terminal may show them. */
async function run({ name, help, drill, rounds: usual = 1 }: Drill, request: DrillRequest): Promise<void> {
  const rounds = usual === null ? 1 : (request.rounds ?? usual);
  console.log(`\n=== ${name}: ${help}; ${rounds} times, seed ${request.seed}`);
  const startedAtMs = performance.now();
  const folder = await mkdtemp(join(tmpdir(), 'drill-'));
  try {
    for (let round = 1; round <= rounds; round += 1) {
      const found = await drill(folder, round, request);
      if (typeof found === 'string') console.log(`  ${String(round).padStart(2)}: ${found}`);
    }
  } catch (error) {
    throw error instanceof OwnerError ? error : new OwnerError(inspect(error, { depth: null }));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const seconds = ((performance.now() - startedAtMs) / SECOND_MS).toFixed(0);
  console.log(`=== ${name}: ${rounds} of ${rounds} rounds passed in ${seconds} s`);
}

await runProgram(async () => {
  const { chosen, ...request } = readArguments();
  for (const drill of chosen) await run(drill, request);
});
