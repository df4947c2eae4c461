import { basename, dirname, join } from 'node:path';
import ts from 'typescript';

/** For each file, the files that import it. */
export type Importers = ReadonlyMap<string, ReadonlySet<string>>;
/** The text of each file by its path in the project. */
type Sources = ReadonlyMap<string, string>;

/** Tests that need no browser. Those of the drills contain paths as examples. */
const TEST_FILE = /^__tests__\/(?!drill\/).+\.test\.tsx?$/;
/** Programs that tests start by their path, as in `spawn(node, ['server/cli/import.ts'])`. */
const PROGRAM = /^(?:server|host)\/[\w/-]+\.ts$/;

/** Reads which files import which, types aside. */
export function readImporters(sources: Sources): Importers {
  const importers = new Map<string, Set<string>>();
  for (const [file, text] of sources) {
    for (const imported of listImports(file, text)) {
      const path = [imported, `${imported}.ts`, `${imported}.tsx`].find((candidate) =>
        sources.has(candidate),
      );
      if (path !== undefined) importers.set(path, (importers.get(path) ?? new Set()).add(file));
    }
  }
  return importers;
}

function listImports(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const imports: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) && isTypeImport(node)) return;
    if (ts.isStringLiteral(node)) {
      if (node.text.startsWith('@/')) imports.push(node.text.slice(2));
      else if (node.text.startsWith('.')) imports.push(join(dirname(file), node.text));
      else if (PROGRAM.test(node.text)) imports.push(node.text);
    }
    // `workerFile(import.meta.url, 'text-worker')` starts text-worker.ts of the same folder.
    if (ts.isCallExpression(node) && node.arguments[0]?.getText(source) === 'import.meta.url') {
      const [, name] = node.arguments;
      if (name && ts.isStringLiteral(name)) imports.push(join(dirname(file), name.text));
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return imports;
}

function isTypeImport({ importClause }: ts.ImportDeclaration): boolean {
  if (!importClause) return false;
  if (importClause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  const { name, namedBindings } = importClause;
  return (
    !name &&
    namedBindings !== undefined &&
    ts.isNamedImports(namedBindings) &&
    namedBindings.elements.every(({ isTypeOnly }) => isTypeOnly)
  );
}

/**
 * The files that reach a file through imports, each with the smallest number of imports in between. Imports from one
 * test file to another, as of the test setup, are not counted.
 */
function measureDistances(importers: Importers, file: string): Map<string, number> {
  const distances = new Map<string, number>();
  const reach = (path: string, distance: number): void => {
    if (distances.has(path)) return;
    distances.set(path, distance);
    if (!path.startsWith('__tests__/')) return;
    for (const importer of importers.get(path) ?? []) reach(importer, distance);
  };
  reach(file, 0);
  // The loop also visits what it adds: nearer files first.
  for (const [reached, distance] of distances) {
    for (const importer of importers.get(reached) ?? []) reach(importer, distance + 1);
  }
  return distances;
}

/**
 * The test files most likely to notice a break in a file: those of the same folder first, then half of the rest because
 * they import the file most directly. The others take turns: their texts have rare words in common with the broken lines,
 * they make the calls that the file serves, or their names have words in common with the file or its folder, with the
 * files that import it, or with those that it imports.
 *
 * @param lines the broken line and those around it.
 */
export function findNearestTests(
  sources: Sources,
  importers: Importers,
  file: string,
  max: number,
  lines = '',
): string[] {
  const distances = measureDistances(importers, file);
  const imported = [...importers].flatMap(([path, by]) => (by.has(file) ? [path] : []));
  const names = new Map([...imported.map((path) => [path, 1] as const), ...distances]);
  const tests = [...distances.keys()].filter((path) => TEST_FILE.test(path)).sort();
  const affinities = new Map(tests.map((test) => [test, affinityOf(test, names)]));
  const [distanceOf, affinity] = [
    (test: string) => distances.get(test) ?? Infinity,
    (test: string) => affinities.get(test) ?? 0,
  ];
  const byDistance = tests.toSorted((a, b) => distanceOf(a) - distanceOf(b) || affinity(b) - affinity(a));
  const byName = tests.toSorted((a, b) => affinity(b) - affinity(a) || distanceOf(a) - distanceOf(b));
  const paths = listServedPaths(sources, distances);
  const setups = [...importers].filter(([path]) => path.startsWith('__tests__/setup/'));
  // Tests make most calls through functions of their setup.
  const textOf = (test: string) =>
    [test, ...setups.flatMap(([path, by]) => (by.has(test) ? [path] : []))]
      .map((path) => sources.get(path) ?? '')
      .join('\n');
  const requests = new Map(tests.map((test) => [test, countRequests(textOf(test), paths)]));
  const requestCount = (test: string) => requests.get(test) ?? 0;
  const byCalls = tests
    .filter((test) => requestCount(test) > 0)
    .toSorted((a, b) => requestCount(b) - requestCount(a));
  const ofFolder = byDistance.filter((test) => dirname(test) === `__tests__/${dirname(file)}`);
  const byWords = rankByWords(sources, tests, lines);
  const inTurns = byName
    .flatMap((test, index) => [byWords[index], byCalls[index], test])
    .filter((test) => test !== undefined);
  return [...new Set([...ofFolder.slice(0, max / 3), ...byDistance.slice(0, max / 2), ...inTurns])].slice(
    0,
    max,
  );
}

/** A file behind more routes than these is behind almost every call. */
const ROUTES_MAX = 3;

/** The paths of the calls that reach a file through the nearest routes, as in `/products/:slug`. */
function listServedPaths(sources: Sources, distances: ReadonlyMap<string, number>): string[] {
  const routes = [...distances].filter(([path]) => path.startsWith('server/routes/'));
  const nearest = Math.min(...routes.map(([, distance]) => distance));
  const texts = routes.flatMap(([path, distance]) => (distance === nearest ? [sources.get(path) ?? ''] : []));
  if (texts.length > ROUTES_MAX) return [];
  const calls = new Set(texts.flatMap((text) => text.match(/\b\w+Call\b/g) ?? []));
  return [...sources].flatMap(([path, text]) =>
    path.startsWith('lib/contract/')
      ? [...text.matchAll(/export const (\w+Call) = .*?\bpath: '(.*?)'/gs)].flatMap(
          ([, call = '', url = '']) => (calls.has(call) ? [url] : []),
        )
      : [],
  );
}

/** How often a test names the path of one of these calls, as in `/products/${slug}/alternatives`. */
function countRequests(test: string, paths: readonly string[]): number {
  const patterns = paths.map((path) =>
    path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/?\'"`]+'),
  );
  return patterns.reduce(
    (count, pattern) => count + [...test.matchAll(new RegExp(`${pattern}(?=[?'"\`\\s])`, 'g'))].length,
    0,
  );
}

