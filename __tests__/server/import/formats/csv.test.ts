import { ReadableStream } from 'node:stream/web';
import { ColumnMatcher } from '@/server/import/formats/column-matcher';
import { readCSV } from '@/server/import/formats/csv';
import type { ImportEntry } from '@/server/import/formats/import-line';
import { LinkAccount } from '@/server/import/formats/link-account';
import { readImport } from '@/server/import/formats/read-import';
import { DATA_COLUMNS } from '@/server/text/escape';
import { shown } from '../../../setup/shown';

async function* once(text: string) {
  yield await Promise.resolve(text);
}
async function read(text: string) {
  const lines = [];
  for await (const line of readCSV(once(text))) lines.push(line);
  return lines;
}
const url = 'https://ada.example.com';
const entry = (line: number, fields: Partial<ImportEntry>) => ({
  kind: 'entry',
  line,
  ...{ name: 'Ada', url, text: '', details: '', tags: [] },
  ...fields,
});
const note = 'The first line is taken for an entry, so the columns have no headings.';
const unclosed = (line: number) => ({
  ...{ kind: 'skipped', line, reason: 'A quote is opened but not closed.', why: 'unreadable' },
  url,
});

it.each([
  [`Ada,${url},Text,a|b`, [entry(1, { text: 'Text', tags: ['a', 'b'], note })]],
  [
    `\n,,\nAda,${url}\n,\n\nBob,bob.example.com`,
    [entry(3, { note }), entry(6, { name: 'Bob', url: 'https://bob.example.com' })],
  ],
  [`Link,${url},Text`, [entry(1, { name: 'Link', text: 'Text', note })]],
  [`Ada,Text,www.ada.example.com`, [entry(1, { url: 'https://www.ada.example.com', text: 'Text', note })]],
  [`ada.example.com,Ada,Text`, [entry(1, { url: 'https://ada.example.com', text: 'Text', note })]],
  [`url|name|tags|tag2|subcategory\n${url}|Ada|a|b|c`, [entry(2, { tags: ['a', 'b', 'c'] })]],
  [`url,name,text\n${url}`, [entry(2, { name: 'ada.example.com' })]],
  [`url,name,text\n${url},Ada,Text,more`, [entry(2, { text: 'Text, more' })]],
  [`url,name,description\n${url}, "Ada" ,  Text  `, [entry(2, { text: 'Text' })]],
  [
    `url,name,tagline\n${url},"Ada" B,A "quoted" text`,
    [entry(2, { name: '"Ada" B', text: 'A "quoted" text' })],
  ],
  [
    `url,name,tagline\n${url},Ada,"one\n\nthree"\n${url},Ada`,
    [entry(2, { text: 'one three' }), entry(5, {})],
  ],
  [`url,name\n${url},"Ada\n${url},Ada`, [unclosed(2), entry(3, {})]],
  [
    `Ada,Text`,
    [{ kind: 'skipped', line: 1, reason: 'The link does not lead to a website.', why: 'noWebsite' }],
  ],
])('reads %j', async (text, lines) => {
  expect(shown(await read(text))).toEqual(lines);
});

const bob = { name: 'Bob', url: 'https://bob.example.com' };

it.each([
  ['Ada,ada.example.com\nBob,https://bob.example.com', [entry(1, { note }), entry(2, bob)]],
  ['Git,ada.example.com,Text', [entry(1, { name: 'Git', text: 'Text', note })]],
  [
    'Title,Notes,ada.example.com\nBob,,bob.example.com',
    [entry(1, { name: 'Title', text: 'Notes', note }), entry(2, bob)],
  ],
  [
    'data.title,data.url\nBob,https://bob.example.com',
    [{ kind: 'skipped', line: 1, why: 'aboutList' }, entry(2, bob)],
  ],
  ['site,name\nbob.example.com,Bob', [entry(2, bob)]],
])('takes a first row with a site for an entry, and says so: %j', async (text, lines) => {
  expect(shown(await read(text))).toMatchObject(lines);
  expect(await read(text)).toHaveLength(lines.length);
});

it('says that a row without known names is taken for the headings', async () => {
  expect(await read('Nom,Lien\nBob,https://bob.example.com')).toEqual([
    expect.objectContaining({ line: 1, kind: 'skipped', why: 'aboutList' }),
    entry(2, bob),
  ]);
});

it.each(['Homepage', 'Name', 'About'])('leaves out the column %j when a person says so', async (name) => {
  const text = `Homepage,Name,About,Place\nhttps://a.example.com,Ada,A text about it,https://p.example.com\nhttps://b.example.com,Bob,Another text,https://q.example.com`;
  const matcher = new ColumnMatcher(new Map([[name, 'ignore']]), { isPartial: true });
  const lines = [];
  for await (const line of readCSV(once(text), matcher)) if (line.kind === 'entry') lines.push(line);
  const [first] = lines;
  expect(lines).toHaveLength(2);
  expect(first).toMatchObject({
    name: name === 'Name' ? expect.not.stringMatching(/^Ada$/) : 'Ada',
    url: name === 'Homepage' ? 'https://p.example.com' : 'https://a.example.com',
    text: name === 'About' ? '' : 'A text about it',
  });
});

it.each([
  ['200 lines', 198, 'a', 'entry'],
  ['201 lines', 199, 'a', 'skipped'],
  ['200,000 characters', 0, 'a'.repeat(199_971), 'entry'],
  ['200,001 characters', 0, 'a'.repeat(199_972), 'skipped'],
])(
  'a quoted text of %s with %i lines between the first and the last is read as one or not',
  async (_, count, line, kind) => {
    const lines = [`${url},Ada,"${line}`, ...Array.from({ length: count }, () => line), 'z"', `${url},Next`];
    const found = await read(`url,name,tagline\n${lines.join('\n')}`);
    expect(found[0]).toMatchObject({ line: 2, kind });
    expect(found).toHaveLength(kind === 'entry' ? 2 : count + 3);
    expect(found.at(-1)).toEqual(entry(count + 4, { name: 'Next' }));
  },
);

it('guesses what the columns of a file without headings hold', async () => {
  const rows = ['Ada', 'Bob', 'Cy', 'Dee', 'Eve'].map((name, index) => [
    ...[name, `https://${name.toLowerCase()}.example.com`, `https://docs.example.com/${index}`],
    ...[`${name} is a tool for quite a lot of things`, index % 2 === 0 ? 'Text' : 'Images'],
  ]);
  const matcher = new ColumnMatcher();
  for await (const line of readCSV(once(rows.map((row) => row.join(',')).join('\n')), matcher))
    expect(line.kind).not.toBe('skipped');
  expect(matcher.found.map(({ guess }) => guess)).toEqual(['name', 'url', 'ignore', 'text', 'tags']);
});

it('accounts for a link of an export that is spelled with other letters than ASCII', async () => {
  const text = `${DATA_COLUMNS.join(',')}\n${DATA_COLUMNS.map((name) => (name === 'url' ? 'https://de.wikipedia.org/wiki/Käse' : name === 'name' ? 'Cheese' : '')).join(',')}\n`;
  const account = new LinkAccount();
  const kinds: string[] = [];
  for await (const { kind } of readImport('csv', ReadableStream.from([text]), { account })) kinds.push(kind);
  expect(kinds).toEqual(['entry']);
  expect(account.unseen).toEqual([]);
});
