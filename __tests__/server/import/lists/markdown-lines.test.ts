import { repairLines } from '@/server/import/lists/markdown-lines';
import { shown } from '../../../setup/shown';
import { tableRowsOf } from '@/server/import/lists/markdown-tables';

const textsOf = (markdown: string) => repairLines(markdown).lines.map(({ text }) => text);

it('skips a line of more than 10,000 characters, and says so', () => {
  expect(repairLines(`one\n${'x'.repeat(100_000)}`).skipped).toEqual([]);
  expect(shown(repairLines(`one\n${'x'.repeat(100_001)}`))).toMatchObject({
    lines: [{ text: 'one' }, { text: '', number: 2 }],
    skipped: [
      { kind: 'skipped', line: 2, reason: 'The line is longer than 100,000 characters.', why: 'unreadable' },
    ],
  });
});

it.each([
  ['one line', '---\nlinks: 1\n---\ntext', ['', '', '', 'text']],
  ['TOML', '+++\nlinks = 1\n+++\ntext', ['', '', '', 'text']],
  ['no end', '---\nlinks: 1', ['---', 'links: 1']],
  ['another end', '---\nlinks: 1\n+++', ['---', 'links: 1', '+++']],
  ['nothing inside', '---\n---\ntext', ['---', '---', 'text']],
  ['no data inside', '---\nlinks: 1\nA text\n---', ['---', 'links: 1', 'A text', '---']],
])('takes the lines above a page with %s for its data or not', (_, markdown, texts) => {
  expect(textsOf(markdown)).toEqual(texts);
});

it('skips the links of the data above a page, each with its line', () => {
  expect(repairLines('---\na: 1\nb: https://b.example.com\n---').skipped).toMatchObject([
    { line: 3, url: 'https://b.example.com', why: 'aboutList' },
  ]);
  const data = (count: number) => [
    '---',
    ...Array.from({ length: count }, () => 'a: https://a.example.com'),
    '---',
  ];
  expect(repairLines(data(198).join('\n')).skipped).toHaveLength(198);
  expect(repairLines(data(199).join('\n')).skipped).toEqual([]);
});

it('keeps twelve levels of quotation and lists, and drops further ones', () => {
  expect(textsOf(`${'> '.repeat(12)}x`)).toEqual([`${' >'.repeat(12).trim()} x`]);
  expect(textsOf(`${'> '.repeat(13)}x`)).toEqual([`${' >'.repeat(12).trim()} x`]);
});

it('splits a paragraph after 16,384 characters, but no table', () => {
  const line = 'x'.repeat(8_192);
  expect(textsOf(`${line}\n${line}\n${line}`)).toEqual([line, line, line, '']);
  expect(textsOf(`${line}\n${line}\n\n${line}\n${line}`)).toEqual([line, line, '', line, line]);
  const row = `a|${line}`;
  expect(textsOf(`${row}\n${row}\n${row}`)).toEqual([row, row, row]);
});

const numbered = (texts: readonly string[]) => texts.map((text, index) => ({ text, number: index + 1 }));
it('completes a table without a heading', () => {
  const texts = tableRowsOf(numbered(['| 1 |', '| 2 |'])).map(({ text }) => text);
  expect(texts.filter((text) => text !== '')).toEqual(['|   |', '| --- |', '| 1 |', '| 2 |']);
});

it('reads 40 cells of a row, the last of which holds the rest', () => {
  const row = (cellCount: number) => `|${' x |'.repeat(cellCount)}`;
  const cellCounts = (cellCount: number) =>
    tableRowsOf(numbered([row(cellCount), `|${'---|'.repeat(cellCount)}`, row(cellCount)])).map(
      ({ text }) => text.split('x').length - 1,
    );
  expect(cellCounts(40).filter(Boolean)).toEqual([40, 40]);
  expect(cellCounts(41).filter(Boolean)).toEqual([41, 41]);
});
