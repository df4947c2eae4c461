import { readFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { OwnerError } from '@/server/base/errors';
import { LinkAccount } from '@/server/import/formats/link-account';
import { readMarkdownList } from '@/server/import/lists/markdown-list';
import { entriesOf, writeList } from '../server/import/lists/list-grammar';

const LISTS = 10_000;

type Asked = { lists: readonly string[]; rounds: number | undefined; seed: number };

/**
 * Reads back made-up lists, whole and in parts of any size. Lists that are named are read instead, and each of their
 * links is accounted for: the addresses are counted in the text, apart from the reader.
 */
export async function drillRealLists({ lists, rounds = LISTS, seed }: Asked): Promise<string> {
  for (const path of lists) console.log(`${path}: ${countLinks(await readFile(path, 'utf8'))}`);
  if (lists.length > 0) return `Accounted for every link of ${lists.length} lists.`;
  for (let nth = 0; nth < rounds; nth += 1) {
    const { markdown, entries } = writeList(seed + nth);
    const lines = readMarkdownList(markdown, undefined, (nth * 37) % 500);
    if (!isDeepStrictEqual(entriesOf(lines), entries))
      throw new OwnerError(`The list of seed ${seed + nth} is read as something else:\n${markdown}`);
    if (!isDeepStrictEqual(lines, readMarkdownList(markdown, undefined, Number.POSITIVE_INFINITY)))
      throw new OwnerError(`The list of seed ${seed + nth} is read differently in parts.`);
  }
  return `Read back ${rounds.toLocaleString('en')} made-up lists.`;
}

/** @throws OwnerError when a link of the text is neither an entry nor part of one, nor skipped. */
function countLinks(markdown: string): string {
  const account = new LinkAccount();
  const lines = readMarkdownList(markdown, account);
  for (const line of lines) account.settle(line);
  const lost = [...account.faults()].map(({ line, url }) => `line ${line}: ${url ?? ''}`);
  const settled = new Set(lines.flatMap(({ url }) => (url === undefined ? [] : [new URL(url).hostname])));
  const text = markdown.replace(
    /<!--[\s\S]*?-->|^\s*(```|~~~)[\s\S]*?^\s*\1|`[^`\n]*`|!\[[^\]]*\]\([^)]*\)/gm,
    ' ',
  );
  for (const [, url = ''] of text.matchAll(/\]\(<?(https?:\/\/[^\s()<>"]+)/g))
    if (URL.canParse(url) && !settled.has(new URL(url).hostname)) lost.push(url);
  if (lost.length > 0) throw new OwnerError(`These links are lost:\n${lost.join('\n')}`);
  const { seen, entries, parts, skipped } = account.counts ?? { seen: 0, entries: 0, parts: 0, skipped: 0 };
  return `${seen} links = ${entries} entries + ${parts} parts + ${skipped} skipped`;
}
