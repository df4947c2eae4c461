import { readDescribed } from './described-lines';

it.each([
  [
    '| Name | URL | Description | Tags |\n|---|---|---|---|\n| Ada | https://a.example.com | A tool | x, y/z |',
    ['3 ¦ Ada ¦ https://a.example.com ¦ A tool ¦ x, y, z'],
  ],
  [
    '| Logo | Website | Name |\n|---|---|---|\n| ![l](https://i.example.com/a.png) | [visit](https://a.example.com) | Ada |',
    ['3 ¦ Ada ¦ https://a.example.com'],
  ],
  [
    '| Site | Repo | About |\n|---|---|---|\n| [Ada](https://a.example.com) | [code](https://b.example.com) | A tool |',
    ['3 ¦ Ada ¦ https://a.example.com ¦ A tool'],
  ],
  [
    '| [Ada](https://a.example.com) | [Bob](https://b.example.com) |\n|---|---|\n| [Cy](https://c.example.com) | |',
    ['1 ¦ Ada ¦ https://a.example.com', '1 ¦ Bob ¦ https://b.example.com', '3 ¦ Cy ¦ https://c.example.com'],
  ],
  [
    '| Foo | Bar | Baz |\n|---|---|---|\n| [link](https://a.example.com) | Ada | A much longer text about it |',
    ['3 ¦ Ada ¦ https://a.example.com ¦ A much longer text about it'],
  ],
  [
    '| Foo | Bar |\n|---|---|\n| [https://a.example.com](https://a.example.com) | Ada |',
    ['3 ¦ Ada ¦ https://a.example.com'],
  ],
  [
    '| Name | Description |\n|---|---|\n| **Editors** | |\n| [Ada](https://a.example.com) | A tool |\n| Bob | Without a link |\n| [Cy](#cy) | Anchor |',
    [
      '4 ¦ Ada ¦ https://a.example.com ¦ A tool ¦ Editors',
      '5 skipped: The row has no link.',
      '6 skipped: The link does not lead to a website.',
    ],
  ],
  [
    '| Name | Stars | Description |\n|---|---|---|\n| [Ada](https://a.example.com) - fast | 12 | A tool |',
    ['3 ¦ Ada ¦ https://a.example.com ¦ fast. A tool'],
  ],
  [
    '| Name | Description | Notes |\n|---|---|---|\n| [Ada](https://a.example.com). | One | Two |',
    ['3 ¦ Ada ¦ https://a.example.com ¦ One. Two'],
  ],
  [
    '| | Name | Description |\n|---|---|---|\n| [![Logo](https://i.example.com/a.png)](https://a.example.com) | Ada | A tool |',
    ['3 ¦ Ada ¦ https://a.example.com ¦ A tool'],
  ],
  [
    '| Name | URL |\n|---|---|\n| Ada | [one](https://a.example.com) [two](https://b.example.com) |',
    ['3 ¦ Ada ¦ https://a.example.com'],
  ],
  [
    '<table><tr><td><a href="https://github.com/x"><img src="x.png"></a></td><td><a href="https://github.com/y"><img src="y.png"></a></td></tr></table>',
    ['1 skipped: Only an image is linked.', '1 skipped: Only an image is linked.'],
  ],
  [
    '<table><tr><td><table><tr><td><a href="https://a.example.com">Ada</a></td></tr></table></td></tr></table>',
    ['1 ¦ Ada ¦ https://a.example.com'],
  ],
  [
    '<dl><dt><a href="https://a.example.com">Ada</a></dt><dd>A tool</dd><dt><a href="https://b.example.com">Bob</a> - own text</dt><dd>Ignored</dd></dl>',
    ['1 ¦ Ada ¦ https://a.example.com ¦ A tool', '1 ¦ Bob ¦ https://b.example.com ¦ own text'],
  ],
  [
    '<details><summary>Editors</summary><ul><li><a href="https://a.example.com">Ada</a></li></ul></details>',
    ['1 ¦ Ada ¦ https://a.example.com ¦  ¦ Editors'],
  ],
  [
    '## Tools\n### [Ada](https://a.example.com)\nA tool for people.\n### [Section](https://b.example.com)\n- [Cy](https://c.example.com) - Text',
    [
      '2 ¦ Ada ¦ https://a.example.com ¦ A tool for people. ¦ Tools',
      '4 skipped: The link is in a heading, not in a list.',
      '5 ¦ Cy ¦ https://c.example.com ¦ Text ¦ Section, Tools',
    ],
  ],
  [
    '## Tools\n- [Ada](https://a.example.com)\n  - A tool for many people\n  - Another longer detail here\n  - short',
    ['2 ¦ Ada ¦ https://a.example.com ¦ A tool for many people ¦ Tools ¦ Another longer detail here'],
  ],
])('reads the tables and blocks of %j', (markdown, lines) => {
  expect(readDescribed(markdown)).toEqual(lines);
});
