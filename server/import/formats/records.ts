import { ColumnMatcher } from './column-matcher';
import type { DataTree } from './data-tree';
import { type ImportLine, part, skipped } from './import-line';
import type { LinkAccount } from './link-account';
import type { SkipReason } from '@/server/import/lists/list-ledger';
import { recordEntry } from './record-fields';
import { type MatchedRecord, recordOf } from './record-match';
import { readRecord } from './record-entry';
import { withName } from './record-names';
import { columnsIn, isPrivateGroup, isPrivateRecord, isPrivateRow, namesPrivate } from './private-marks';
import {
  ABOUT_LIST,
  type FoundLink,
  IN_TEXT,
  IN_TEXT_ONLY,
  keyAboutList,
  linksIn,
  type Place,
} from './record-links';
import {
  type Fields,
  isBesideOthers,
  isFields,
  isRow,
  namedChild,
  labelOf,
  listed,
  listsOf,
  namesCategory,
  readRow,
  textValue,
} from './record-values';
import { entryInText, webLink } from './text-links';
import { text } from '@/lib/texts/texts';

const DEPTH_MAX = 64;

/** Finds the records of a file wherever they are, by what they contain: a link, and most often a name. */
export class RecordReader {
  readonly #lines: ImportLine[] = [];
  readonly #visited = new WeakSet();
  /** The line of the last object. A bare link after the object gets this line, because a bare link has no line number. */
  #lastLine = 1;

  constructor(
    private readonly lineOf: DataTree['lineOf'],
    private readonly matcher = new ColumnMatcher(),
    private readonly account?: LinkAccount,
  ) {}

  /** @param isBesideRecords whether other files of the folder are one record each. */
  read(value: unknown, line = 1, isBesideRecords = false): ImportLine[] {
    this.#visit(value, { tags: [], line, depth: 0, isBesideRecords });
    return this.#lines.splice(0);
  }

