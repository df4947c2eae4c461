import { Tokenizer, type Token } from 'parse5';
import { decodeAttribute } from '@/server/text/plain-text';
import { type ImportLine, part, skipped } from './import-line';
import type { LinkAccount } from './link-account';
import type { SkipReason } from '@/server/import/lists/list-ledger';
import { marksPrivateIn } from './private-marks';
import { recordEntry } from './record-fields';
import { entryInText, linksInText, webLink } from './text-links';
import { text } from '@/lib/texts/texts';
import { ABOUT_LIST, IN_TEXT } from './record-links';

const ENDS_WITHIN = text('skipped.fileEnds', 'The file ends within this outline.');

/** Longer names of attributes are not looked for. */
const NAME_CHARS_MAX = 100;
/** Declarations, whose links lead to no website. */
const DECLARATIONS = /<\?[^>]*>|<!doctype[^>]*>|\sxmlns(?::[\w.-]+)?\s*=\s*(?:"[^"]*"|'[^']*')/gi;

/**
 * Reads OPML, the exchange format of feed readers and outliners: an outline with a link is an entry, one with others
 * below is their tag. Most programs write it without escaping, so it is read as browsers read HTML.
 */
export function readOPML(opml: string, account?: LinkAccount): ImportLine[] {
  const text = escapeQuotes(opml);
  account?.begin();
  if (account) seeLinks(text, account);
  const reader = new OutlineReader(account);
  new Tokenizer({ sourceCodeLocationInfo: true }, reader).write(text, true);
  const cut = reader.isCut ? text.lastIndexOf('<') : text.length;
  const line = text.slice(0, cut).split('\n').length;
  for (const url of linksInMarkup(text.slice(cut)))
    reader.lines.push(skipped(line, ENDS_WITHIN, 'unreadable', url));
  return reader.lines;
}

/** Counts the links apart from the reader, which the count proves. */
function seeLinks(text: string, account: LinkAccount): void {
  const shown = text.replace(DECLARATIONS, (said) => said.replace(/[^\n]/g, ' '));
  for (const [index, line] of shown.split('\n').entries())
    for (const url of linksInMarkup(line)) account.see(url, index + 1);
}

const linksInMarkup = (markup: string): string[] =>
  markup.split(/["<>]|='|'(?=[\s/])/).flatMap((piece) => linksInText(decodeAttribute(piece)));

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

type Outline = { line: number; label: string; isEmpty: boolean; isPrivate: boolean };

class OutlineReader {
  readonly lines: ImportLine[] = [];
  readonly #open: Outline[] = [];
  outlineCount = 0;
  isCut = false;
  #firstErrorLine: number | undefined;

  constructor(private readonly account: LinkAccount | undefined) {}

  onStartTag({ tagName, attrs, selfClosing, location }: Token.TagToken): void {
    if (tagName !== 'outline') {
      const said = attrs.filter(({ name }) => !name.startsWith('xmlns')).map(({ value }) => value);
      this.#skipLinks(said, location?.startLine ?? 1, ABOUT_LIST);
      return;
    }
    this.outlineCount += 1;
    const above = this.#open.at(-1);
    if (above) above.isEmpty = false;
    const values = new Map(attrs.map(({ name, value }) => [name, value]));
    const outline = {
      line: location?.startLine ?? 1,
      label: values.get('title') || values.get('text') || '',
      isPrivate: above?.isPrivate === true || marksPrivateIn(values),
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
      this.lines.push(
        skipped(
          this.#firstErrorLine ?? 1,
          text('opml.noOutline', 'The file has no “outline” element, as OPML has.'),
        ),
      );
  }

  onCharacter = ({ chars, location }: Token.CharacterToken): void => {
    const isAbout = this.#open.length === 0;
    this.#skipLinks(chars.split('\n'), location?.startLine ?? 1, isAbout ? ABOUT_LIST : IN_TEXT);
  };
  onWhitespaceCharacter = (): void => undefined;
  onNullCharacter = (): void => undefined;
  onComment = ({ data, location }: Token.CommentToken): void => {
    if (/^\?xml/i.test(data) || data.startsWith('?')) return;
    this.#skipLinks(data.split(/["<>]/), location?.startLine ?? 1, [
      text('skipped.comment', 'The link is in a comment.'),
      'prose',
    ]);
  };
  onDoctype = (): void => undefined;

  #skipLinks(texts: readonly string[], line: number, [reason, why]: SkipReason): void {
    for (const url of texts.flatMap(linksInText)) this.lines.push(skipped(line, reason, why, url));
  }

  #close(): void {
    const closed = this.#open.pop();
    if (closed?.isEmpty === true)
      this.lines.push(skipped(closed.line, text('skipped.noLink', 'The entry has no link.'), 'noLink'));
  }

  #readEntry(
    { line, label, isPrivate }: Omit<Outline, 'isEmpty'>,
    values: ReadonlyMap<string, string>,
  ): boolean {
    const found = links(label, values);
    if (!found) {
      this.#skipLinks([...values.values()], line, IN_TEXT);
      return false;
    }
    const folders = this.#open.map((open) => open.label).toReversed();
    const read = recordEntry({
      line,
      name: found.name,
      links: found.links,
      text: values.get('description') ?? found.text,
      details: '',
      tags: [...(values.get('category') ?? '').split(/[,/]/), ...folders].filter((tag) => tag !== ''),
      date: values.get('created') ?? '',
      isPrivate,
    });
    this.lines.push(read);
    if (read.kind !== 'entry') {
      this.#skipLinks([...values.values()], line, [
        text('skipped.entryLeftOut', 'Its entry is left out.'),
        'unusable',
      ]);
      return true;
    }
    let isOwn = true;
    for (const value of values.values()) {
      for (const url of linksInText(value)) {
        if (isOwn && url === read.url) isOwn = false;
        else {
          const kind = webLink(value) === null ? 'mention' : 'also';
          this.lines.push(part({ line, entry: { line, url: read.url }, url, part: kind }));
        }
      }
    }
    // A host without a scheme is a link only where it was taken for one.
    if (isOwn) this.account?.see(read.url, line);
    return true;
  }
}

type Links = { name: string; text: string; links: readonly (readonly [from: string, value: string])[] };

/** Where an outline leads: by its attributes, else by its text or note, as outliners write them. */
function links(label: string, values: ReadonlyMap<string, string>): Links | undefined {
  // The page before its feed.
  const named = ['htmlurl', 'url', 'xmlurl'].map((from) => [from, values.get(from) ?? ''] as const);
  if (named.some(([, value]) => value.trim() !== '')) return { name: label, text: '', links: named };
  const inText = entryInText(label);
  if (inText) return { name: inText.name, text: inText.text, links: [['text', inText.url]] };
  const url = webLink(label) ?? webLink(values.get('_note') ?? '');
  return url === null ? undefined : { name: label, text: '', links: [['text', url]] };
}