/** How alike the name of a test is to that of the broken file, or, counting less, to those of the files around it. */
function affinityOf(test: string, names: ReadonlyMap<string, number>): number {
  const words = wordsOf(basename(test));
  const shares = [...names].flatMap(([path, distance]) => {
    if (path.startsWith('__tests__/')) return [];
    const inFolder = distance === 0 ? [basename(dirname(path))] : [];
    return [basename(path), ...inFolder].map((name) => {
      const others = wordsOf(name);
      const common = [...others].filter((word) => words.has(word)).length;
      return common / (words.size + others.size - common) / (1 + distance);
    });
  });
  return Math.max(0, ...shares);
}

/** The tests whose texts have words in common with these lines. A word counts more the fewer tests have it. */
function rankByWords(sources: Sources, tests: readonly string[], lines: string): string[] {
  const wanted = wordsOfText(lines);
  const words = new Map(tests.map((test) => [test, wordsOfText(sources.get(test) ?? '')]));
  const weights = [...wanted].map((word) => {
    const count = tests.filter((test) => words.get(test)?.has(word)).length;
    return [word, Math.log(tests.length / Math.max(1, count))] as const;
  });
  const scores = new Map(
    tests.map((test) => {
      const own = words.get(test) ?? new Set();
      const sum = weights.reduce((total, [word, weight]) => total + (own.has(word) ? weight : 0), 0);
      // A long test has many words by chance.
      return [test, sum / Math.sqrt(own.size + 1)];
    }),
  );
  const scoreOf = (test: string) => scores.get(test) ?? 0;
  return tests.filter((test) => scoreOf(test) > 0).toSorted((a, b) => scoreOf(b) - scoreOf(a));
}

const wordsOfText = (text: string): Set<string> =>
  new Set(
    (text.match(/[A-Z]?[a-z]{3,}|[A-Z]{3,}/g) ?? []).map((word) =>
      word.toLowerCase().replace(/(?<=...)(?:ing|es|ed|e|s)$/, ''),
    ),
  );

/** The words of the name of a file or folder without their endings: `merge`, `merges` and `merged` are alike. */
function wordsOf(name: string): Set<string> {
  const words = name.replace(/(?:\.test)?\.tsx?$/, '').split(/[^a-z0-9]+/);
  return new Set(words.map((word) => word.replace(/(?<=...)(?:ing|es|ed|e|s)$/, '')));
}
