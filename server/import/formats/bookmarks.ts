import { Tokenizer, type Token } from 'parse5';
import { type ImportEntry, type ImportLine, entry, skipped } from './import-line';
import type { LinkAccount } from './link-account';
import { decodeAttribute } from '@/server/text/plain-text';
import { collapse } from './clean-text';
import { marksPrivateIn } from './private-marks';
import { isBrowserFolder, readDate } from './record-fields';
import { nameFromURL, readWebURL } from './web-url';
import { text } from '@/lib/texts/texts';

const FOLDER_OF_BROWSER = ['personal_toolbar_folder', 'unfiled_bookmarks_folder'];

const TEXT_CHARS_MAX = 20_000;

/** Apart from the reader, which it proves. */
const HREF = /<a\s+(?:[^<>"']|"[^"<>]*"|'[^'<>]*')*?\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+))/gi;

/**
 * Reads a Netscape bookmark file, the exchange format of all browsers, and the lists of links that read-later services
 * export: folders and `TAGS` become tags.
 */
export function readBookmarks(html: string, account?: LinkAccount): ImportLine[] {
  account?.begin();
  for (const [, double, single, bare] of html.matchAll(HREF)) {
    const url = readWebURL(decodeAttribute(double ?? single ?? bare ?? ''));
    if (url !== null) account?.see(url, 1);
  }
  const reader = new BookmarkReader();
  new Tokenizer({ sourceCodeLocationInfo: true }, reader).write(html, true);
  return reader.end();
}

type Folder = { name: string; isPrivate: boolean };
type Draft = Omit<ImportEntry, 'url'> & { url: string | null };

class BookmarkReader {
  readonly #lines: ImportLine[] = [];
  readonly #folders: Folder[] = [];
  /** The folder whose list begins next. */
  #folder: Folder | undefined;
  #last: Draft | undefined;
  /** What the text that is being read is for. */
  #part: 'name' | 'text' | 'folder' | undefined;
  #isNamed = true;
  #isPrivate = false;
  #text = '';

  onStartTag({ tagName, attrs, location }: Token.TagToken): void {
    if (/^(?:h[1-6]|dl|dt|dd|a|li)$/.test(tagName)) this.#endPart();
    if (/^(?:dl|dt|li|a)$/.test(tagName)) this.#endEntry();
    const values = new Map(attrs.map(({ name, value }) => [name, value]));
    // The only h1 is the title of the export.
    if (/^h[2-6]$/.test(tagName)) {
      this.#begin('folder');
      this.#isPrivate = marksPrivateIn(values);
      this.#isNamed = !FOLDER_OF_BROWSER.some((name) => isTrue(values.get(name)));
    } else if (tagName === 'dd' && this.#last) this.#begin('text');
    else if (tagName === 'dl') {
      this.#folders.push(this.#folder ?? { name: '', isPrivate: false });
      this.#folder = undefined;
    } else if (tagName === 'a') {
      this.#last = this.#draft(values, location?.startLine ?? 1);
      this.#begin('name');
    }
  }

  onEndTag({ tagName }: Token.TagToken): void {
    if (/^(?:h[1-6]|dl|a|dd|li)$/.test(tagName)) this.#endPart();
    if (tagName !== 'dl') return;
    this.#endEntry();
    this.#folders.pop();
  }

  onCharacter = ({ chars }: Token.CharacterToken): void => {
    if (this.#part && this.#text.length < TEXT_CHARS_MAX) this.#text += chars;
  };
  onWhitespaceCharacter = this.onCharacter;
  onNullCharacter = (): void => undefined;
  onComment = (): void => undefined;
  onDoctype = (): void => undefined;
  onEof = (): void => undefined;
  onParseError = null;

  end(): ImportLine[] {
    this.#endPart();
    this.#endEntry();
    return this.#lines;
  }

  #draft(values: ReadonlyMap<string, string>, line: number): Draft {
    const tags = [
      ...(values.get('tags') ?? '').split(','),
      ...this.#folders.map(({ name }) => name).toReversed(),
    ].map(collapse);
    const listedAt = readDate(values.get('add_date') ?? values.get('time_added') ?? '');
    return {
      ...{ line, name: '', text: '', details: '' },
      url: readWebURL(values.get('href') ?? ''),
      tags: tags.filter((each) => each !== '' && !isBrowserFolder(each)),
      ...(listedAt && { listedAt }),
      ...((marksPrivateIn(values) || this.#folders.some((folder) => folder.isPrivate)) && {
        isPrivate: true,
      }),
    };
  }

  #begin(part: 'name' | 'text' | 'folder'): void {
    this.#part = part;
    this.#text = '';
  }

  #endPart(): void {
    const text = collapse(this.#text.slice(0, TEXT_CHARS_MAX));
    if (this.#part === 'folder')
      this.#folder = { name: this.#isNamed ? text : '', isPrivate: this.#isPrivate };
    else if (this.#part && this.#last) this.#last[this.#part] = text;
    this.#part = undefined;
    this.#text = '';
  }

  #endEntry(): void {
    if (!this.#last) return;
    const { url, ...read } = this.#last;
    // Some services name a page by its link until they have read it.
    const isNamed = url === null || readWebURL(read.name) === null;
    const draft = isNamed ? read : { ...read, name: nameFromURL(url) };
    this.#lines.push(
      url === null
        ? skipped(
            draft.line,
            text('bookmarks.noWebLink', 'The bookmark does not link to a website.'),
            'noWebsite',
          )
        : entry({ ...draft, url }),
    );
    this.#last = undefined;
  }
}

const isTrue = (value: string | undefined): boolean => /^(?:1|true|yes)$/i.test(value ?? '');
