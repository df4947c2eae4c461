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

/** The links that a person sees in the text: neither images nor what is in code or comments. */
const linksIn = (markdown: string): string[] =>
  markdown
    .replace(/<!--[\s\S]*?-->|^```[\s\S]*?^```|`[^`\n]*`|!\[[^\]]*\]\([^)]*\)|\ssrc="[^"]*"/gm, ' ')
    .match(/https?:\/\/[\w.-]*example\.(?:com|net)(?:\/[\w./?=&-]*)?/g) ?? [];

it.each(lists)('loses no link of %s', (_, markdown) => {
  const account = new LinkAccount();
  const lines = readMarkdownList(markdown, account);
  for (const line of lines) account.settle(line);
  expect([...account.faults()]).toEqual([]);
  expect(account.unseen).toEqual([]);
  const hosts = new Set(lines.flatMap(({ url }) => (url === undefined ? [] : new URL(url).hostname)));
  expect(linksIn(markdown).filter((url) => !hosts.has(new URL(url).hostname))).toEqual([]);
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
