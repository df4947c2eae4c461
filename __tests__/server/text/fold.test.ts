import { fold } from '@/server/text/fold';
import { decodeHTML, plainText } from '@/server/text/plain-text';

it.each([
  ['ABC', 'abc'],
  ['Ünïcödé', 'unicode'],
  ['Straße', 'strasse'],
  ['ŁÓDŹ', 'lodz'],
  ['Ærø', 'aero'],
  ['ıI', 'ii'],
  ['ﬁ', 'fi'],
  ['Ελλάς', 'ελλασ'],
  ['مُحَمَّدٌ', 'محمد'],
  ['کی ٱ ٣۳', 'كي ا 33'],
  ['ץ', 'צ'],
  ['С++ и С', 'c++ и с'],
])('folds %s to what people type', (text, folded) => {
  expect(fold(text)).toBe(folded);
});

it.each([
  ['  a \n b ', 'a b'],
  ['<p>a</p><p>b</p>', 'a b'],
  ['a<br>b', 'a b'],
  ['<strong>a</strong>b', 'ab'],
  ['<pre><code>a</code></pre>x', 'a x'],
  ['a &amp; b &lt;p&gt;', 'a & b <p>'],
  ['&#x41;&#66;&#128512;&#x10ffff;', 'AB😀\u{10ffff}'],
  ['&#x110000; &nope;', '&#x110000; &nope;'],
])('reads the text of %s', (html, text) => {
  expect(plainText(html)).toBe(text);
});

it.each([
  ['a', 'a'],
  ['&amp;', '&'],
  ['a &lt;b&gt; <i>', 'a <b> <i>'],
  ['&nope;', '&nope;'],
  ['&#128512;', '😀'],
])('decodes %s', (html, text) => {
  expect(decodeHTML(html)).toBe(text);
});
