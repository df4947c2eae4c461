import { quantile } from '../setup/measured';
import { publicCalls } from '../setup/measured-calls';
import { openDataSet } from './data-sets';
import { median } from './load';

const SMALL = 1_000;
const ROUNDS = 100;
const WARM_UP_ROUNDS = 5;

/**
 * Measures how long the statements of each public call take in a small and a large directory, in turns, on PostgreSQL.
 *
 * @returns lines of Markdown.
 */
export async function runLatenciesBench(productCount: number): Promise<string[]> {
  const small = await openDataSet('postgres', SMALL);
  const large = await openDataSet('postgres', productCount);
  try {
    const rows: string[] = [];
    const ratios: number[] = [];
    for (const [name, call] of publicCalls) {
      const times: number[][] = [[], []];
      for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1) {
        for (const [index, { db }] of [small, large].entries()) {
          const startedAtMs = performance.now();
          await call(db);
          if (round >= 0) times[index]?.push(performance.now() - startedAtMs);
        }
      }
      const [few, many] = times.map((each) => ({
        p50: median(each),
        p99: quantile(each, (ROUNDS - 2) / ROUNDS),
      }));
      if (!few || !many) continue;
      ratios.push(many.p99 / few.p99);
      const cells = [few.p50, few.p99, many.p50, many.p99].map((ms) => ms.toFixed(1));
      rows.push(`| ${[name, ...cells, (many.p99 / few.p99).toFixed(1)].join(' | ')} |`);
    }
    const sizes = [SMALL, productCount].map((size) => size.toLocaleString('en'));
    return [
      `Milliseconds of the statements of each public call on PostgreSQL, ${ROUNDS} times in turns with ${sizes.join(' and ')} products. The median growth of the slowest in a hundred is ${median(ratios).toFixed(1)}; goal: at most 2.\n`,
      `| call | ${sizes.map((size) => `${size}: p50 | p99`).join(' | ')} | growth of p99 |`,
      '|---|---:|---:|---:|---:|---:|',
      ...rows,
    ];
  } finally {
    await small.close();
    await large.close();
  }
}
