import { readdirSync, readFileSync } from 'node:fs';

/** What browsers store of this site. */
const WRITES = /\b(?:tabStorage|browserStorage)\.write\(\s*([\w.]+)|\bcaches\.open\((\w+)\)/g;
/** Ways around the functions above, which only their own file takes. */
const OTHERS = /\b(?:localStorage|sessionStorage)(?:\.setItem|\[)|\bindexedDB\.open|\bcookieStore\.set/;

const files = ['components', 'hooks', 'lib', 'pages'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => ({ path: `${folder}/${path}`, text: readFileSync(`${folder}/${path}`, 'utf8') })),
);

/** The text of a constant, of a field of one, or of what a function returns, up to what is put in. */
function keyNamed(expression: string, { path, text }: { path: string; text: string }): string {
  const name = expression.split('.').at(-1) ?? '';
  const [, written] =
    new RegExp(`\\b${name}(?: =|:)[^'"\`;\n]*['"\`](?:\\$\\{\\w+\\})?([\\w-]+)`).exec(text) ?? [];
  if (!written) throw new Error(`${path} stores under ${expression}, which has no text there.`);
  return written.replace(/-\d+$/, '');
}

test('the privacy page names every key under which browsers store something', () => {
  const page = [
    'pages/privacy.tsx',
    'components/layout/kept-in-browser.tsx',
    'components/layout/kept-of-members.tsx',
  ].map((path) => readFileSync(path, 'utf8'));
  const named = [...page.join('\n').matchAll(/<code>([\w-]+)<\/code>/g)].map(([, key = '']) => key);
  const stored = files.flatMap((file) =>
    [...file.text.matchAll(WRITES)].map(([, key, cache]) => {
      const name = keyNamed(key ?? cache ?? '', file);
      return cache ? `kept-${name}` : name;
    }),
  );
  // next-themes stores this one.
  const all = [...new Set([...stored, 'theme', 'encrypted_token'])].toSorted();
  expect(all.length).toBeGreaterThan(10);
  expect(all).toEqual([...new Set(named)].toSorted());
});

test('nothing is stored in browsers but with the functions that the test above knows', () => {
  const found = files.filter(({ path, text }) => path !== 'lib/browser/window.ts' && OTHERS.test(text));
  expect(found.map(({ path }) => path)).toEqual([]);
});
