import fc from 'fast-check';
import { IMPORT_FORMATS, type ImportFormat } from '@/lib/contract/import';
import { sayStored } from '@/server/base/stored-text';
import { type ImportLine, UnreadableFile } from '@/server/import/formats/import-line';
import { readImport } from '@/server/import/formats/read-import';
import { shown } from '../../../setup/shown';

async function* chunksOf(text: string, size: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
  await Promise.resolve();
}

async function readAll(
  format: ImportFormat,
  text: string,
  chunkSize = 65_536,
): Promise<ImportLine[] | 'unreadable'> {
  const lines: ImportLine[] = [];
  try {
    for await (const line of readImport(format, chunksOf(text, chunkSize))) lines.push(line);
  } catch (error) {
    if (error instanceof UnreadableFile) return 'unreadable';
    throw error;
  }
  return lines;
}

/** Pieces with a meaning to parsers, in random order. */
const piece = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      ...'[ ] ( ) ]( | - * _ ` ``` ~~~ # > < " \' \\ & ! : ; , . = \n'.split(' '),
      ' ',
      '\n',
      '\n\n',
      '\r',
      '\t',
    ),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      '[a](https://a.example.com)',
      'https://b.example.com',
      '<a href="',
      '<ul><li>',
      '</ul>',
      '<table><tr><td>',
      '<details>',
      '<!--',
      '-->',
      '|---|',
      '&amp;',
      '\n- ',
      '\n\t- ',
      '\n## ',
      '[^1]',
      '[x]:',
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      'name,url\n',
      '{"url":',
      '"name"',
      '[{',
      '}]',
      '<DT><A HREF="',
      '<DL><p>',
      '</DL>',
      'null',
      '\u0000',
      '\uD800',
      '🚀',
      ':rocket:',
    ),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
);
const soup = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(''));

it.each(IMPORT_FORMATS)(
  'never fails on any text as %s, and every entry has an address',
  async (format) => {
    await fc.assert(
      fc.asyncProperty(soup, fc.integer({ min: 1, max: 50 }), async (text, chunkSize) => {
        const lines = await readAll(format, text, chunkSize);
        if (lines === 'unreadable') return;
        for (const line of lines) {
          expect(line.line).toBeGreaterThanOrEqual(1);
          if (line.kind === 'entry') expect(line.url).toMatch(/^https?:\/\/[^/]/i);
        }
      }),
      { numRuns: 100 },
    );
  },
  60_000,
);

it.each(['csv', 'jsonl'] as const)(
  'reads %s the same regardless of how it is split into chunks',
  async (format) => {
    const text =
      format === 'csv'
        ? 'name,url,description\r\n"A ""quoted"", name",https://a.example.com,"two\r\nlines"\r\nB,https://b.example.com,text\r\n'
        : '{"name":"A","url":"https://a.example.com"}\r\n{"name":"B","url":"https://b.example.com"}\r\n';
    const whole = await readAll(format, text);
    for (let size = 1; size < 20; size += 1) expect(await readAll(format, text, size)).toEqual(whole);
  },
);

const LONG = `${'x'.repeat(999_999)},https://lost.example.com`;

it.each([
  ['csv', `name,url\nA,https://a.example.com\n${LONG}\n"B\n${LONG}\nC,https://c.example.com`, [3, 5], [2, 6]],
  ['jsonl', `{"url":"https://a.example.com"}\n{"x":"${LONG}"}\n{"url":"https://c.example.com"}`, [2], [1, 3]],
  [
    'directory',
    `- [A](https://a.example.com) - T\n  > ${LONG}\n- [C](https://c.example.com) - T`,
    [2],
    [1, 3],
  ],
] as const)('says of %s which lines are too long, and reads the others', async (format, text, long, read) => {
  const lines = await readAll(format, text);
  if (lines === 'unreadable') throw new Error(lines);
  const told = lines.filter((line) => line.kind === 'skipped' && /1,000,000/.test(sayStored(line.reason)));
  expect(told.map(({ line }) => line)).toEqual(long);
  expect(
    lines
      .filter(({ kind }) => kind === 'entry')
      .map(({ line }) => line)
      .toSorted(),
  ).toEqual(read);
});

/** `npm run drill -- import-noise` reads more. */
const NOISE_MEGABYTES = Number(process.env.NOISE_MEGABYTES || 0.1);

