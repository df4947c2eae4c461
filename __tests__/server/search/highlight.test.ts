import { Highlighter } from '@/server/search/highlight';
import { readQuery } from '@/server/search/search-text';

/** A highlighter of what is typed, without corrections. */
const open = (query: string) =>
  new Highlighter(
    readQuery(query).map(({ text, isPrefix }) => [{ words: [text], isPrefix }]),
    { tags: { pre: '[', post: ']' } },
  );

it.each([
  ['react', 'React and Preact', '[React] and Preact', 'full', false],
  ['rea', 'React', '[Rea]ct', 'full', false],
  ['react', 'React', '[React]', 'full', true],
  ['react vue', 'React', '[React]', 'partial', true],
  ['vue', 'React', 'React', 'none', undefined],
  ['ecr', 'Écran', '[Écr]an', 'full', false],
  [
    'ecr',
    'E\u0301c\u0327ran',
    'E\u0301c\u0327ran'.replace('E\u0301c\u0327r', '[E\u0301c\u0327r]'),
    'full',
    false,
  ],
  ['node js', 'NodeJS', '[NodeJS]', 'full', true],
  ['webtorrent', 'Web Torrent', '[Web Torrent]', 'full', true],
  ['torrent web', 'Web Torrent', '[Web] [Torrent]', 'full', true],
  ['日本', '日本語', '[日本]語', 'full', false],
])('marks %s in %s', (query, text, value, matchLevel, fullyHighlighted) => {
  expect(open(query).highlight(text)).toMatchObject({ value, matchLevel });
  expect(open(query).highlight(text).fullyHighlighted).toBe(fullyHighlighted);
});

it.each([
  ['react', 'React is here now', 2, '[React] is…'],
  ['here', 'React is here now', 2, '…[here] now'],
  ['vue', 'React is here now', 2, 'React is…'],
  ['now', 'React is here now', 4, 'React is here [now]'],
])('cuts %s in %s to %i words', (query, text, wordCount, value) => {
  expect(open(query).snippet(text, wordCount, '…').value).toBe(value);
});

it('names the typed words that a text contains', () => {
  expect(open('react vue').highlight('Vue').matchedWords).toEqual(['vue']);
  expect(open('node js').highlight('NodeJS').matchedWords).toEqual(['node', 'js']);
});

it('finds joined words in texts as long as a name, but not in longer ones', () => {
  const text = (length: number) => 'Web Torrent '.padEnd(length, 'x');
  expect(open('webtorrent').highlight(text(100)).matchLevel).toBe('full');
  expect(open('webtorrent').highlight(text(101)).matchLevel).toBe('none');
});

it.each([
  ['one', 3, '[one] two three…'],
  ['four', 3, '…three [four] five…'],
  ['ten', 3, '…eight nine [ten].'],
  ['zero', 3, 'one two three…'],
  ['six', 6, '…four five [six] seven eight nine…'],
  ['two', 10, 'one [two] three four five six seven eight nine ten.'],
])('cuts the text around %s to %d words', (query, wordCount, value) => {
  const text = 'one two three four five six seven eight nine ten.';
  expect(open(query).snippet(text, wordCount, '…').value).toBe(value);
});
