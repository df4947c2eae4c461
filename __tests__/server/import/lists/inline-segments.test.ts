import { isBlock, readSegments, segmentsText } from '@/server/import/lists/inline-segments';
import { lineOf, readTree } from '@/server/import/lists/list-tree';

const read = (html: string) => readSegments(readTree(html).children, lineOf);
const text = (words: string, isStrong = false) => ({ kind: 'text', text: words, isStrong });
const link = (words: string, url: string | null, rest: object = {}) => ({
  kind: 'link',
  text: words,
  url,
  line: 1,
  isStrong: false,
  isImage: false,
  isAnchor: false,
  ...rest,
});
const lineBreak = { kind: 'break' };
const ada = 'https://ada.example.com/';

it.each([
  [
    'a<b>b</b><strong>c<i>d</i></strong>e',
    [text('a'), text('b', true), text('c', true), text('d', true), text('e')],
  ],
  ['a<br>b', [text('a'), lineBreak, text('b')]],
  ['<p>a</p>b', [lineBreak, text('a'), lineBreak, text('b')]],
  ['<code>a_b</code>', [{ ...text('a\uE101b'), isCode: true }]],
  ['a<ul><li>b</ul><table></table><script>c</script><!-- d -->', [text('a')]],
  [`<a href="${ada}">Ada  <b>B</b></a>`, [link('Ada B', ada, { isStrong: true })]],
  ['<a>Ada</a>', [text('Ada')]],
  ['<a href="#ada">Ada</a>', [link('Ada', null, { isAnchor: true, anchor: 'ada' })]],
  [`<a href="${ada}"><img alt="Ada" src="a.png"></a>`, [link('Ada', ada, { isImage: true })]],
  [`<a href="${ada}"><i></i><span><img alt="Ada"></span></a>`, [link('Ada', ada, { isImage: true })]],
  [`<a href="${ada}"><img src="https://img.shields.io/x" alt="Ada"></a>`, [link('', ada, { isImage: true })]],
  [`<a href="${ada}"><img src="a.png" alt="build status"></a>`, [link('', ada, { isImage: true })]],
  [`<a href="${ada}"><img></a>`, [link('', ada, { isImage: true })]],
  [`<a href="${ada}"></a>`, [link('', ada, { isImage: true })]],
])('reads %s', (html, segments) => {
  expect(read(html)).toEqual(segments);
});

it.each([
  [`a <a href="${ada}">Ada</a><br>b`, 'a Ada\nb'],
  [`a <a href="${ada}"><img alt="Ada"></a>`, 'a '],
  ['a <a href="#b">back to top</a>', 'a '],
  ['a <a href="#b">↑</a>', 'a '],
  ['a <a href="#b">Bob</a>', 'a Bob'],
])('the words of %s are %j', (html, words) => {
  expect(segmentsText(read(html))).toBe(words);
});

it('tells elements with lines of their own from the words of a line', () => {
  const nodes = readTree('a<ul></ul><h2></h2><b></b><p></p>').children;
  expect(nodes.map(isBlock)).toEqual([false, true, true, false, false]);
});
