import { countTitles, outlineOf } from '@/server/import/formats/list-outline';
import { readSections } from '@/server/import/formats/list-sections';
import { type ListNode, readTree } from '@/server/import/formats/list-tree';

/** The nodes without their positions, which count from the beginning of a section. */
function shapeOf(node: ListNode): object {
  if (node.type !== 'element') return node.type === 'text' ? { text: node.value } : { type: node.type };
  return { name: node.tagName, properties: node.properties, children: node.children.map(shapeOf) };
}

/** The reader ignores text at the top, which a section may not have as a whole. */
const shapesIn = (nodes: readonly ListNode[]) =>
  nodes.map((node) => (node.type === 'text' ? 'text' : shapeOf(node)));

it.each([
  ['one by one when everything is closed', ['<h2>A</h2>', '<ul><li>b</li></ul>', '<p>c</p>'], 3],
  [
    'with all of an element that goes over several',
    ['<p>a</p>', '<details>', '<p>b</p>', '</details>', '<p>c</p>'],
    2,
  ],
  ['with the paragraph that is not closed', ['<p>a', 'b', '<p>c</p>', '<p>d</p>'], 1],
  [
    'with everything after a bold text that is not closed',
    ['<p>a</p>', '<p><b>b</p>', '<p>c</p>', '<p>d</p>'],
    2,
  ],
  ['with everything after a link that is not closed', ['<a href="/1">a', '<p>b</p>', '<p>c</p>'], 1],
  ['with a list whose items are not closed', ['<ul><li>a', '<li>b', '</ul>', '<p>c</p>'], 1],
  ['with cells outside of a table', ['<p>a</p>', '<td>b</td>', '<tr><td>c</td></tr>'], 1],
  ['with closing tags that close nothing', ['</div><p>a</p>', '</ul></b>', '<p>b</p></p>'], 2],
  ['with an empty part', ['<p>a</p>', '', '<p>b</p>'], 2],
  ['with text between elements', ['<p>a</p>', 'b', 'c <i>d</i>', 'e'], 2],
])('reads parts %s', (_, parts, sectionCount) => {
  const sections = [...readSections(parts)].filter((nodes) => nodes.length > 0);
  expect(shapesIn(sections.flat())).toEqual(shapesIn(readTree(parts.join('\n')).children));
  expect(sections).toHaveLength(sectionCount);
});

it('parses a list in which nothing is closed about twice, not once for each part', () => {
  const parts = ['<div>', ...Array.from({ length: 63 }, (_, index) => `<p>${index}</p>`)];
  expect([...readSections(parts)]).toHaveLength(1);
  expect(shapesIn([...readSections(parts)].flat())).toEqual(shapesIn(readTree(parts.join('\n')).children));
});

it.each([
  ['<h1>Awesome</h1>', '<h2>Editors</h2>', { titleCount: 1, hasSections: true }],
  ['<h1>Awesome</h1>', '<p>a</p>', { titleCount: 1, hasSections: false }],
  ['<h1>Awesome</h1>', '<h2>Contents</h2>', { titleCount: 1, hasSections: false }],
  ['<h1>Editors</h1>', '<h1>Games</h1>', { titleCount: 2, hasSections: true }],
  ['<h2>Editors</h2>', '<h1>Awesome</h1>', { titleCount: 1, hasSections: true }],
  ['<div><h2>Editors</h2></div>', '<p>a</p>', { titleCount: 0, hasSections: true }],
])('finds the headings of %s and %s', (first, second, outline) => {
  const parts = [first, second];
  expect(outlineOf(countTitles(parts), readSections(parts))).toEqual(outline);
});
