import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { killFirstStarts } from './kill-first-starts';
import { killImports } from './kill-imports';
import { raceForFolder } from './race-for-folder';

/**
 * The long drills of the embedded database, one after the other: `npm run drill`, or
 * `npm run drill -- --rounds 3 imports`.
 */
const drills = [
  { name: 'first-starts', title: 'kill -9 during the first start', rounds: 20, drill: killFirstStarts },
  { name: 'imports', title: 'kill -9 during an import', rounds: 20, drill: killImports },
  { name: 'races', title: 'two processes on one folder', rounds: 15, drill: raceForFolder },
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string' } },
});

for (const { name, title, rounds, drill } of drills) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  const wanted = values.rounds === undefined ? rounds : Number(values.rounds);
  console.log(`\n=== ${title}, ${wanted} times`);
  const startedAtMs = performance.now();
  const folder = await mkdtemp(join(tmpdir(), 'drill-'));
  try {
    for (let round = 1; round <= wanted; round += 1) {
      console.log(`  ${String(round).padStart(2)}: ${await drill(folder, round)}`);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const seconds = ((performance.now() - startedAtMs) / 1000).toFixed(0);
  console.log(`=== ${title}: ${wanted} of ${wanted} as they should be, in ${seconds} s`);
}
