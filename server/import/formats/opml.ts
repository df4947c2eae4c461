import { Tokenizer, type Token } from 'parse5';
import { decodeAttribute } from '@/server/text/plain-text';
import { type ImportLine, part, skipped } from './import-line';
import type { LinkAccount } from './link-account';
import { recordEntry } from './record-fields';
import { webLink } from './record-values';

/** Longer names of attributes are not looked for. */
const NAME_CHARS_MAX = 100;
/** Apart from the reader, which it proves. */
const LINK = /=\s*(?:"\s*(https?:\/\/[^"\s<>]+)\s*"|'\s*(https?:\/\/[^'\s<>]+)\s*')/gi;

/**
 * Reads OPML, the exchange format of feed readers and outliners: an outline with a link is an entry, one with others
 * below is their tag. Most programs write it without escaping, so it is read as browsers read HTML.
 */
export function readOPML(opml: string, account?: LinkAccount): ImportLine[] {
  const text = escapeQuotes(opml);
  account?.begin();
  const reader = new OutlineReader();
  new Tokenizer({ sourceCodeLocationInfo: true }, reader).write(text, true);
  let line = 1;
  for (const [index, piece] of text.split(/(?=<outline\b)/i).entries()) {
    const isCut = reader.isCut && index > 0 && index === reader.outlineCount + 1;
    for (const [, double, single] of index > 0 && (account ?? isCut) ? piece.matchAll(LINK) : []) {
      const url = webLink(decodeAttribute(double ?? single ?? ''));
      if (url === null) continue;
      account?.see(url, line);
      if (isCut) reader.lines.push(skipped(line, 'The file ends within this outline.', 'unreadable', url));
    }
    line += piece.split('\n').length - 1;
  }
  return reader.lines;
}

/**
 * Escapes the quotes within the values of attributes: many programs do not escape them, nor those of HTML. A quote ends
 * a value only if another attribute or the end of the tag follows the quote.
 */
function escapeQuotes(opml: string): string {
  let place: 'text' | 'value' | 'value of HTML' = 'text';
  let value = '';
  const pieces = opml.split('"');
  return pieces
    .map((piece, index) => {
      if (index === 0) return piece;
      const before = pieces[index - 1]?.slice(-NAME_CHARS_MAX) ?? '';
      if (place === 'text') {
        if (/(?:^|[\s"'])[\w:.-]+\s*=\s*$/.test(before)) place = 'value';
        value = '';
        return `"${piece}`;
      }
      value = (value + before).slice(-NAME_CHARS_MAX);
      const isEnd = /^\s*(?:[\w:.-]+\s*=\s*(?:$|')|[/?]?>)/.test(piece.slice(0, NAME_CHARS_MAX));
      if (place === 'value of HTML') place = 'value';
      else if (/<[a-z][^<>]*=\s*$/i.test(value)) place = 'value of HTML';
      else if (isEnd) {
        place = 'text';
        return `"${piece}`;
      }
      return `&quot;${piece}`;
    })
    .join('');
}

type Outline = { line: number; label: string; isEmpty: boolean };

class OutlineReader {
  readonly lines: ImportLine[] = [];
  readonly #open: Outline[] = [];
  outlineCount = 0;
  isCut = false;
  #firstErrorLine: number | undefined;

  onStartTag({ tagName, attrs, selfClosing, location }: Token.TagToken): void {
    if (tagName !== 'outline') return;
    this.outlineCount += 1;
    const above = this.#open.at(-1);
    if (above) above.isEmpty = false;
    const values = new Map(attrs.map(({ name, value }) => [name, value]));
    const outline = {
      line: location?.startLine ?? 1,
      label: values.get('title') || values.get('text') || '',
    };
    const isEntry = this.#readEntry(outline, values);
    this.#open.push({ ...outline, ...(isEntry && { label: '' }), isEmpty: !isEntry });
    if (selfClosing) this.#close();
  }

  onEndTag({ tagName }: Token.TagToken): void {
    if (tagName === 'outline') this.#close();
  }

  onParseError = ({ code, startLine }: { code: string; startLine: number }): void => {
    this.#firstErrorLine ??= startLine;
    if (code === 'eof-in-tag') this.isCut = true;
  };

  onEof(): void {
    while (this.#open.length > 0) this.#close();
    if (this.outlineCount === 0)
      this.lines.push(skipped(this.#firstErrorLine ?? 1, 'The file has no “outline” element, as OPML has.'));
  }

  onCharacter = (): void => undefined;
  onWhitespaceCharacter = this.onCharacter;
  onNullCharacter = this.onCharacter;
  onComment = this.onCharacter;
  onDoctype = this.onCharacter;

  #close(): void {
    const closed = this.#open.pop();
    if (closed?.isEmpty === true) this.lines.push(skipped(closed.line, 'The entry has no link.', 'noLink'));
  }

  #readEntry({ line, label }: Pick<Outline, 'line' | 'label'>, values: ReadonlyMap<string, string>): boolean {
    // The page before its feed.
    const links = ['htmlurl', 'url', 'xmlurl'].map((from) => [from, values.get(from) ?? ''] as const);
    if (links.every(([, value]) => value.trim() === '')) return false;
    const folders = this.#open.map((open) => open.label).toReversed();
    const read = recordEntry({
      line,
      name: label,
      links,
      text: values.get('description') ?? '',
      details: '',
      tags: [...(values.get('category') ?? '').split(/[,/]/), ...folders].filter((tag) => tag !== ''),
      date: values.get('created') ?? '',
      isPrivate: /^(?:1|true|yes)$/i.test(values.get('private') ?? ''),
    });
    this.lines.push(read);
    let isOwn = read.kind === 'entry';
    for (const value of values.values()) {
      const url = webLink(value);
      if (url === null) continue;
      if (read.kind !== 'entry') this.lines.push(skipped(line, 'Its entry is left out.', 'unusable', url));
      else if (isOwn && url === read.url) isOwn = false;
      else this.lines.push(part({ line, entry: { line, url: read.url }, url, part: 'also' }));
    }
    return true;
  }
}
