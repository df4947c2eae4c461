import { ColumnMatcher, type MatchedColumns } from './column-matcher';
import type { DataTree } from './data-tree';
import { type ImportLine, part, skipped } from './import-line';
import { fieldKey, isSideName, linkNames, marksPrivate, namesField, recordEntry } from './record-fields';
import {
  type Fields,
  isFields,
  isRow,
  keyAboutList,
  namedChild,
  nameOfRecord,
  labelOf,
  listed,
  listsOf,
  namesCategory,
  partOf,
  tagValues,
  textValue,
  webLink,
  withLinksOfChildren,
  WRAPPERS,
} from './record-values';

const DEPTH_MAX = 64;

type Place = { tags: readonly string[]; line: number; depth: number; key?: string; isListed?: boolean };

/** Finds the records of a file wherever they are, by what they contain: a link, and most often a name. */
export class RecordReader {
  readonly #lines: ImportLine[] = [];
  readonly #visited = new WeakSet();
  /** The line of the last object. A bare link after the object gets this line, because a bare link has no line number. */
  #lastLine = 1;

  constructor(
    private readonly lineOf: DataTree['lineOf'],
    private readonly matcher = new ColumnMatcher(),
  ) {}

  read(value: unknown): ImportLine[] {
    this.#visit(value, { tags: [], line: 1, depth: 0 });
    return this.#lines.splice(0);
  }

  #visit(node: unknown, place: Place): void {
    if (place.depth > DEPTH_MAX) {
      for (const { url, line } of this.#linksIn(node, place.line))
        this.#lines.push(skipped(line, 'The list is nested too deeply here.', 'unreadable', url));
      return;
    }
    if (isRow(node) && place.isListed === true) {
      this.#addRow(node, place);
      return;
    }
    if (Array.isArray(node)) {
      for (const each of node) this.#visit(each, { ...place, depth: place.depth + 1, isListed: true });
      return;
    }
    const url = webLink(node);
    if (url !== null) {
      const line = Math.max(place.line, this.#lastLine);
      this.#lines.push(recordEntry({ ...blank, tags: place.tags, line, links: [['', url]] }));
    }
    if (!isFields(node) || this.#visited.has(node)) return;
    this.#visited.add(node);
    this.#lastLine = this.lineOf(node) ?? place.line;
    this.#visitFields(node, { ...place, line: this.#lastLine });
  }

  #visitFields(node: Fields, place: Place): void {
    const named = place.isListed === true ? namedChild(node) : undefined;
    if (named) {
      this.#visit(named.child, { ...place, key: named.key, depth: place.depth + 1, isListed: false });
      return;
    }
    const record = this.#recordOf(node, place);
    const lists = listsOf(node, record !== undefined);
    if (record && lists.length === 0) {
      this.#addRecord(node, record, place);
      return;
    }
    // Firefox marks its built-in folders.
    const label = typeof node.root === 'string' ? undefined : labelOf(node);
    const children = Object.entries(node).filter(([, child]) => typeof child === 'object' && child !== null);
    if (
      children.length === 0 &&
      Object.keys(node).length > 0 &&
      !this.#visitPairs(node, place) &&
      (place.isListed ?? label !== undefined)
    )
      this.#lines.push(skipped(place.line, 'The entry has no link.', 'noLink'));
    if (children.length === 0) return;
    const tags = label === undefined || place.depth === 0 ? place.tags : [label, ...place.tags];
    const aboutList =
      place.depth === 0 &&
      keyAboutList(node, (child) => this.#recordOf(child, { ...place, isListed: false }) !== undefined);
    for (const [key, child] of Object.entries(node)) {
      const link = webLink(child);
      if (key === aboutList) {
        for (const found of this.#linksIn(child, place.line))
          this.#lines.push(skipped(found.line, 'The link is about the list.', 'aboutList', found.url));
        continue;
      }
      if (link !== null)
        this.#lines.push(skipped(place.line, 'The link is about the list.', 'aboutList', link));
      if (typeof child !== 'object' || child === null) continue;
      const isRecord =
        isFields(child) && this.#recordOf(child, { ...place, key, isListed: false }) !== undefined;
      const isLabeled = isFields(child) && labelOf(child) !== undefined;
      const isNamed =
        label === undefined && !isRecord && !isLabeled && namesCategory(key, child, children.length);
      const pageOf = webLink(key);
      if (pageOf !== null && isFields(child))
        this.#visit(
          { ...child, url: pageOf },
          { ...place, tags, line: this.lineOf(child) ?? place.line, depth: place.depth + 1 },
        );
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
  #visitPairs(node: Fields, { tags, line }: Place): boolean {
    const pairs = Object.entries(node).flatMap(([key, value]) => {
      const [byKey, byValue] = [webLink(key), webLink(value)];
      if (byValue !== null) return [{ name: byKey === null ? key : '', url: byValue }];
      return byKey === null ? [] : [{ name: textValue(value), url: byKey }];
    });
    for (const { name, url } of pairs)
      this.#lines.push(recordEntry({ ...blank, tags, line, name, links: [['', url]] }));
    return pairs.length > 0;
  }

  /** A record whose values are in an order of their own: the first text is the name, the longest other one its text. */
  #addRow(row: readonly unknown[], { tags, line: near }: Place): void {
    const line = Math.max(near, this.#lastLine);
    const texts = row.filter((each) => typeof each === 'string' && webLink(each) === null).map(String);
    const [name = '', ...others] = texts.filter((text) => /\p{L}/u.test(text));
    const [text = ''] = others.sort((one, other) => other.length - one.length);
    const urls = row.flatMap((each) => webLink(each) ?? []);
    const read = recordEntry({ ...blank, tags, line, name, text, links: [['', urls[0] ?? '']] });
    this.#lines.push(read);
    if (read.kind !== 'entry') return;
    for (const url of urls.slice(1))
      this.#lines.push(part({ line, entry: { line, url: read.url }, url, part: partOf('', url) }));
  }

  /** What a record says, with what its children say of its links. Undefined for anything else. */
  #recordOf(node: Fields, { key, isListed }: Place): { values: Fields; matched: MatchedColumns } | undefined {
    const names = Object.keys(node);
    const linked = names.filter((name) => webLink(node[name]) !== null);
    const texts = linked.length > 0 ? linked : names.filter((name) => typeof node[name] === 'string');
    const hasName = labelOf(node) !== undefined;
    const isNamed = hasName || isListed === true || key !== undefined;
    if (linkNames(texts).length > 0 && (linked.length > 0 || isNamed)) return this.#matched(node, texts);
    if (linked.some((name) => !isSideName(name)) && hasName) return this.#matched(node, linked);
    if (linked.length > 0 && !hasName) return undefined;
    if (!hasName && isListed !== true) return undefined;
    const values = withLinksOfChildren(node);
    if (!values) return undefined;
    return this.#matched(
      values,
      Object.keys(values).filter((name) => webLink(values[name]) !== null),
    );
  }

  #matched(values: Fields, urlNames: readonly string[]) {
    return { values, matched: this.matcher.match(Object.keys(values), urlNames) };
  }

