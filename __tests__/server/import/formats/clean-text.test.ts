import { cleanDescription, cleanLabel, cleanText } from '@/server/import/formats/clean-text';
import { protectCode, revealCode } from '@/server/text/escape';

it.each([
  ['  two\n words\t', 'two words'],
  ['a\u200Bb\uFEFFc', 'abc'],
  ['a\u0007\nb', 'a b'],
  ['a\ud800b', 'ab'],
  ['[Ada](https://ada.example.com) and ![Bob](bob.png', 'Ada and Bob'],
  [':rocket: fast at 10:30:15 in std::map', 'fast at 10:30:15 in std::map'],
  ['**bold** ~~old~~ __strong__ snake__case', 'bold old strong snake__case'],
  ['``code`` and `more`', 'code and more'],
  ['<b>a</b><br>c<x>d</x>', 'a c<x>d</x>'],
  ['a&nbsp;b', 'a b'],
])('the text of %j is %j', (text, clean) => {
  expect(cleanText(text)).toBe(clean);
});

it.each([
  ['★ Ada ★', 'Ada'],
  ['- Ada -', 'Ada'],
  ['Ada:', 'Ada'],
  ['[Ada]', 'Ada'],
  ['"Ada"', 'Ada'],
  ['“Ada”', 'Ada'],
  ['[Ada', 'Ada'],
  ['Ada]', 'Ada'],
  ['[a] and [b', '[a] and [b'],
  ['a] and b]', 'a] and b'],
  ['a] [b]', 'a] [b]'],
  ['*Ada', 'Ada'],
  ['a * b', 'a b'],
  ['a * b * c', 'a * b * c'],
  ['-', '-'],
])('the label %j becomes %j', (text, label) => {
  expect(cleanLabel(text)).toBe(label);
});

it.each([
  ['- A tool for people', 'A tool for people'],
  [': A tool -', 'A tool'],
  ['(⭐ 1.2k) - A tool', 'A tool'],
  ['⭐️ 99 A tool', 'A tool'],
  ['🎉 - A tool', 'A tool'],
  [') A tool', 'A tool'],
  ['=> A tool', 'A tool'],
  ['.NET tool', '.NET tool'],
  ['-1 is a number', '-1 is a number'],
  ['A tool, |', 'A tool'],
])('the description %j becomes %j', (text, description) => {
  expect(cleanDescription(text)).toBe(description);
});

it('keeps the signs of code apart from those of Markdown', () => {
  const code = 'a*b_c~d`e[f]g<h>i:j|k';
  expect(protectCode(code)).toMatch(/^a.b.c.d.e.f.g.h.i.j.k$/);
  expect(protectCode(code)).not.toMatch(/[*_~`[\]<>:|]/);
  expect(protectCode('*|')).toBe('\uE100\uE109');
  expect(revealCode(cleanText(protectCode(code)))).toBe(code);
});
