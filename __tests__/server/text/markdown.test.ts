import fc from 'fast-check';
import { escapeMarkdown } from '@/server/text/escape';
import { renderMarkdown } from '@/server/text/markdown';
import { plainText } from '@/server/text/plain-text';

it.each([
  ['**bold** and `code`', '<p><strong>bold</strong> and <code>code</code></p>'],
  ['# Title', '<h3 id="about-title">Title</h3>'],
  ['###### Small', '<h6 id="about-small">Small</h6>'],
  ['- a\n- b', '<ul>\n<li>a</li>\n<li>b</li>\n</ul>'],
  ['~~gone~~', '<p><del>gone</del></p>'],
  [
    '[site](https://a.example.com)',
    '<p><a href="https://a.example.com" rel="nofollow ugc noopener">site</a></p>',
  ],
  [
    'https://a.example.com',
    '<p><a href="https://a.example.com" rel="nofollow ugc noopener">https://a.example.com</a></p>',
  ],
  [
    '| a |\n| - |\n| b |',
    '<table>\n<thead>\n<tr>\n<th>a</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>b</td>\n</tr>\n</tbody>\n</table>',
  ],
  [
    '- [x] done\n- [ ] open',
    '<ul class="contains-task-list">\n<li class="task-list-item"><span>☑</span> done</li>\n<li class="task-list-item"><span>☐</span> open</li>\n</ul>',
  ],
  ['1 < 2 & 3', '<p>1 &#x3C; 2 &#x26; 3</p>'],
])('renders %j', (markdown, html) => {
  expect(renderMarkdown(markdown)).toBe(html);
});

it('gives every heading an id of its own, which no id of the page begins like', () => {
  const ids = renderMarkdown('# Main **features**\n\n## Main features\n\n### ☃\n\n# Main features 2').match(
    /id="[^"]*"/g,
  );
  expect(ids).toEqual([
    'id="about-main-features"',
    'id="about-main-features-2"',
    'id="about-section"',
    'id="about-main-features-2-2"',
  ]);
});

it.each([
  ['<script>alert(1)</script>', ''],
  ['<img src=x onerror=alert(1)>', ''],
  ['[click](javascript:alert(1))', '<p><a rel="nofollow ugc noopener">click</a></p>'],
  ['[click](data:text/html,x)', '<p><a rel="nofollow ugc noopener">click</a></p>'],
  ['![pixel](https://track.example.com/x.png)', '<p></p>'],
  ['<a href="https://a.example.com" onclick="x()">a</a>', '<p>a</p>'],
])('removes everything dangerous from %j', (markdown, html) => {
  expect(renderMarkdown(markdown)).toBe(html);
});

it('shows extremely nested text as far as possible', () => {
  for (const text of [
    '> '.repeat(2_500),
    '- '.repeat(2_500),
    '1. '.repeat(1_600),
    '['.repeat(5_000),
    '*a **b '.repeat(700),
  ]) {
    expect(renderMarkdown(text)).toMatch(/^(?:<|$)/);
  }
});

it('never inserts a tag from the text into the page', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(renderMarkdown(`<b onclick=x>${text}<script>${text}`)).not.toMatch(/<(?:script|b)\b/);
    }),
  );
});

it('returns only the words of a text', () => {
  const html = renderMarkdown('# Title\n\n**bold** [link](https://a.example.com)\n\n- one');
  expect(plainText(html)).toBe('Title bold link one');
});

it('escapes plain text so that Markdown renders the same text', () => {
  const words = fc.constantFrom(
    'word',
    '*a*',
    '_b_',
    '[c](d)',
    '`e`',
    '<f>',
    '\\g',
    '~~h~~',
    '# i',
    '- j',
    '1. k',
    '&amp;',
    'snake_case',
    '+ l',
    '> m',
    '!',
    '2 * 3',
  );
  fc.assert(
    fc.property(fc.array(words, { minLength: 1, maxLength: 8 }), (parts) => {
      const text = parts.join(' ');
      expect(plainText(renderMarkdown(escapeMarkdown(text)))).toBe(text);
    }),
  );
});

it('keeps six levels of quotation, and drops further ones', () => {
  const depthOf = (levels: number) =>
    renderMarkdown(`${'> '.repeat(levels)}text`).split('<blockquote>').length - 1;
  expect([depthOf(5), depthOf(6), depthOf(7)]).toEqual([5, 6, 6]);
});
