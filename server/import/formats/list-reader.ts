import { type ImportLine, skipped } from './import-line';
import { type Segment, isBlock, readSegments, segmentsText } from './inline-segments';
import { type LineEntry, readLineEntries } from './line-entries';
import {
  LABEL_CHARS_MAX,
  belongsTo,
  captionOf,
  entryOf,
  headingText,
  nestedBlocks,
  nextElement,
  reasonForSkipping,
  splitLines,
  startsWithNamedLink,
} from './list-parts';
import { CAPTION_LEVEL, ListPlace } from './list-place';
import { countTitles, type ListOutline, outlineOf, titlesIn } from './list-outline';
import { readSections } from './list-sections';
import { readTableRows } from './list-table';
import {
  type ListElement,
  type ListNode,
  type ListTree,
  elementsIn,
  isElement,
  isSilent,
  lineOf,
  textOf,
} from './list-tree';
import { cleanDescription, collapse } from './clean-text';
import { namesAPart } from './label-words';

/** Reads the products of a list from its HTML tree. */
export function readListTree(tree: ListTree): ImportLine[] {
  const sections = [tree.children];
  return new ListReader(outlineOf(titlesIn(tree), sections)).read(sections);
}

/** Reads the products of a list whose HTML comes in parts, of which only a few are in memory as a tree. */
export function readListParts(parts: readonly string[]): ImportLine[] {
  return new ListReader(outlineOf(countTitles(parts), readSections(parts))).read(readSections(parts));
}

class ListReader {
  readonly #place: ListPlace;
  readonly #hasSections: boolean;
  readonly #lines: ImportLine[] = [];
  /** A heading that consists of one link. It is an entry if a text follows, and a section if a list follows. */
  #headingEntry: (LineEntry & { tags: string[] }) | undefined;
  #line = 1;

  constructor({ titleCount, hasSections }: ListOutline) {
    this.#place = new ListPlace(titleCount);
    this.#hasSections = hasSections;
  }

  read(sections: Iterable<readonly ListNode[]>): ImportLine[] {
    let section: readonly ListNode[] = [];
    for (const next of sections) {
      if (next.length === 0) continue;
      this.#walk(section, next);
      section = next;
    }
    this.#walk(section);
    this.#settleHeadingEntry('');
    return this.#lines;
  }