  #visit(node: unknown, around: Place): void {
    const isPrivate = around.isPrivate === true || (around.key !== undefined && namesPrivate(around.key));
    const columns = Array.isArray(node) || isFields(node) ? columnsIn(node) : undefined;
    const place = { ...around, isPrivate, ...(columns && { columns }) };
    if (place.depth > DEPTH_MAX) {
      this.#skip(this.#linksIn(node, place.line), [
        text('records.nestedTooDeeply', 'The list is nested too deeply here.'),
        'unreadable',
      ]);
      return;
    }
    if (isRow(node) && place.isListed === true) {
      this.#addRow(node, place);
      return;
    }
    if (Array.isArray(node)) {
      const inside = { ...place, depth: place.depth + 1, isListed: true, siblings: node };
      for (const each of node) this.#visit(each, inside);
      return;
    }
    if (typeof node === 'string')
      this.#addText(node, { ...place, line: Math.max(place.line, this.#lastLine) });
    if (!isFields(node) || this.#visited.has(node)) return;
    this.#visited.add(node);
    this.#lastLine = this.lineOf(node) ?? place.line;
    this.#visitFields(node, {
      ...place,
      line: this.#lastLine,
      isPrivate: place.isPrivate || isPrivateGroup(node),
    });
  }

  #visitFields(node: Fields, place: Place): void {
    const named = place.isListed === true ? namedChild(node) : undefined;
    if (named) {
      this.#visit(named.child, { ...place, key: named.key, depth: place.depth + 1, isListed: false });
      return;
    }
    const record = recordOf(node, place, this.matcher);
    const isFile = place.isBesideRecords === true && place.depth === 0 && labelOf(node) !== undefined;
    const lists = record && isFile ? [] : listsOf(node, record !== undefined);
    const isOwn = lists.length === 0 || (place.isListed === true && isBesideOthers(node, place.siblings));
    if (record && isOwn) {
      const inside = new Set(lists);
      const own = Object.fromEntries(Object.entries(node).filter(([key]) => !inside.has(key)));
      this.#addRecord(lists.length === 0 ? node : own, record, place);
      for (const key of lists)
        this.#visit(node[key], { ...place, key, depth: place.depth + 1, isListed: false });
      return;
    }
    // Firefox marks its built-in folders.
    const label = typeof node.root === 'string' ? undefined : labelOf(node);
    const children = Object.entries(node).filter(([, child]) => typeof child === 'object' && child !== null);
    if (children.length === 0) {
      this.#visitPairs(node, place, place.isListed ?? label !== undefined);
      return;
    }
    const tags = label === undefined || place.depth === 0 ? place.tags : [label, ...place.tags];
    const aboutList =
      place.depth === 0 &&
      keyAboutList(
        node,
        (child) => recordOf(child, { ...place, isListed: false }, this.matcher) !== undefined,
      );
    for (const [key, child] of Object.entries(node)) {
      const pageOf = isFields(child) ? webLink(key) : null;
      if (pageOf === null) this.#skip(this.#linksIn(key, place.line), ABOUT_LIST);
      if (key === aboutList || typeof child === 'string')
        this.#skip(this.#linksIn(child, place.line), ABOUT_LIST);
      if (key === aboutList || typeof child !== 'object' || child === null) continue;
      const isRecord =
        isFields(child) && recordOf(child, { ...place, key, isListed: false }, this.matcher) !== undefined;
      const isLabeled = isFields(child) && labelOf(child) !== undefined;
      const isNamed =
        label === undefined && !isRecord && !isLabeled && namesCategory(key, child, children.length);
      if (pageOf !== null && isFields(child))
        this.#visit('url' in child ? { ...child, '(key)': pageOf } : { ...child, url: pageOf }, {
          ...place,
          tags,
          line: this.lineOf(child) ?? place.line,
          depth: place.depth + 1,
        });
      else
        this.#visit(child, {
          ...place,
          tags: isNamed ? [key, ...tags] : tags,
          key,
          depth: place.depth + 1,
          isListed: false,
        });
    }
  }

  /** `{"Ada": "https://ada.example.com"}`, or the other way round. */
  #visitPairs(node: Fields, { tags, line, isPrivate }: Place, isEntry: boolean): void {
    if (isEntry && Object.keys(node).length > 0 && this.#linksIn(node, line).length === 0)
      this.#lines.push(skipped(line, text('skipped.noLink', 'The entry has no link.'), 'noLink'));
    for (const [key, value] of Object.entries(node)) {
      const [byKey, byValue] = [webLink(key), webLink(value)];
      const links = [...this.#linksIn(key, line), ...this.#linksIn(value, line)];
      const url = byValue ?? byKey;
      if (url === null) this.#skip(links, isEntry ? IN_TEXT_ONLY : IN_TEXT);
      else {
        const name = byKey === null ? key : byValue === null ? textValue(value) : '';
        this.#add(recordEntry({ ...blank, tags, line, name, links: [['', url]], isPrivate }), links, line);
      }
    }
  }

  /** An item that is a text: a link, or one that says a name and where it leads. */
  #addText(text: string, { tags, line, isPrivate }: Place): void {
    const links = this.#linksIn(text, line);
    const url = webLink(text);
    const found = url === null ? entryInText(text) : { ...blank, url };
    if (!found) this.#skip(links, IN_TEXT);
    else
      this.#add(
        recordEntry({ ...blank, ...found, tags, line, links: [['', found.url]], isPrivate }),
        links,
        line,
      );
  }

  #addRow(row: readonly unknown[], { tags, line: near, isPrivate: isInside, columns = [] }: Place): void {
    const line = Math.max(near, this.#lastLine);
    const { name, text, url } = readRow(row);
    const isPrivate = isInside === true || isPrivateRow(row, columns);
    const read = recordEntry({ ...blank, tags, line, name, text, links: [['', url]], isPrivate });
    this.#add(read, this.#linksIn(row, line), line);
  }

  #addRecord(node: Fields, { values, matched }: MatchedRecord, place: Place): void {
    const chosen = withName(matched, place.siblings, this.matcher);
    const valued = Object.keys(values).map((key) => [key, listed(values[key])] as const);
    this.matcher.note(valued, chosen === matched ? undefined : chosen);
    const isMarked = place.isPrivate === true || isPrivateRecord(node);
    const read = readRecord(values, chosen, { ...place, isPrivate: isMarked });
    this.#add(read, this.#linksIn(node, place.line), place.line);
  }

  /** @param links what the entry was read from. Those that are not its own are parts of the entry. */
  #add(read: ImportLine, links: readonly FoundLink[], line: number): void {
    this.#lines.push(read);
    if (read.kind !== 'entry') {
      this.#skip(links, [text('skipped.entryLeftOut', 'Its entry is left out.'), 'unusable']);
      return;
    }
    const own = links.find(({ url }) => url === read.url);
    // A host without a scheme is a link only where it was taken for one.
    if (!own) this.account?.see(read.url, line);
    for (const link of links)
      if (link !== own)
        this.#lines.push(
          part({ line: link.line, entry: { line, url: read.url }, url: link.url, part: link.kind }),
        );
  }

  #skip(links: readonly FoundLink[], [reason, why]: SkipReason): void {
    for (const { url, line } of links) this.#lines.push(skipped(line, reason, why, url));
  }

  /** Nothing in the node is read again. */
  #linksIn(node: unknown, line: number): FoundLink[] {
    return linksIn(this.lineOf, node, line);
  }
}

const blank = { name: '', text: '', details: '' };
