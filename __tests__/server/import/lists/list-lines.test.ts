import { readMarkdownList } from '@/server/import/lists/markdown-list';
import { namesOf, readDescribed } from './described-lines';
import { readLines } from './read-lines';

it.each([
  [
    '- [Ada](https://a.example.com), [Bob](https://b.example.com) - Two tools',
    ['1 ¦ Ada ¦ https://a.example.com ¦ Two tools', '1 ¦ Bob ¦ https://b.example.com ¦ Two tools'],
  ],
  [
    '- [Ada](https://a.example.com) - One; [Bob](https://b.example.com) - Two',
    ['1 ¦ Ada ¦ https://a.example.com ¦ One', '1 ¦ Bob ¦ https://b.example.com ¦ Two'],
  ],
  [
    '- [Ada](https://a.example.com) - One, [Bob](https://b.example.com) is older',
    ['1 ¦ Ada ¦ https://a.example.com ¦ One, Bob is older'],
  ],
  [
    '- [Ada](https://a.example.com) / [Bob](https://b.example.com) and [Cy](https://c.example.com) - Three',
    [
      '1 ¦ Ada ¦ https://a.example.com ¦ Three',
      '1 ¦ Bob ¦ https://b.example.com ¦ Three',
      '1 ¦ Cy ¦ https://c.example.com ¦ Three',
    ],
  ],
  [
    '- [Ada](https://a.example.com) | [GitHub](https://b.example.com) | A tool',
    ['1 ¦ Ada ¦ https://a.example.com ¦ A tool'],
  ],
  [
    '- [Ada](https://a.example.com) ([demo](https://b.example.com), [docs](https://c.example.com)) - A tool',
    ['1 ¦ Ada ¦ https://a.example.com ¦ A tool'],
  ],
  [
    '- [https://www.a.example.com/x](https://www.a.example.com/x) - A tool',
    ['1 ¦ a.example.com ¦ https://www.a.example.com/x ¦ A tool'],
  ],
  [
    '- [a.example.com](https://a.example.com) - A tool',
    ['1 ¦ a.example.com ¦ https://a.example.com ¦ A tool'],
  ],
  ['- [](https://github.com/ada/tool) - A tool', ['1 skipped: Only an image is linked.']],
  ['- https://github.com/ada - A tool', ['1 ¦ ada ¦ https://github.com/ada ¦ A tool']],
  ['- An editor: [Ada](https://a.example.com)', ['1 ¦ Ada ¦ https://a.example.com ¦ An editor']],
  ['- An editor [Ada](https://a.example.com) - with tabs', ['1 ¦ Ada ¦ https://a.example.com ¦ with tabs']],
  ['- Ada - an editor ([site](https://a.example.com))', ['1 ¦ Ada ¦ https://a.example.com ¦ an editor']],
  ['- Ada: https://a.example.com', ['1 ¦ Ada ¦ https://a.example.com']],
  ['- See [Ada](https://a.example.com) for more', ['1 ¦ Ada ¦ https://a.example.com ¦ See Ada for more']],
  [
    '- Download it from [site](https://a.example.com)',
    ['1 ¦ a.example.com ¦ https://a.example.com ¦ Download it from site'],
  ],
  ['- **Ada** [site](https://a.example.com) - A tool', ['1 ¦ Ada ¦ https://a.example.com ¦ A tool']],
  ['- **Website**: [Ada](https://a.example.com)', ['1 ¦ Ada ¦ https://a.example.com ¦ Website']],
  [
    '- xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx - text [site](https://a.example.com)',
    ['1 ¦ xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx ¦ https://a.example.com ¦ text'],
  ],
  [
    '- xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx - text [site](https://a.example.com)',
    [
      '1 ¦ a.example.com ¦ https://a.example.com ¦ xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx - text site',
    ],
  ],
  ['- 🚀 1. [Ada](https://a.example.com) – A tool', ['1 ¦ Ada ¦ https://a.example.com ¦ A tool']],
  [
    '- [![Ada](https://i.example.com/a.png)](https://a.example.com) A tool',
    ['1 ¦ Ada ¦ https://a.example.com ¦ A tool'],
  ],
  ['- [![Ada](https://i.example.com/a.png)](https://a.example.com)', ['1 skipped: Only an image is linked.']],
  [
    '- [Ada](https://a.example.com) - A tool. [Bob](https://b.example.com) - Another',
    ['1 ¦ Ada ¦ https://a.example.com ¦ A tool.', '1 ¦ Bob ¦ https://b.example.com ¦ Another'],
  ],
  [
    '- Ada, a tool - [link](https://a.example.com) (free)',
    ['1 ¦ Ada ¦ https://a.example.com ¦ a tool. (free)'],
  ],
  ['- [Ada](https://a.example.com)[]() - A tool ()', ['1 ¦ Ada ¦ https://a.example.com ¦ A tool']],
])('reads the line %s', (markdown, lines) => {
  expect(readDescribed(markdown)).toEqual(lines);
});

it('keeps a nested line of at least 15 characters as a detail', () => {
  const readNested = (text: string) => readDescribed(`- [Ada](https://a.example.com) - A tool\n  - ${text}`);
  expect(readNested('Fifteen letters')).toEqual([
    '1 ¦ Ada ¦ https://a.example.com ¦ A tool ¦  ¦ Fifteen letters',
  ]);
  expect(readNested('Fourteen signs')).toEqual(['1 ¦ Ada ¦ https://a.example.com ¦ A tool']);
});

it('takes a table of links to profiles for people if half of the links have images, and no fewer', () => {
  const names = ['ada', 'bob', 'cleo', 'dan', 'eve'];
  const person = (name: string, image: string) => `| ${image}[${name}](https://github.com/${name}) |`;
  const table = (imageCount: number) =>
    [
      '| People |',
      '| - |',
      ...names.map((name, index) =>
        person(name, index < imageCount ? '![](https://a.example.com/x.png)' : ''),
      ),
    ].join('\n');
  const namesIn = (markdown: string) => namesOf(readMarkdownList(markdown));
  expect(namesIn(table(3))).toEqual([]);
  expect(namesIn(table(2))).toEqual(names);
});

it('takes a nested link for a part of the product above it if its words are those of the product and of a part', async () => {
  const list = `- [Ada](https://ada.example) - Draws things from text
  - [Ada Docs](https://read.ada.example)
  - [Bob](https://bob.example)
  - [Ada Studio](https://studio.example)
  - [Bob Docs](https://read.bob.example)
`;
  expect(await readLines('markdown', list)).toEqual([
    '1 ¦ Ada ¦ https://ada.example ¦ Draws things from text',
    '2 part: https://read.ada.example',
    '3 ¦ Bob ¦ https://bob.example',
    '4 ¦ Ada Studio ¦ https://studio.example',
    '5 ¦ Bob Docs ¦ https://read.bob.example',
  ]);
});
