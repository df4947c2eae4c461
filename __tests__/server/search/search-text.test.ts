import { nameKey, readQuery, readTokens, readWordSpans } from '@/server/search/search-text';
import { tagCondition, wordCondition } from '@/server/search/lexemes';
import { readSearchWords } from '@/server/search/search-words';

/** Each searchable form with its position: `web@0-3`. */
const tokensOf = (text: string, options?: { joinsWords: boolean }) =>
  readTokens(text, options)
    .map(({ text: word, start, end }) => `${word}@${start}-${end}`)
    .join(' ');

it.each([
  ['WebTorrent', 'webtorrent@0-10 web@0-3 torrent@3-10'],
  ['JSONLint APIs', 'jsonlint@0-8 json@0-4 lint@4-8 apis@9-13'],
  ['node.js', 'node@0-4 js@5-7 .js@4-7 nodejs@0-7'],
  ['.NET', 'net@1-4 .net@0-4'],
  ['a.b..net', 'a@0-1 b@2-3 .b@1-3 net@5-8 ab@0-3'],
  ['C++ and C#', 'c@0-1 c++@0-3 and@4-7 c@8-9 c#@8-10'],
  ['c+d', 'c@0-1 d@2-3'],
  ['Écran’s', 'ecran@0-5 s@6-7 ecrans@0-7'],
  ['e-mail to-do', 'e@0-1 mail@2-6 to@7-9 do@10-12 email@0-6 todo@7-12'],
  ['foo/bar_baz', 'foo@0-3 bar@4-7 baz@8-11 foobarbaz@0-11 foobar@0-7 barbaz@4-11'],
  ['日本語 tool', '日本@0-2 本語@1-3 語@2-3 tool@4-8'],
  ['ab日本cd', 'ab@0-2 日本@2-4 本@3-4 cd@4-6'],
  ['x'.repeat(41), `${'x'.repeat(40)}@0-41`],
])('reads the words of %s', (text, tokens) => {
  expect(tokensOf(text)).toBe(tokens);
});

it('joins the adjacent words of a name', () => {
  expect(tokensOf('Web Torrent App', { joinsWords: true })).toBe(
    'web@0-3 torrent@4-11 app@12-15 webtorrentapp@0-15 webtorrent@0-11 torrentapp@4-15',
  );
});

it('joins chains of up to seven words', () => {
  expect(tokensOf('a-b-c-d-e-f-g')).toContain('abcdefg@0-13');
  expect(tokensOf('a-b-c-d-e-f-g-h')).toBe('a@0-1 b@2-3 c@4-5 d@6-7 e@8-9 f@10-11 g@12-13 h@14-15');
});

it('finds the position of each word, and of each character of a script without spaces', () => {
  expect(readWordSpans('日本 is a-b').map(({ start, end }) => [start, end])).toEqual([
    [0, 1],
    [1, 2],
    [3, 5],
    [6, 7],
    [8, 9],
  ]);
});

it.each([
  ['react rou', 'react rou*'],
  ['C++', 'c++*'],
  ['.net core', '.net core*'],
  ['日本語', '日本 本語*'],
  ['日', '日*'],
  ['日 a', '日* a*'],
  ['a b c d e f g h i j', 'a b c d e f g h i j*'],
  ['a b c d e f g h i j k', 'a b c d e f g h i j*'],
  ['...', '.'],
  ['🎉 x', 'x*'],
  ['1️⃣ ❤️', '1*'],
])('reads the query %s, whose last word may be incomplete', (query, words) => {
  expect(
    readQuery(query)
      .map(({ text, isPrefix }) => text + (isPrefix ? '*' : ''))
      .join(' '),
  ).toBe(words);
});

it.each([
  ['Node.js', 'nodejs'],
  ['node js', 'nodejs'],
  ['C++', 'c++'],
  ['.NET Core', '.netcore'],
  ['日本語', '日本語'],
  ['🎉 ❤️', '🎉❤'],
  ['🎉 Party', 'party'],
  ['x'.repeat(81), 'x'.repeat(80)],
])('reduces the name %s to a key', (name, key) => {
  expect(nameKey(name)).toBe(key);
});

it('stores each word by the texts it is in, with its first two characters, and words for corrections', () => {
  const { lexemes, vocabulary } = readSearchWords({
    name: 'Go Pad',
    tagline: 'A tool',
    text: '日本 ab',
    tags: [{ name: 'Design  Tools', slug: 'design-tools' }],
  });
  expect(lexemes).toEqual(
    [
      'go t/go n/go g* n/g* go* n/go* pad t/pad n/pad p* n/p* pa* n/pa* gopad t/gopad n/gopad',
      'a t/a a* tool t/tool t* to*',
      '日本 日* 日本* 本 本* ab ab*',
      'design t/design g/design d* de* tools t/tools g/tools',
    ]
      .join(' ')
      .split(' ')
      .concat('#design tools'),
  );
  expect(vocabulary).toEqual(['pad', 'tool', 'design', 'tools']);
});

it.each([
  ['re', true, 'any', "'re*'"],
  ['re', true, 'head', "'re*'"],
  ['re', true, 'name', "'n/re*'"],
  ['rea', true, 'name', "'n/rea':*"],
  ['rea', true, 'any', "'rea':*"],
  ['re', false, 'head', "'t/re'"],
  ["o'b\\c", false, 'any', "'o''b\\\\c'"],
] as const)('asks for the word %s (a prefix: %s) in %s', (text, isPrefix, field, condition) => {
  expect(wordCondition({ text, isPrefix }, field)).toBe(condition);
});

it('asks for a tag by its name or its slug', () => {
  expect([tagCondition('Design  Tools'), tagCondition('design-tools')]).toEqual([
    "'#design tools'",
    "'#design tools'",
  ]);
});
