import { readFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { OwnerError } from '@/server/base/errors';
import { LinkAccount } from '@/server/import/formats/link-account';
import { readMarkdownList } from '@/server/import/lists/markdown-list';
import { compareFixture, listNames, lostLinks, readFixture } from '../server/import/list-fixtures';
import { entriesOf, writeList } from '../server/import/lists/list-grammar';

const LISTS = 10_000;

type Asked = { lists: readonly string[]; rounds: number | undefined; seed: number };

/**
 * Reads the lists of the fixtures, and compares every entry, part and skipped line with what is written beside them;
 * then reads back made-up lists, whole and in parts of any size. Lists that are named are read instead, and each of
 * their links is accounted for: the addresses are counted in the text, apart from the reader.
 */
export async function drillRealLists({ lists, rounds = LISTS, seed }: Asked): Promise<string> {
  for (const path of lists) console.log(`${path}: ${countLinks(await readFile(path, 'utf8'))}`);
  if (lists.length > 0) return `Accounted for every link of ${lists.length} lists.`;
  const counts = { seen: 0, entries: 0, parts: 0, skipped: 0 };
  for (const name of listNames) {
    const of = await readListed(name);
    for (const kind of ['seen', 'entries', 'parts', 'skipped'] as const) counts[kind] += of?.[kind] ?? 0;
  }
  for (let nth = 0; nth < rounds; nth += 1) readMadeUp(seed + nth, (nth * 37) % 500);
  const { seen, entries, parts, skipped } = counts;
  return `Read ${listNames.length} lists as expected: ${seen} links = ${entries} entries + ${parts} parts + ${skipped} skipped. Read back ${rounds.toLocaleString('en')} made-up lists.`;
}

/** @throws OwnerError when a list is not read as expected, or a link of it is lost. */
async function readListed(name: string): Promise<LinkAccount['counts']> {
  const found = await readFixture(name);
  const { read, expected } = compareFixture(name, found);
  if (!isDeepStrictEqual(read, expected)) {
    const said = [expected, read].map((each) => JSON.stringify(each, null, 1));
    throw new OwnerError(`${name} is read as something else than expected:\n${said.join('\n')}`);
  }
  const lost = lostLinks(found);
  if (lost.length > 0) throw new OwnerError(`${name} loses links:\n${lost.join('\n')}`);
  return found.account.counts;
}

function readMadeUp(seed: number, partChars: number): void {
  const { markdown, entries } = writeList(seed);
  const lines = readMarkdownList(markdown, undefined, partChars);
  if (!isDeepStrictEqual(entriesOf(lines), entries))
    throw new OwnerError(`The list of seed ${seed} is read as something else:\n${markdown}`);
  if (!isDeepStrictEqual(lines, readMarkdownList(markdown, undefined, Number.POSITIVE_INFINITY)))
    throw new OwnerError(`The list of seed ${seed} is read differently in parts.`);
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
