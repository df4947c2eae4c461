import type { ImportLine } from '@/server/import/formats/import-line';
import { readImport } from '@/server/import/formats/read-import';
import { shown } from '../../../setup/shown';

async function read(markdown: string): Promise<ImportLine[]> {
  const lines: ImportLine[] = [];
  async function* chunks() {
    yield await Promise.resolve(markdown);
  }
  for await (const line of readImport('markdown', chunks())) lines.push(line);
  return lines;
}

async function readOne(markdown: string) {
  const [line] = await read(markdown);
  if (line?.kind !== 'entry') throw new Error('The line has no entry.');
  const { name, text, marks = [], extras = new Map<string, string>() } = line;
  return { name, text, marks, extras: Object.fromEntries(extras) };
}

const source = 'https://code.example/ada';
const demo = 'https://demo.example/';
const license = 'https://license.example/gpl';

it.each([
  [
    `A tool. ([Demo](${demo}), [Source Code](${source})) \`MIT\` \`Go/Docker\``,
    { text: 'A tool.', marks: ['MIT', 'Go/Docker'], extras: { Demo: demo, 'Source Code': source } },
  ],
  [`A tool ([Source Code](${source}))`, { text: 'A tool', marks: [], extras: { 'Source Code': source } }],
  [
    `A tool. [Demo](${demo}) | [Source](${source}). \`MIT\``,
    { text: 'A tool.', marks: ['MIT'], extras: { Demo: demo, Source: source } },
  ],
  [
    `Ein Werkzeug。（[源代码](${source})） \`MIT\` \`Go\``,
    { text: 'Ein Werkzeug。', marks: ['MIT', 'Go'], extras: { 源代码: source } },
  ],
  [
    `A tool. 🌎 [Demo](demo.example), <b><code>&nbsp;423⭐</code></b> [Source Code](${source}))) \`MIT\``,
    { text: 'A tool.', marks: ['MIT'], extras: { 'Source Code': source } },
  ],
  [
    `A tool for [Bob](${demo}). ([Source Code](${source})) \`MIT\``,
    { text: 'A tool for Bob.', marks: ['MIT'], extras: { Bob: demo, 'Source Code': source } },
  ],
  [
    `A tool. [GPL3](${license}). With a [guide](${demo}).`,
    { text: 'A tool. With a guide.', marks: [`GPL3\n${license}`], extras: { guide: demo } },
  ],
  [
    `A tool of the [LGPL](${license}) family [AGPL3](${license})`,
    {
      text: 'A tool of the LGPL family',
      marks: [`AGPL3\n${license}`],
      extras: { LGPL: license },
    },
  ],
  [`Management of tools - \`PHP\``, { text: 'Management of tools', marks: ['PHP'], extras: {} }],
  [`A tool for [Bob](${demo})`, { text: 'A tool for Bob', marks: [], extras: { Bob: demo } }],
  [
    `A tool (see [the docs](${demo}))`,
    { text: 'A tool (see the docs)', marks: [], extras: { 'the docs': demo } },
  ],
  [`Runs \`go\` and \`make\``, { text: 'Runs go and make', marks: [], extras: {} }],
])('takes the facts off the end of %s', async (rest, expected) => {
  expect(await readOne(`## Tools\n\n- [Ada](https://ada.example/) - ${rest}`)).toEqual({
    name: 'Ada',
    ...expected,
  });
});

it('takes code between the name and its text, and leaves out counts before the name', async () => {
  const ada = '[Ada](https://ada.example/)';
  const line = `- <b><code>&nbsp;394⭐</code></b> ${ada} \`Closed\` \`Beta\` - A tool. \`Go\``;
  expect(await readOne(line)).toMatchObject({
    name: 'Ada',
    text: 'A tool.',
    marks: ['Closed', 'Beta', 'Go'],
  });
  expect(await readOne(`- ${ada} \`make\` shows how`)).toMatchObject({
    text: 'make shows how',
    marks: [],
  });
});

it('keeps the link in brackets that is the only one of its product', async () => {
  expect(await readOne(`- Ada - A tool ([site](${demo}))`)).toMatchObject({ name: 'Ada', text: 'A tool' });
});

it('reads what each column says of the product of a row, with the link of its cell', async () => {
  const row = `| [Ada](https://ada.example/) | [Apache License V2](${source}) | A tool for tests |`;
  const { text, extras } = await readOne(`| Name | License | Description |\n| --- | --- | --- |\n${row}`);
  expect(text).toBe('A tool for tests');
  expect(extras).toMatchObject({ License: `Apache License V2\n${source}` });
});

it('skips the licenses that a list explains at its end', async () => {
  const lines = await read(
    '## Tools\n\n- [Ada](https://ada.example/) - A tool\n\n## List of Licenses\n\n- `MIT` - [The MIT License](https://mit.example/)',
  );
  expect(shown(lines.slice(1))).toEqual([
    {
      kind: 'skipped',
      line: 7,
      reason: 'The section “List of Licenses” contains no products.',
      why: 'aboutList',
      url: 'https://mit.example/',
    },
  ]);
});

it('drops a heading above most of a list where there is another one, and keeps it elsewhere', async () => {
  const bullets = (name: string, count: number) =>
    Array.from(
      { length: count },
      (_, index) => `- [${name}${index}](https://${name}${index}.example/) - A tool`,
    );
  const markdown = [
    ...['# List', '## Packages', ...bullets('top', 1)],
    ...['### Logging', ...bullets('log', 20), '## Books', ...bullets('book', 6)],
  ];
  const tags = (await read(markdown.join('\n\n'))).map((line) => line.kind === 'entry' && line.tags);
  expect([tags[0], tags[1], tags.at(-1)]).toEqual([['Packages'], ['Logging'], ['Books']]);
});

it('reads lines that are made to be slow in little time', async () => {
  const ends = ['('.repeat(5_000), '. '.repeat(5_000), '😀 '.repeat(2_500), '`1`'.repeat(2_000)];
  const markdown = ends.map((end) => `- [Ada](https://ada.example/) - A tool ${end}[x](${demo})`).join('\n');
  expect((await read(markdown)).filter(({ kind }) => kind === 'entry')).toHaveLength(4);
});