const megabytes = (text: string, count = 5) => text.repeat((count * 1_000_000) / text.length);

it.each([
  ['opening brackets', '['],
  ['a line of opening brackets', '[\n'],
  ['brackets and parentheses', '[a]('],
  ['asterisks between letters', '*a **b '],
  ['quotation marks of blocks', '> '],
  ['bullets in bullets', '- '],
  ['bars', '|'],
  ['lines of bars', '|a|b\n'],
  ['openings of comments', '<!--'],
  ['openings of comments on lines', '<!--\n'],
  ['fences', '```\n~~~\n'],
  ['openings of elements', '<div>\n'],
  ['openings of lists', '<ul><li>\n'],
  ['unclosed links', '<a href="x\n'],
  ['references', '[a][b]\n'],
  ['backticks', '`a``b'],
  ['blanks', '          '],
  ['ampersands', '&amp'],
])(
  'reads, or refuses, five megabytes of %s',
  async (_, text) => {
    // Quadratic time would exceed the time limit of the test, which is generous for a busy machine.
    const lines = await readAll('markdown', megabytes(text));
    expect(lines === 'unreadable' || Array.isArray(lines)).toBe(true);
  },
  120_000,
);

it.each(IMPORT_FORMATS)(
  `reads, or refuses, ${NOISE_MEGABYTES} megabytes of each noise as %s`,
  async (format) => {
    for (const text of ['"', '<a ', '<dt><a href=', '{"a":[', '\\', ',"\n']) {
      const lines = await readAll(format, megabytes(text, NOISE_MEGABYTES));
      expect(lines === 'unreadable' || Array.isArray(lines)).toBe(true);
    }
  },
  120_000,
);

it('reads a file of 250,000 lines, and refuses one more line with a sentence', async () => {
  const read = async (lineCount: number) => {
    let lastLine = 0;
    const text = `${'\n'.repeat(lineCount - 1)}- [Ada](https://a.example.com)`;
    for await (const line of readImport('markdown', chunksOf(text, 65_536))) lastLine = line.line;
    return lastLine;
  };

  expect(await read(250_000)).toBe(250_000);
  await expect(read(250_001)).rejects.toThrow(
    'The file has more than 250,000 lines, the maximum for this format. Split it.',
  );
});

it('refuses a file that is too large, with a sentence', async () => {
  await expect(async () => {
    for await (const line of readImport(
      'markdown',
      chunksOf('- a line of a list\n'.repeat(2_800_000), 65_536),
    ))
      expect(line).toBeDefined();
  }).rejects.toThrow('The file has more than 50,000,000 characters, the maximum for this format.');
});

it('reads a quoted field of CSV in 200 lines, and skips a record of one more', async () => {
  const read = (lineCount: number) =>
    readAll('csv', `name,url,text\n"A","https://a.example.com","${'x\n'.repeat(lineCount - 1)}x"\n`);
  expect(await read(200)).toMatchObject([{ kind: 'entry', line: 2, name: 'A' }]);
  expect(shown((await read(201))[0])).toMatchObject({
    kind: 'skipped',
    line: 2,
    reason: 'A quote is opened but not closed.',
  });
});

it('finds the records of JSON below up to 64 keys, and says where a list is nested more deeply', async () => {
  const read = (keyCount: number) =>
    readAll(
      'json',
      `${'{"a":'.repeat(keyCount)}{"name":"A","url":"https://a.example.com"}${'}'.repeat(keyCount)}`,
    );
  expect(await read(64)).toMatchObject([{ kind: 'entry', name: 'A' }]);
  expect(shown(await read(65))).toMatchObject([
    { kind: 'skipped', reason: 'The list is nested too deeply here.', url: 'https://a.example.com' },
  ]);
});

it('reads no entity that OPML declares, neither of a file nor of itself', async () => {
  const opml = `<?xml version="1.0"?>
<!DOCTYPE opml [<!ENTITY file SYSTEM "file:///etc/hostname"><!ENTITY two "&two;&two;">]>
<opml version="2.0"><body><outline text="&file; &two; &amp;" htmlUrl="https://a.example.com"/></body></opml>`;

  expect(await readAll('opml', opml)).toMatchObject([
    { kind: 'entry', name: '&file; &two; &', url: 'https://a.example.com' },
  ]);
});
