import { type ImportLine, entry, skipped } from './import-line';
import { type Segment, isBlock, readSegments, segmentsText } from './inline-segments';
import { type LineEntry, readLineEntries } from './line-entries';
import {
  LABEL_CHARS_MAX,
  belongsTo,
  captionOf,
  collectHeadings,
  headingText,
  mayHoldProducts,
  nestedBlocks,
  nextElement,
  reasonForSkipping,
  splitLines,
  startsWithNamedLink,
} from './list-parts';
import { CAPTION_LEVEL, ListPlace } from './list-place';
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
import { cleanDescription, collapse, revealCode } from './clean-text';
import { namesAPart } from './label-words';

/** Reads the products of a list from its HTML tree. */
export function readListTree(tree: ListTree): ImportLine[] {
  return new ListReader(tree).read();
}

class ListReader {
  readonly #place: ListPlace;
  readonly #hasSections: boolean;
  readonly #lines: ImportLine[] = [];
  /** A heading that consists of one link. It is an entry if a text follows, and a section if a list follows. */
  #headingEntry: (LineEntry & { tags: string[] }) | undefined;
  #line = 1;

  constructor(private readonly tree: ListTree) {
    const headings = collectHeadings(tree);
    const titleCount = headings.filter(({ tagName }) => tagName === 'h1').length;
    this.#place = new ListPlace(titleCount);
    const sections = headings.slice(titleCount === 1 && headings[0]?.tagName === 'h1' ? 1 : 0);
    this.#hasSections = sections.some(mayHoldProducts);
  }

  read(): ImportLine[] {
    this.#walk(this.tree.children);
    this.#settleHeadingEntry('');
    return this.#lines;
  }

  #walk(nodes: readonly ListNode[]): void {
    nodes.forEach((node, index) => {
      if (!isElement(node) || isSilent(node)) return;
      this.#line = lineOf(node) ?? this.#line;
      const level = /^h([1-6])$/.exec(node.tagName)?.[1];
      if (level !== undefined) this.#readHeading(node, Number(level));
      else if (node.tagName === 'ul' || node.tagName === 'ol') this.#readItems(node, undefined);
      else if (node.tagName === 'table') this.#readTable(node);
      else if (node.tagName === 'p') this.#readParagraph(node.children, nextElement(nodes, index));
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
      const { name, url, text, facts } = found;
      this.#lines.push(
        entry({
          line,
          name: revealCode(name),
          url,
          text: revealCode(text),
          details: revealCode(details),
          tags: tags.map(revealCode),
          ...(facts && facts.extras.size > 0 && { extras: revealExtras(facts.extras) }),
          ...(facts && facts.marks.length > 0 && { marks: facts.marks.map(revealCode) }),
        }),
      );
    }
  }
}

const revealExtras = (extras: ReadonlyMap<string, string>) =>
  new Map([...extras].map(([name, text]) => [revealCode(name), revealCode(text)]));