  #addRecord(
    node: Fields,
    { values, matched }: { values: Fields; matched: MatchedColumns },
    { line, tags, key }: Place,
  ): void {
    const value = (name: string | undefined) => (name === undefined ? '' : textValue(values[name]));
    this.matcher.note(Object.keys(values).map((name) => [name, listed(values[name])] as const));
    const tagNames = [matched.tags, ...matched.moreTags].filter((name) => name !== undefined);
    const name = nameOfRecord(values, value(matched.name));
    const slug = values.slug;
    const isPinboard = 'extended' in values && typeof values.tags === 'string';
    const read = recordEntry({
      line,
      name: name === '' && key !== undefined && !WRAPPERS.test(key) && !Array.isArray(node) ? key : name,
      links: matched.links.map((from) => [from, value(from)] as const),
      text: value(matched.text),
      details: value(matched.details),
      tags: [
        ...tagNames
          .filter((from) => !(/^types?$/.test(fieldKey(from)) && namesField(values[from])))
          .flatMap((from) => tagValues(values[from], isPinboard)),
        ...tags,
      ],
      date: value(matched.date),
      extras: new Map([...matched.extras].map(([as, from]) => [as, listed(values[from])])),
      oldPaths: matched.oldPath === undefined ? [] : [values[matched.oldPath]].flat().map(textValue),
      ...(typeof slug === 'string' && { slug }),
      isPrivate: Object.keys(values).some((from) => marksPrivate(from, textValue(values[from]))),
    });
    this.#lines.push(read);
    let isOwn = read.kind === 'entry';
    for (const found of this.#linksIn(node, line)) {
      if (read.kind !== 'entry')
        this.#lines.push(skipped(found.line, 'Its entry is left out.', 'unusable', found.url));
      else if (isOwn && found.url === read.url) isOwn = false;
      else
        this.#lines.push(
          part({
            line: found.line,
            entry: { line, url: read.url },
            url: found.url,
            part: partOf(found.key, found.url),
          }),
        );
    }
  }

  /** The links of a record, with the nearest key of each. Nothing in it is read again. */
  #linksIn(node: unknown, line: number, key = ''): { url: string; key: string; line: number }[] {
    const url = webLink(node);
    if (url !== null) return [{ url, key, line }];
    if (Array.isArray(node)) return node.flatMap((each) => this.#linksIn(each, line, key));
    if (!isFields(node)) return [];
    const own = this.lineOf(node) ?? line;
    return Object.entries(node).flatMap(([name, child]) => [
      ...this.#linksIn(name, own),
      ...(typeof child === 'object' || typeof child === 'string' ? this.#linksIn(child, own, name) : []),
    ]);
  }
}

const blank = { name: '', text: '', details: '' };
