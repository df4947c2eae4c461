import { decodeHTML } from '@/server/text/plain-text';
import { type ImportEntry, type ImportLine, entry, skipped } from './import-line';
import { collapse } from './clean-text';
import { readDate } from './record-fields';
import { readWebURL } from './web-url';

/** Folders that browsers create themselves. Their names say nothing about a bookmark, so they become no tags. */
const BROWSER_FOLDERS =
  /^(?:bookmarks?(?: bar| toolbar| menu)?|other bookmarks|mobile bookmarks|favou?rites(?: bar)?|personal toolbar folder|unsorted(?: bookmarks)?|imported|reading list|all bookmarks|speed dial|trash)$/i;

/** Matches the start of a comment, and the tags that carry meaning in a bookmark file. */
const TAG = /<!--|<(\/?)(h[1-6]|dl|dt|dd|a)\b((?:[^<>"']|"[^"]{0,20000}"|'[^']{0,20000}')*)>/gi;

/** Reads a Netscape bookmark file, the exchange format of all browsers: folders and `TAGS` become tags. */
export function readBookmarks(html: string): ImportLine[] {
  const lines: ImportLine[] = [];
  const folders: string[] = [];
  const lineAt = lineCounter(html);
  let pendingFolder: string | undefined;
  let last: ImportEntry | undefined;
  const flush = () => {
    if (last) lines.push(entry(last));
    last = undefined;
  };

  for (const match of html.matchAll(TAG)) {
    const [tag, slash, name = '', attributes = ''] = match;
    const end = match.index + tag.length;
    const kind = `${slash ?? ''}${name.toLowerCase()}`;
    if (kind === 'dt' || kind === 'dl' || kind === '/dl') flush();
    if (/^h\d$/.test(kind)) pendingFolder = textUpTo(html, end, /<\/h\d>/gi);
    if (kind === 'dl') {
      folders.push(pendingFolder ?? '');
      pendingFolder = undefined;
    }
    if (kind === '/dl') folders.pop();
    if (kind === 'dd' && last)
      last = { ...last, text: textUpTo(html, end, /<(?:dt|dl|\/dl|a|h\d)\b|<DT>/gi) };
    if (kind === 'a') {
      flush();
      const line = lineAt(match.index);
      const url = readWebURL(attribute(attributes, 'href') ?? '');
      const tags = [...(attribute(attributes, 'tags') ?? '').split(','), ...folders.toReversed()].map(
        collapse,
      );
      const used = tags.filter((each) => each !== '' && !BROWSER_FOLDERS.test(each));
      if (url === null) lines.push(skipped(line, 'The bookmark does not link to a website.'));
      else {
        const name = textUpTo(html, end, /<\/a>/gi);
        const listedAt = readDate(attribute(attributes, 'add_date') ?? '');
        last = { line, name, url, text: '', details: '', tags: used, ...(listedAt && { listedAt }) };
      }
    }
  }
  flush();
  return lines;
}

/** Returns a function that gives the line of an index. Indexes must increase, so the text is scanned once. */
function lineCounter(text: string): (index: number) => number {
  let line = 1;
  let seen = 0;
  return (index) => {
    for (let at = text.indexOf('\n', seen); at >= 0 && at < index; at = text.indexOf('\n', seen)) {
      line += 1;
      seen = at + 1;
    }
    return line;
  };
}

const TEXT_CHARS_MAX = 20_000;

function textUpTo(html: string, start: number, end: RegExp): string {
  const part = html.slice(start, start + TEXT_CHARS_MAX);
  const stop = part.search(new RegExp(end.source, 'i'));
  return collapse(
    decodeHTML(
      (stop < 0 ? part.split('\n', 1).join('') : part.slice(0, stop)).replace(/<[^<>]{0,500}>/g, ' '),
    ),
  );
}

function attribute(attributes: string, name: string): string | undefined {
  const match = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s>]+))`, 'i').exec(
    attributes,
  );
  const value = match?.[1] ?? match?.[2] ?? match?.[3];
  return value === undefined ? undefined : decodeHTML(value);
}
