import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { detectFormat } from '@/server/import/formats/import-format';
import type { ImportLine } from '@/server/import/formats/import-line';
import { LinkAccount } from '@/server/import/formats/link-account';
import { readImport } from '@/server/import/formats/read-import';
import { decodeText } from '@/server/import/formats/source-text';
import { readList } from '@/server/import/read-list';

const FOLDER = '__tests__/fixtures/lists';
const FORMATS = ['.csv', '.tsv', '.json', '.jsonl', '.yml', '.yaml', '.toml', '.opml', '.html'];
const files = readdirSync(FOLDER).filter(
  (file) => FORMATS.some((end) => file.endsWith(end)) && !file.endsWith('.expected.json'),
);

const expectedList = z.object({
  format: z.string(),
  entries: z.array(z.record(z.string(), z.unknown())),
  parts: z.array(z.string()),
  skipped: z.array(z.string()),
});

async function* partsOf(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield await Promise.resolve(bytes.subarray(at, at + size));
}

async function read(file: string, size: number) {
  const bytes = readFileSync(join(FOLDER, file));
  const text: string[] = [];
  for await (const piece of decodeText(partsOf(bytes, size))) text.push(piece);
  const format = detectFormat(text.join('').slice(0, 16_384), file);
  const account = new LinkAccount();
  const lines: ImportLine[] = [];
  async function* again() {
    yield* text;
    await Promise.resolve();
  }
  for await (const line of readImport(format, again(), { account })) lines.push(line);
  const entries = lines.flatMap((line) => {
    if (line.kind !== 'entry') return [];
    const { kind: _, listedAt, extras, ...fields } = line;
    const said = {
      ...fields,
      ...(listedAt && { listedAt }),
      ...(extras && { extras: Object.fromEntries(extras) }),
    };
    const plain: unknown = JSON.parse(JSON.stringify(said));
    return [plain];
  });
  const parts = lines.flatMap((line) =>
    line.kind === 'part' ? `${line.line} ${line.part} ${line.url}` : [],
  );
  const skipped = lines.flatMap((line) =>
    line.kind === 'skipped'
      ? [line.line, line.why, line.url].filter((said) => said !== undefined).join(' ')
      : [],
  );
  return { found: { format, entries, parts, skipped }, account, bytes };
}

it.each(files)('reads every entry of %s, and says what becomes of every link', async (file) => {
  const expected = expectedList.parse(
    JSON.parse(readFileSync(join(FOLDER, `${file}.expected.json`), 'utf8')),
  );
  const { found, account, bytes } = await read(file, 65_536);
  expect(found).toEqual(expected);
  expect(account.unseen).toEqual([]);
  expect((await read(file, 3)).found).toEqual(found);

  const { lines, links } = await readList({
    ...{ bytes, name: file, fieldNames: [], tagRules: new Map(), withPrivate: false },
    ...{ entriesMax: 100, skippedMax: 100, partsMax: 100, tagsMax: 100 },
  });
  expect(links).toEqual(account.counts);
  expect(lines.filter(({ kind }) => kind === 'entry')).toHaveLength(found.entries.length);
  expect(lines.filter(({ kind }) => kind === 'skipped')).toHaveLength(found.skipped.length);
});

it('has at least 25 lists of data', () => {
  expect(files.length).toBeGreaterThanOrEqual(25);
});

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
