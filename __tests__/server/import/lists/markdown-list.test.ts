import { readFileSync } from 'node:fs';
import { FIXTURES } from '../list-fixtures';
import { readDescribed } from './described-lines';

it('reads the same from a file with a byte order mark and Windows line ends', () => {
  const markdown = readFileSync(`${FIXTURES}/nested-bullets.md`, 'utf8');
  expect(readDescribed(`\uFEFF${markdown.replaceAll('\n', '\r\n')}`)).toEqual(readDescribed(markdown));
});

it('reads a list without a single heading', () => {
  expect(readDescribed('- [Ada](https://ada.example.com) - A tool')).toEqual([
    '1 ¦ Ada ¦ https://ada.example.com ¦ A tool',
  ]);
});

it('uses the title as a tag only if there is no other heading', () => {
  expect(
    readDescribed('# Awesome fonts\n- [Ada](https://ada.example.com) - A font\n## License\nCC0'),
  ).toEqual(['2 ¦ Ada ¦ https://ada.example.com ¦ A font ¦ Awesome fonts']);
});

it('takes bold text before a link for the name, unless the text is a label', () => {
  expect(
    readDescribed(
      [
        '- **Ada** - A tool, see [the site](https://a.example.com)',
        '- **Website:** [Bob](https://b.example.com) - A tool',
        '- **Cleo:** [site](https://c.example.com) and more',
      ].join('\n'),
    ),
  ).toEqual([
    '1 ¦ Ada ¦ https://a.example.com ¦ A tool, see',
    '2 ¦ Bob ¦ https://b.example.com ¦ A tool',
    '3 ¦ Cleo ¦ https://c.example.com ¦ and more',
  ]);
});

it('reads several first-level headings as sections', () => {
  expect(
    readDescribed('# Fonts\n- [Ada](https://a.example.com)\n# Icons\n- [Bob](https://b.example.com)'),
  ).toEqual(['2 ¦ Ada ¦ https://a.example.com ¦  ¦ Fonts', '4 ¦ Bob ¦ https://b.example.com ¦  ¦ Icons']);
});

it.each([
  'Sponsors',
  '💖 Sponsors',
  'Gold sponsors',
  'Contributing',
  'How to contribute',
  'Contributors ✨',
  'License',
  'Licence',
  'Credits & License',
  'Acknowledgements',
  'Footnotes',
  'Star History',
  'Table of Contents',
  'Contents',
])('takes a link without a text under “%s” for no product of a list with texts', (heading) => {
  expect(
    readDescribed(
      `## Tools\n- [Ada](https://a.example.com) - A\n## ${heading}\n- [Bob](https://b.example.com)`,
    ),
  ).toEqual([
    '2 ¦ Ada ¦ https://a.example.com ¦ A ¦ Tools',
    expect.stringMatching(/^4 skipped: The section “.+” contains no products\.$/),
  ]);
});

it('finds products in sections below the contents', () => {
  expect(
    readDescribed(
      '# APIs\n## Index\n- [Animals](#animals)\n### Animals\n- [Cats](https://c.example.com) - Facts',
    ),
  ).toEqual(['5 ¦ Cats ¦ https://c.example.com ¦ Facts ¦ Animals']);
});

it('resolves a reference that is defined far from its use', () => {
  const filler = Array.from(
    { length: 3_000 },
    (_, index) => `- [Tool ${index}](https://t${index}.example.com) - Text`,
  );
  const list = [
    '## Tools',
    '- [Far][ref] - Defined at the end',
    ...filler,
    '',
    '[ref]: https://far.example.com',
  ];
  const entries = readDescribed(list.join('\n'));
  expect(entries).toHaveLength(3_001);
  expect(entries[0]).toBe('2 ¦ Far ¦ https://far.example.com ¦ Defined at the end ¦ Tools');
  expect(entries[3_000]).toBe('3002 ¦ Tool 2999 ¦ https://t2999.example.com ¦ Text ¦ Tools');
});
