import type { Deps } from '@/server/deps';
import { KnownHits } from '@/server/http/known-hits';
import { findProductBySlug, listApprovedProductsById } from '@/server/queries/products/products';
import { search } from '@/server/search/search';
import { findSimilarProducts } from '@/server/search/similar-products';
import { countBlocks } from '../setup/count-blocks';
import { facetFields } from '../setup/facet-fields';
import { quantile } from '../setup/measured';
import { makeKeystrokes, makePhrases } from './keystrokes';
import { typeInto, withDirectory } from './search';

const WARM_UP_PHRASES = 40;
const COUNTED_PHRASES = 100;
const SIMILAR_PRODUCTS = 100;
const SIMILAR_MAX = 6;
const directories = [
  { records: 100_000, phraseMs: 60 },
  { records: 1_000_000, phraseMs: 150 },
] as const;

type Measured = { ms: number[]; blocks: number[] };

/**
 * Measures phrases that few products have all words of, which are filled with products that have some, and products like
 * another one, on PostgreSQL. Nothing comes from a cache.
 *
 * @returns lines of Markdown.
 */
export async function runPhrasesBench(recordsMax: number): Promise<string[]> {
  const rows: string[] = [];
  for (const { records, phraseMs } of directories) {
    if (records > recordsMax) continue;
    const measured = await withDirectory(
      { kind: 'postgres', records },
      async (deps, { names, tags, taglines }) => {
        const keystrokes = makeKeystrokes(names, tags).filter(({ kind }) => kind === 'a name');
        return {
          ...(await measurePhrases(deps, makePhrases(taglines), keystrokes)),
          similar: await measureSimilar(deps, records),
        };
      },
    );
    const directory = records.toLocaleString('en');
    rows.push(
      rowOf([directory, '**phrases of 2 to 8 words**', `p99 ≤ ${phraseMs}`], joined(measured.phrases)),
      ...Array.from(measured.phrases, ([count, each]) => rowOf([directory, `${count} words`, ''], each)),
      rowOf([directory, 'keystrokes of a name, in turns with phrases', ''], measured.keystrokes),
      rowOf([directory, '**similar products**', ''], measured.similar),
    );
  }
  return [
    'On PostgreSQL, from the request to the answer, without a socket, with a page of 20 hits that products with some of the words fill; and the statements that find the products like another one. Blocks are those of 8 KiB of tables and indexes that one of them reads, also those in memory, of a third of the phrases.\n',
    '| products | what | goal, ms | number | p50 ms | p99 ms | slowest ms | blocks, median | most |\n|---|---|---|---:|---:|---:|---:|---:|---:|',
    ...rows,
  ];
}

/** @returns what the phrases of each number of words take, and keystrokes beside them. */
async function measurePhrases(
  deps: Deps,
  phrases: readonly string[],
  keystrokes: readonly { query: string }[],
): Promise<{ phrases: Map<number, Measured>; keystrokes: Measured }> {
  const type = typeInto(deps);
  for (const query of phrases.slice(-WARM_UP_PHRASES))
    await type({ query, fillsPage: true }).catch(() => undefined);
  const measured = new Map<number, Measured>();
  const beside: Measured = { ms: [], blocks: [] };
  for (const [index, query] of phrases.entries()) {
    const wordCount = query.split(' ').length;
    const { ms, blocks } = measured.get(wordCount) ?? { ms: [], blocks: [] };
    measured.set(wordCount, { ms, blocks });
    const count = async (text: string, fillsPage: boolean) =>
      countBlocks(deps.db, (db) => searchAnew({ ...deps, db }, text, { fillsPage }));
    ms.push(await type({ query, fillsPage: true }));
    const name = keystrokes[index % keystrokes.length]?.query ?? '';
    beside.ms.push(await type({ query: name }));
    if (index >= COUNTED_PHRASES) continue;
    blocks.push(await count(query, true));
    beside.blocks.push(await count(name, false));
  }
  const phrasesByCount = new Map([...measured].toSorted(([one], [other]) => one - other));
  return { phrases: phrasesByCount, keystrokes: beside };
}

/** Without the hits that a process knows from searches before. */
function searchAnew(deps: Deps, text: string, { fillsPage }: { fillsPage: boolean }) {
  const knownHits = new KnownHits(deps.publicChanges);
  return search(deps, {
    ...{ text, filter: undefined, from: 0, to: 20, correctsMistakes: true },
    ...(fillsPage && { fillsPage: { knownHits, fields: facetFields } }),
  });
}

async function measureSimilar(deps: Deps, records: number): Promise<Measured> {
  const measured: Measured = { ms: [], blocks: [] };
  for (let index = 0; index < SIMILAR_PRODUCTS; index += 1) {
    const slug = `record-${1 + Math.floor((index * records) / SIMILAR_PRODUCTS)}`;
    const product = await findProductBySlug(deps.db, slug);
    if (!product) throw new Error(`There is no product ${slug}.`);
    const find = async (db: Deps['db']) =>
      listApprovedProductsById(db, await findSimilarProducts({ ...deps, db }, product, SIMILAR_MAX));
    const startedAtMs = performance.now();
    await find(deps.db);
    measured.ms.push(performance.now() - startedAtMs);
    measured.blocks.push(await countBlocks(deps.db, find));
  }
  return measured;
}

const joined = (each: ReadonlyMap<number, Measured>): Measured => ({
  ms: [...each.values()].flatMap(({ ms }) => ms),
  blocks: [...each.values()].flatMap(({ blocks }) => blocks),
});

function rowOf(labels: readonly string[], { ms, blocks }: Measured): string {
  const times = [0.5, 0.99, 1].map((share) => quantile(ms, share).toFixed(1));
  return `| ${[...labels, ms.length, ...times, ...[0.5, 1].map((share) => quantile(blocks, share))].join(' | ')} |`;
}
