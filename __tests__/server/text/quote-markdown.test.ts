import fc from 'fast-check';
import { quoteMarkdown } from '@/server/text/escape';
import { renderMarkdown } from '@/server/text/markdown';

it.each([
  ['# One\n\n## Two ##', '> ### One\n>\n> #### Two ##'],
  ['One\n===\nTwo\n---\ntext\n\n---', '> ### One\n> #### Two\n> text\n>\n> ---'],
  ['#text\n-', '> #### #text'],
  ['> One\n> ---\n- Two\n  -', '> > One\n> > ***\n> - Two\n>   \\-'],
  ['```a```\n# One', '> ```a```\n> ### One'],
  ['```\n```a\n```\n# One', '> ```\n> ```a\n> ```\n> ### One'],
  ['- # In a list\n> ###### deep', '> - ### In a list\n> > ###### deep'],
  ['```sh\n# no heading <b>\n```\n# One', '> ```sh\n> # no heading <b>\n> ```\n> ### One'],
  ['~~~\nopen', '> ~~~\n> open'],
  [
    '<script>a</script> `<b>` <https://a.example> ![x](https://b.example)',
    '> \\<script>a\\</script> `<b>` <https://a.example> [x](https://b.example)',
  ],
])('quotes %j', (text, quoted) => {
  expect(quoteMarkdown(text)).toBe(quoted);
});

it('stays a quotation that ends, whatever the text is', () => {
  const piece = fc.constantFrom(
    ...[
      '#',
      '## ',
      '===',
      '---',
      '```',
      '~~~~',
      '<!--',
      '<pre>',
      '![',
      '](',
      '>',
      '- ',
      '1. ',
      '\n',
      '\r',
      ' ',
      'x',
      '`',
    ],
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const html = renderMarkdown(`${quoteMarkdown(pieces.join(''))}\n\n# after`);
      expect(html).toMatch(/^<blockquote>[^]*<\/blockquote>\n<h3 id="[^"]*">after<\/h3>$/);
      expect(html.slice(0, html.lastIndexOf('</blockquote>'))).not.toMatch(/<h[34]/);
    }),
    { numRuns: 1_000 },
  );
});

/** The CPU time of texts made to be slow, of which a busy machine takes nothing away. */
function cpuMsOf(chars: number): number {
  const before = process.cpuUsage();
  for (const text of ['`', '` ', '``` ', '# ', '>', '- ', '1. ', '<a', '![', '`a``b'])
    quoteMarkdown(text.repeat(chars / text.length));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

it('takes time in proportion to the length of a text made to be slow', () => {
  const growths = Array.from({ length: 5 }, () => {
    const ms = cpuMsOf(50_000);
    return cpuMsOf(200_000) / ms;
  });
  // Steps for each pair of characters would take 16 times as long for four times the text.
  expect(Math.min(...growths)).toBeLessThan(9);
});
