import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readList } from '@/server/import/read-list';
import {
  compareFixture,
  FIXTURES,
  listFiles,
  listNames,
  lostLinks,
  readFixture,
  type ReadFixture,
} from './list-fixtures';

it.each(listNames)('reads every entry of %s, and says what becomes of every link', async (name) => {
  const found = await readFixture(name);
  const { read, expected } = compareFixture(name, found);
  expect(read).toEqual(expected);
  expect(lostLinks(found)).toEqual([]);
});

const countOf = ({ lines }: ReadFixture, kind: string) => lines.filter((line) => line.kind === kind).length;

it.each(listFiles)('reads %s the same in pieces of three bytes, and as an upload', async (name) => {
  const found = await readFixture(name);
  expect((await readFixture(name, 3)).lines).toEqual(found.lines);

  const { lines, links } = await readList({
    ...{ bytes: readFileSync(join(FIXTURES, name)), name, fieldNames: [], tagRules: new Map() },
    ...{ withPrivate: false, entriesMax: 100, skippedMax: 100, partsMax: 100, tagsMax: 100 },
  });
  expect(links).toEqual(found.account.counts);
  for (const kind of ['entry', 'part', 'skipped'])
    expect(lines.filter((line) => line.kind === kind)).toHaveLength(countOf(found, kind));
});

it('has at least 60 lists', () => expect(listNames.length).toBeGreaterThanOrEqual(60));

it.each([
  [
    'outlines.opml',
    'name: Ann\n<a b="c"d="e">',
    'opml',
    2,
    'The file has no “outline” element, as OPML has.',
  ],
])(
  'refuses %s, in which nothing is found, with the first line that did not fit',
  async (name, text, format, line, reason) => {
    const bytes = Buffer.from(text);
    await expect(
      readList({
        ...{ bytes, name, fieldNames: [], tagRules: new Map(), withPrivate: false },
        ...{ entriesMax: 100, skippedMax: 100, partsMax: 100, tagsMax: 100 },
      }),
    ).rejects.toThrow(
      `No entry was found. The file was read as ${format}. The first line that did not fit is line ${line}: ${reason}`,
    );
  },
);

it('hands on only the columns that may be declared fields', async () => {
  const names = Array.from({ length: 90 }, (_, at) => `column ${at}`);
  const bytes = Buffer.from(
    `name,url,Price №2,${names.join(',')}\nAda,https://ada.example.com,free,${names.map(() => 'x').join(',')}\n`,
  );
  const { lines, columns } = await readList({
    ...{ bytes, name: 'wide.csv', fieldNames: ['price no2'], tagRules: new Map(), withPrivate: false },
    ...{ entriesMax: 100, skippedMax: 100, partsMax: 100, tagsMax: 100 },
  });
  expect(columns).toHaveLength(93);
  expect(lines).toMatchObject([{ said: { extras: [['Price №2', 'free']] } }]);
});