  /** @param following the nodes behind these. */
  #walk(nodes: readonly ListNode[], following: readonly ListNode[] = []): void {
    nodes.forEach((node, index) => {
      if (!isElement(node) || isSilent(node)) return;
      this.#line = lineOf(node) ?? this.#line;
      const level = /^h([1-6])$/.exec(node.tagName)?.[1];
      if (level !== undefined) this.#readHeading(node, Number(level));
      else if (node.tagName === 'ul' || node.tagName === 'ol') this.#readItems(node, undefined);
      else if (node.tagName === 'table') this.#readTable(node);
      else if (node.tagName === 'p') this.#readParagraph(node.children, nextElement(nodes, index, following));
      else if (node.tagName === 'details') this.#readDetails(node);
      else if (node.tagName === 'dl') this.#readDefinitions(node);
      else if (node.tagName !== 'pre') this.#readContainer(node);
    });
  }

  #readContainer(node: ListElement): void {
    const hasBlocks = node.children.some(
      (child) =>
        isBlock(child) ||
        (isElement(child) && /^(?:p|div|section|article|main|center|body|html)$/.test(child.tagName)),
    );
    if (hasBlocks) this.#walk(node.children);
    else if (node.tagName === 'div' || node.tagName === 'blockquote')
      this.#readParagraph(node.children, undefined);
    else this.#walk(node.children);
  }

  #readHeading(node: ListElement, level: number): void {
    this.#settleHeadingEntry('');
    const segments = readSegments(node.children);
    const entries = readLineEntries(segments);
    const text = headingText(segments);
    const isFirst = this.#place.isPreamble && level === 1;
    this.#place.enterHeading(level, text);
    const [only] = entries;
    if (
      !isFirst &&
      only &&
      entries.length === 1 &&
      only.isLeading &&
      only.text === '' &&
      !namesAPart(only.name)
    ) {
      this.#headingEntry = { ...only, line: only.line ?? this.#line, tags: this.#place.tags.slice(1) };
    }
  }

  #settleHeadingEntry(text: string): void {
    const found = this.#headingEntry;
    this.#headingEntry = undefined;
    if (found && text !== '') this.#add({ ...found, text }, '', found.tags);
  }

  #readDetails(node: ListElement): void {
    const summary = elementsIn(node).find(({ tagName }) => tagName === 'summary');
    const label = summary ? collapse(textOf(summary)) : '';
    this.#place.within(label.length <= LABEL_CHARS_MAX ? label : '', () =>
      this.#walk(node.children.filter((child) => child !== summary)),
    );
  }

  #readParagraph(nodes: readonly ListNode[], next: ListElement | undefined): void {
    const segments = readSegments(nodes);
    const caption = captionOf(segments);
    if (caption !== undefined && next && /^(?:ul|ol|table)$/.test(next.tagName)) {
      this.#place.enterHeading(CAPTION_LEVEL, caption);
      return;
    }
    if (this.#place.isPreamble && this.#hasSections) return;
    const lines = splitLines(segments);
    const found = lines.flatMap((line) => (startsWithNamedLink(line) ? readLineEntries(line) : []));
    if (found.length === 0) this.#settleHeadingEntry(cleanDescription(segmentsText(segments)));
    for (const each of found) this.#add(each, '', this.#place.tags);
  }

  #readItems(list: ListElement, parent: LineEntry | undefined): string[] {
    this.#headingEntry = undefined;
    return elementsIn(list).flatMap((item) => {
      if (item.tagName === 'li') return this.#readItem(item, parent);
      if (item.tagName === 'ul' || item.tagName === 'ol') return this.#readItems(item, parent);
      this.#walk([item]);
      return [];
    });
  }

  /** @returns texts that describe the parent item. */
  #readItem(item: ListElement, parent: LineEntry | undefined): string[] {
    this.#line = lineOf(item) ?? this.#line;
    const line = this.#line;
    const segments = readSegments(item.children);
    const entries = readLineEntries(segments);
    const [first] = entries;
    if (parent && (!first || belongsTo(parent, first))) {
      const nested = this.#readNested(item, parent);
      return [cleanDescription(segmentsText(segments)), ...nested];
    }
    if (!first) {
      this.#readItemWithoutEntry(item, segments, line);
      return [];
    }
    const place = this.#lines.length;
    const tags = this.#place.tags;
    const details = this.#readNested(item, first);
    const children = this.#lines.splice(place);
    entries.forEach((each, index) => {
      // If the item has no text, its first nested bullet is the text.
      const [said = '', ...more] = index > 0 ? [] : each.text === '' ? details : [each.text, ...details];
      this.#add(
        { ...each, text: said === '' ? each.text : said, line: each.line ?? line },
        more.join('\n'),
        tags,
      );
    });
    this.#lines.push(...children);
    return [];
  }

  #readNested(item: ListElement, parent: LineEntry | undefined): string[] {
    const details: string[] = [];
    for (const block of nestedBlocks(item)) {
      if (block.tagName === 'ul' || block.tagName === 'ol') details.push(...this.#readItems(block, parent));
      else this.#walk([block]);
    }
    return details.filter((text) => text.length >= 15);
  }

  #readItemWithoutEntry(item: ListElement, segments: readonly Segment[], line: number): void {
    const label = cleanDescription(segmentsText(segments));
    if (nestedBlocks(item).length > 0) {
      this.#place.within(label.length <= LABEL_CHARS_MAX ? label : '', () =>
        this.#readNested(item, undefined),
      );
      return;
    }
    const reason = reasonForSkipping(segments);
    if (reason !== undefined) this.#lines.push(skipped(line, reason));
  }

  #readTable(table: ListElement): void {
    this.#headingEntry = undefined;
    for (const row of readTableRows(table, this.#line)) {
      this.#line = row.line;
      if (row.kind === 'caption') this.#place.enterHeading(CAPTION_LEVEL, row.text);
      else if (row.kind === 'skipped') this.#lines.push(skipped(row.line, row.reason));
      else if (row.kind === 'blocks') this.#walk(row.nodes);
      else for (const each of row.entries) this.#add(each, '', [...this.#place.tags, ...row.tags]);
    }
  }

  #readDefinitions(list: ListElement): void {
    const children = elementsIn(list);
    children.forEach((node, index) => {
      if (node.tagName !== 'dt') return this.#walk(node.tagName === 'dd' ? node.children : [node]);
      this.#line = lineOf(node) ?? this.#line;
      const next = children[index + 1];
      const said = next?.tagName === 'dd' ? cleanDescription(segmentsText(readSegments(next.children))) : '';
      for (const each of readLineEntries(readSegments(node.children)))
        this.#add({ ...each, text: each.text || said }, '', this.#place.tags);
    });
  }

  #add(found: LineEntry, details: string, tags: readonly string[]): void {
    const line = found.line ?? this.#line;
    const section = this.#place.sectionWithoutProducts;
    if (section !== undefined) {
      this.#lines.push(skipped(line, `The section “${section}” contains no products.`));
    } else if (this.#place.isPreamble && this.#hasSections && (found.text === '' || namesAPart(found.name))) {
      this.#lines.push(
        skipped(line, 'The link is before the first section, so it is about the list itself.'),
      );
    } else {
      this.#lines.push(entryOf(found, { line, details, tags }));
    }
  }
}
