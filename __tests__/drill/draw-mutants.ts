import { createHash } from 'node:crypto';
import { listMutations, type Mutation } from './mutations';

const SOURCE = /^(?:server|lib|hooks|components)\/.*(?<!\.d)\.tsx?$/;
/** Content, not behavior. */
const SKIPPED_SOURCES = new Set(['server/tiles/tile-glyphs.ts', 'server/cli/demo-submissions.ts']);

/** A source file with one broken line. `text` is the whole file with the break. */
export type Mutant = { file: string; line: number; text: string; before: string; after: string };
/** A line that can be broken. `occurrence` counts the lines of its file that read the same. */
type Line = { file: string; before: string; occurrence: number; mutations: readonly Mutation[] };

/**
 * Draws breaks that compile, at most one in each file.
 *
 * The seed orders the lines by hashes of what they say, and not by where they stand. So the breaks that a seed drew once
 * show what the tests have learned since: it draws them again as long as their lines stay, whatever changes elsewhere.
 */
export function* drawMutants(
  sources: ReadonlyMap<string, string>,
  seed: number,
  compiles: (file: string, text: string) => boolean,
): Generator<Mutant> {
  const lines = [...sources].flatMap(([file, text]) =>
    SOURCE.test(file) && !SKIPPED_SOURCES.has(file) ? listLines(file, text) : [],
  );
  const brokenFiles = new Set<string>();
  for (const line of inOrder(lines, ({ file, before, occurrence }) => [seed, file, before, occurrence])) {
    const { file, before, mutations } = line;
    if (brokenFiles.has(file)) continue;
    const mutants = mutations.map((mutation) => applyTo(sources.get(file) ?? '', mutation));
    const mutant = inOrder(mutants, ({ after }) => [seed, file, before, after]).find(({ text }) =>
      compiles(file, text),
    );
    if (!mutant) continue;
    brokenFiles.add(file);
    yield { file, before, ...mutant };
  }
}

function inOrder<T>(items: readonly T[], identify: (item: T) => unknown): T[] {
  const hashOf = (item: T) =>
    createHash('sha256')
      .update(JSON.stringify(identify(item)))
      .digest('hex');
  const hashed = items.map((item) => ({ item, hash: hashOf(item) }));
  return hashed.toSorted((a, b) => (a.hash < b.hash ? -1 : 1)).map(({ item }) => item);
}

function listLines(file: string, text: string): Line[] {
  const texts = text.split('\n').map((line) => line.trim());
  const all = listMutations(file, text);
  return [...new Set(all.map(({ line }) => line))].map((line) => {
    const before = texts[line - 1] ?? '';
    const occurrence = texts.slice(0, line).filter((other) => other === before).length;
    return { file, before, occurrence, mutations: all.filter((mutation) => mutation.line === line) };
  });
}

function applyTo(original: string, { start, end, replacement, line }: Mutation) {
  const text = original.slice(0, start) + replacement + original.slice(end);
  return { line, text, after: text.split('\n')[line - 1]?.trim() ?? '' };
}
