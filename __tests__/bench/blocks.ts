import { countBlocks } from '../setup/count-blocks';
import { exportCalls, jobCalls, type MeasuredCall, memberCalls, publicCalls } from '../setup/measured-calls';
import { openDataSet } from './data-sets';

/** The most blocks of a public call, at any size. */
const PUBLIC_BLOCKS_MAX = 500;
/** Of a call that counts what each filter would find. */
const COUNT_BLOCKS_MAX = 2_000;
/** From 20,000 products on. In a smaller directory the database reads whole tables, because each has a few blocks. */
const GROWTH_MAX = 2;
const PERIOD_GROWTH_MAX = 4;
/** Of calls that touch less than this, one more level of an index is no growth. */
const SMALL_BLOCKS = 20;

const groups: readonly (readonly [title: string, calls: readonly MeasuredCall[]])[] = [
  ['public', publicCalls],
  ['member', memberCalls],
  ['job', jobCalls],
  ['export', exportCalls],
];
const calls = groups.flatMap(([group, members]) => members.map(([name, call]) => ({ group, name, call })));

/**
 * Counts the blocks that each call and job touches in directories of these sizes, on PostgreSQL.
 *
 * @returns lines of Markdown.
 */
export async function runBlocksBench(sizes: readonly number[]): Promise<string[]> {
  const counts = new Map<string, number[]>(calls.map(({ name }) => [name, []]));
  for (const size of sizes) {
    const { db, close } = await openDataSet('postgres', size);
    try {
      for (const { name, call } of calls) counts.get(name)?.push(await countBlocks(db, call));
    } finally {
      await close();
    }
  }
  return [
    `Blocks of 8 KiB of tables and indexes, in memory or on disk, that a call reads or writes, with its triggers; on PostgreSQL. They do not depend on the machine. A page has 30 products with 4 or 5 tags each, of 122 tags, of which few have most products; there are about five upvotes for each product. With 1,000 products the database reads whole tables, because each has a few blocks, so the growth is that from 20,000 products on. Goals: at most ${GROWTH_MAX} times the blocks, at most ${PERIOD_GROWTH_MAX} times in lists of a period, and no public call above ${PUBLIC_BLOCKS_MAX}, or ${COUNT_BLOCKS_MAX.toLocaleString('en')} where it counts for filters. Exports read hundreds of rows at once; a part of a small tag is full in the larger directories alone.\n`,
    `| call | ${sizes.map((size) => size.toLocaleString('en')).join(' | ')} | growth | |`,
    `|---|${sizes.map(() => '---:|').join('')}---:|---|`,
    ...calls.map(({ name, group }) => rowOf(name, group, counts.get(name) ?? [])),
  ];
}

function rowOf(name: string, group: string, [smallest = 0, ...larger]: number[]): string {
  const first = Math.max(larger[0] ?? smallest, SMALL_BLOCKS);
  const last = larger.at(-1) ?? smallest;
  const growth = last / first;
  const isPeriod = /^top of the (day|week|month)/.test(name);
  const blocksMax = name.startsWith('counts for') ? COUNT_BLOCKS_MAX : PUBLIC_BLOCKS_MAX;
  const misses = [
    ...(growth > (isPeriod ? PERIOD_GROWTH_MAX : GROWTH_MAX) ? ['grows'] : []),
    ...(group === 'public' && last > blocksMax ? ['too many'] : []),
  ];
  const cells = [name, smallest, ...larger, growth.toFixed(1), misses.join(', ')];
  return `| ${cells.join(' | ')} |`;
}
