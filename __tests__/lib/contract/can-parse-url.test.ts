import { readdirSync, readFileSync } from 'node:fs';
import { canParseURL } from '@/lib/contract/plain/can-parse-url';
import { CODE_FOLDERS } from '@/host/texts/code-folders';

it('still knows a URL with letters beyond ASCII after very many calls', () => {
  let refusedCount = 0;
  for (let count = 0; count < 30_000; count += 1)
    if (!canParseURL('https://www.bücher.example/é')) refusedCount += 1;
  expect(refusedCount).toBe(0);
  expect(canParseURL('/a', 'https://react.dev')).toBe(true);
  expect(canParseURL('/a')).toBe(false);
});

it('is asked by every file that has to know', () => {
  const files = CODE_FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  ).filter((path) => /\.tsx?$/.test(path) && !path.endsWith('/can-parse-url.ts'));
  expect(files.filter((path) => readFileSync(path, 'utf8').includes('URL.canParse'))).toEqual([]);
});
