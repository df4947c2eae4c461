import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { LinkAccount } from '@/server/import/formats/link-account';
import { readMarkdownList } from '@/server/import/lists/markdown-list';
import { FIXTURES, listFiles } from '../list-fixtures';
import { constructCount, entriesOf, writeList } from './list-grammar';

const lists = listFiles
  .filter((name) => name.endsWith('.md'))
  .map((name) => [name, readFileSync(`${FIXTURES}/${name}`, 'utf8')] as const);

it.each(lists)('reads %s in parts as it reads it whole', (_, markdown) => {
  const whole = readMarkdownList(markdown, undefined, Number.POSITIVE_INFINITY);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 400 }), (partChars) => {
      expect(readMarkdownList(markdown, undefined, partChars)).toEqual(whole);
    }),
    { numRuns: 15 },
  );
});

/** The addresses that a person sees in the text, also in code and comments, as often as each is there: no images. */
const linksIn = (markdown: string): string[] =>
  markdown
    .replace(/!\[[^\]]*\]\([^)]*\)|\ssrc="[^"]*"/gm, ' ')
    // A link may have its address for a name.
    .replace(/(?<=>|\[)https?:\/\/[^\s<>[\]]*(?=<\/a>|\]\()/g, ' ')
    .match(/https?:\/\/[\w.-]*example\.(?:com|net)(?:\/[\w./?=&%#-]*)?/g)
    ?.map((url) => new URL(url.replace(/[.]+$/, '').replace(/&amp.*/, '')).href)
    .sort((one, other) => other.length - one.length) ?? [];

it.each(lists)('loses no link of %s', (_, markdown) => {
  const account = new LinkAccount();
  const lines = readMarkdownList(markdown, account);
  for (const line of lines) account.settle(line);
  expect([...account.faults()]).toEqual([]);
  expect(account.unseen).toEqual([]);
  const settled = lines.flatMap(({ url }) => (url === undefined ? [] : new URL(url).href)).sort();
  const lost = linksIn(markdown).filter((url) => {
    // Blanks and brackets in an address end it only here.
    const at = settled.findIndex((each) => each.startsWith(url));
    return at < 0 || settled.splice(at, 1).length === 0;
  });
  expect(lost).toEqual([]);
});

/** Of lists that were once read as something else: sections of one bullet each, `- Name - text: https://…`. */
const FOUND_SEEDS = [119_763_739];

it('reads back what made-up lists say', () => {
  expect(constructCount).toBeGreaterThanOrEqual(40);
  for (const seed of [...FOUND_SEEDS, ...Array.from({ length: 200 }, (_, index) => index + 1)]) {
    const { markdown, entries } = writeList(seed);
    const read = entriesOf(readMarkdownList(markdown));
    expect({ seed, markdown, read }).toEqual({ seed, markdown, read: entries });
  }
});
