import { SaxesParser } from 'saxes';
import { type ImportLine, part, UnreadableFile } from './import-line';
import type { LinkAccount } from './link-account';
import { recordEntry } from './record-fields';
import { webLink } from './record-values';

/**
 * Reads OPML, the exchange format of feed readers and outliners: an outline with a link is an entry, one with others
 * below is their tag.
 *
 * @throws UnreadableFile naming the line, if the text is not XML.
 */
export function readOPML(text: string, account?: LinkAccount): ImportLine[] {
  account?.begin();
  const lines: ImportLine[] = [];
  const folders: string[] = [];
  // Those of a broken file are not read, so they do not count.
  const seen: { url: string; line: number }[] = [];
  const parser = new SaxesParser();
  let failure: { line: number; message: string } | undefined;
  parser.on('error', ({ message }) => (failure ??= { line: parser.line, message }));
  parser.on('opentag', ({ name, attributes }) => {
    if (name !== 'outline') return;
    const said = new Map(Object.entries(attributes).map(([key, value]) => [key.toLowerCase(), value]));
    const label = said.get('title') || said.get('text') || '';
    const { line } = parser;
    // The page before its feed.
    const links = ['htmlurl', 'url', 'xmlurl'].map((from) => [from, said.get(from) ?? ''] as const);
    for (const value of said.values()) {
      const url = webLink(value);
      if (url !== null) seen.push({ url, line });
    }
    const hasLink = links.some(([, value]) => value.trim() !== '');
    folders.push(hasLink ? '' : label);
    if (!hasLink) return;
    const read = recordEntry({
      line,
      name: label,
      links,
      text: said.get('description') ?? '',
      details: '',
      tags: [...(said.get('category') ?? '').split(/[,/]/), ...folders.toReversed()].filter(
        (tag) => tag !== '',
      ),
      date: said.get('created') ?? '',
      isPrivate: /^(?:1|true|yes)$/i.test(said.get('private') ?? ''),
    });
    lines.push(read);
    if (read.kind !== 'entry') return;
    let isOwn = true;
    for (const value of said.values()) {
      const url = webLink(value);
      if (url === read.url && isOwn) isOwn = false;
      else if (url !== null) lines.push(part({ line, entry: { line, url: read.url }, url, part: 'also' }));
    }
  });
  parser.on('closetag', ({ name }) => {
    if (name === 'outline') folders.pop();
  });
  parser.write(text).close();
  if (failure) {
    const { line, message } = failure;
    throw new UnreadableFile(
      `The file is not valid XML: line ${line.toLocaleString('en')}: ${message.replace(/^\d+:\d+: /, '')}`,
    );
  }
  for (const { url, line } of seen) account?.see(url, line);
  return lines;
}
