import { readdirSync, readFileSync } from 'node:fs';

/**
 * Who loads something and never looks at `error` shows a failure as if there were nothing. These may, and why:
 * the number of such places in each file.
 */
const SILENT: Record<string, number> = {
  // A figure beside a link, which is absent until it is known.
  'hooks/use-pending-count.ts': 1,
  // Without hints of rules and known tags, the form works: the server checks again. Tags can be typed in full.
  'hooks/submissions/use-submission-queries.ts': 2,
  // The queue works as a list without its groups.
  'hooks/use-moderation-queue.ts': 1,
  // New products, tags and members are offers beside what was asked for.
  'hooks/use-products.ts': 1,
  'hooks/use-search.ts': 2,
  // The counts that another call brings; the call says its failure.
  'hooks/use-submissions.ts': 1,
  // What another part of the page has loaded.
  'hooks/use-user.ts': 1,
};

/** Each `const … = useSWR(…)` that takes the data, with what it takes. */
const LOADS = /const (\{[^}]*\}|\w+) = use(?:ViewerData|SWR)\b/g;

function silentLoadsIn(text: string): string[] {
  const taken = [...text.matchAll(LOADS)].map(([, names = '']) => names);
  return taken.filter((names) =>
    names.startsWith('{') ? !/\berror\b/.test(names) : !text.includes(`${names}.error`),
  );
}

test('whatever loads data looks at its error, too', () => {
  const files = ['components', 'hooks', 'pages'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
  );
  const found = files
    .filter((path) => /\.tsx?$/.test(path) && path !== 'hooks/use-viewer-data.ts')
    .map((path) => [path, silentLoadsIn(readFileSync(path, 'utf8')).length] as const)
    .filter(([, count]) => count > 0);
  expect(Object.fromEntries(found)).toEqual(SILENT);
});

test('a load without a look at its error is found', () => {
  expect(silentLoadsIn('const { data, isLoading } = useViewerData(key, load)')).toHaveLength(1);
  expect(silentLoadsIn('const page = useSWR<Page>(key, load); show(page.data)')).toHaveLength(1);
  expect(silentLoadsIn('const page = useSWR(key, load); show(page.data ?? page.error)')).toEqual([]);
  expect(silentLoadsIn('const {\n  data,\n  error,\n} = useViewerData(key, load)')).toEqual([]);
});
