import {
  elementsIn,
  type ListElement,
  type ListTree,
  lineOf,
  readTree,
  textOf,
} from '@/server/import/lists/list-tree';

const findAll = (node: ListElement | ListTree, tagName: string): ListElement[] =>
  elementsIn(node).flatMap((element) => [
    ...(element.tagName === tagName ? [element] : []),
    ...findAll(element, tagName),
  ]);

/** How many of these links are left of a page with this HTML before them. */
const linksAfter = (html: string) => findAll(readTree(`${html}<a href="/1">1</a>`), 'a').length;

it.each([
  [398, '', 1],
  [399, '', 1],
  [400, '', 0],
  [399, '</b></i>', 1],
  [400, '</b></i>', 0],
  [399, '<b></b><i></i>', 1],
  [399, '<p><li><br><img><hr><input><td><dd>', 1],
  [399, '<b>', 0],
])('reads %i nested elements after %j, with %i links in them', (depth, before, links) => {
  expect(linksAfter(before + '<div>'.repeat(depth))).toBe(links);
});

it('reads again what follows the end of elements that are too deep', () => {
  expect(linksAfter(`${'<div>'.repeat(400)}<a href="/0">0</a></div>`)).toBe(1);
});

it.each([
  ['Ada <b>and</b> Bob', 'Ada and Bob'],
  ['one<br>two', 'one\ntwo'],
  ['a<script>b</script><style>c</style><svg><text>d</text></svg><button>e</button><nav>f</nav>g', 'ag'],
  ['a<sup data-footnote-ref>1</sup>', 'a'],
  ['a<section data-footnotes>1</section>', 'a'],
  ['a<!-- no text -->b', 'ab'],
])('the text of %j is %j', (html, text) => {
  const [element] = elementsIn(readTree(`<div>${html}</div>`));
  expect(element && textOf(element)).toBe(text);
});

it('knows the lines of elements, from the Markdown reader if it noted them', () => {
  const html = '<p>1</p>\n\n<p data-line="7">2</p><p data-markdown>3</p><p data-line="0">4</p>';
  expect(elementsIn(readTree(html)).map(lineOf)).toEqual([1, 7, undefined, 3]);
});
