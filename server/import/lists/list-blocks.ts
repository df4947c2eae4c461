import { cleanDescription } from '@/server/import/formats/clean-text';
import { isBlock, isLineBox, readSegments, segmentsText } from './inline-segments';
import { elementsIn, isElement, isSilent, type ListElement, type ListNode, type Segment } from './list-tree';

/** The words and links of one line of text. */
export type Words = readonly Segment[];

/** A list as its reader sees it: what is said where, without the elements that only lay it out. */
export type Block = { line: number } & (
  | { kind: 'heading'; level: number; words: Words }
  | { kind: 'paragraph'; words: Words }
  | { kind: 'list'; items: Item[] }
  | { kind: 'table'; rows: Cell[][] }
  | { kind: 'details'; summary: Words; blocks: Block[] }
  | { kind: 'definition'; words: Words; blocks: Block[] }
  | { kind: 'aside'; words: Words }
);

/** An item of a list or a cell of a table: its own words, and the lists and other blocks inside it. */
export type Item = { line: number; words: Words; blocks: Block[] };
export type Cell = Item & { hasImage: boolean };

/** The line of an element in the file; undefined if only those around it know theirs. */
export type LineOf = (node: ListElement) => number | undefined;

/** Elements that hold blocks, and words between them. */
const CONTAINERS = new Set(
  'div section article main center body html header footer aside figure blockquote form fieldset address hgroup span font b i em strong p'.split(
    ' ',
  ),
);

export class BlockReader {
  #line = 1;

  constructor(private readonly lineOf: LineOf) {}

  /** Reads nodes beside each other. The words between two blocks are a paragraph. */
  read(nodes: readonly ListNode[]): Block[] {
    const blocks: Block[] = [];
    let run: ListNode[] = [];
    const flush = () => {
      const words = this.#wordsOf(run);
      run = [];
      if (words.some((word) => word.kind === 'link' || (word.kind === 'text' && word.text.trim() !== '')))
        blocks.push({ kind: 'paragraph', line: lineIn(words) ?? this.#line, words });
    };
    for (const node of nodes) {
      if (!isElement(node) || this.#isInline(node)) {
        run.push(node);
        continue;
      }
      flush();
      this.#line = this.lineOf(node) ?? this.#line;
      for (const block of this.#readBlock(node)) blocks.push(block);
    }
    flush();
    return blocks;
  }

  #readBlock(node: ListElement): Block[] {
    const line = this.#line;
    const { tagName, children } = node;
    if (isSilent(node)) return this.#readAside(node);
    if (/^h[1-6]$/.test(tagName))
      return [{ kind: 'heading', line, level: Number(tagName.charAt(1)), words: this.#wordsOf(children) }];
    if (tagName === 'ul' || tagName === 'ol' || tagName === 'menu' || tagName === 'dir')
      return this.#readList(node);
    if (tagName === 'li') return [{ kind: 'list', line, items: [this.#readItem(node)] }];
    if (tagName === 'table') return [{ kind: 'table', line, rows: this.#readRows(node) }];
    if (tagName === 'details') {
      const summary = elementsIn(node).find((child) => child.tagName === 'summary');
      const words = summary ? this.#wordsOf(summary.children, true) : [];
      return [
        {
          kind: 'details',
          line,
          summary: words,
          blocks: this.read(children.filter((child) => child !== summary)),
        },
      ];
    }
    if (tagName === 'dl') return this.#readDefinitions(node);
    if (tagName === 'p' && !holdsBlocks(node))
      return [{ kind: 'paragraph', line, words: this.#wordsOf(children) }];
    return this.read(children);
  }

  #readList(list: ListElement): Block[] {
    const line = this.#line;
    const blocks: Block[] = [];
    let items: Item[] = [];
    for (const child of list.children) {
      if (!isElement(child)) continue;
      this.#line = this.lineOf(child) ?? this.#line;
      if (child.tagName === 'li') items.push(this.#readItem(child));
      else {
        // A list without an item around it belongs to the item before.
        const inside = this.read([child]);
        const before = items.at(-1);
        if (before) before.blocks.push(...inside);
        else blocks.push(...inside);
      }
    }
    if (items.length > 0) blocks.push({ kind: 'list', line, items });
    items = [];
    return blocks;
  }

  #readItem(node: ListElement): Item {
    const line = this.#line;
    const words: Segment[] = [];
    const blocks: Block[] = [];
    this.#split(node, words, blocks);
    return { line, words, blocks };
  }

  /** Sorts what is inside an item or cell into its own words and the blocks between them. */
  #split(node: ListElement, words: Segment[], blocks: Block[]): void {
    for (const child of node.children) {
      if (!isElement(child) || !(isBlock(child) || isSilent(child) || holdsBlocks(child))) {
        words.push(...this.#wordsOf([child]));
      } else if (!isBlock(child) && !isSilent(child)) {
        words.push({ kind: 'break' });
        this.#split(child, words, blocks);
        words.push({ kind: 'break' });
      } else blocks.push(...this.read([child]));
    }
  }

  #readRows(node: ListElement): Cell[][] {
    return elementsIn(node).flatMap((child): Cell[][] => {
      this.#line = this.lineOf(child) ?? this.#line;
      if (child.tagName === 'tr') {
        return [elementsIn(child).map((cell) => ({ ...this.#readCell(cell), hasImage: holdsImage(cell) }))];
      }
      if (child.tagName === 'caption') {
        const words = this.#wordsOf(child.children, true);
        return [[{ line: this.#line, words, blocks: [], hasImage: false }]];
      }
      return this.#readRows(child);
    });
  }

  #readCell(cell: ListElement): Item {
    this.#line = this.lineOf(cell) ?? this.#line;
    return this.#readItem(cell);
  }

  #readDefinitions(list: ListElement): Block[] {
    const blocks: Block[] = [];
    const children = elementsIn(list).flatMap((child) =>
      child.tagName === 'div' ? elementsIn(child) : child,
    );
    for (const child of children) {
      this.#line = this.lineOf(child) ?? this.#line;
      const before = blocks.at(-1);
      if (child.tagName === 'dt') {
        // Bookmarks have a folder and its list in a term.
        const { line, words, blocks: inside } = this.#readItem(child);
        const isSaid = words.some(
          (word) => word.kind === 'link' || (word.kind === 'text' && /\S/.test(word.text)),
        );
        if (isSaid) blocks.push({ kind: 'definition', line, words, blocks: [] });
        blocks.push(...inside);
      } else if (before?.kind === 'definition') before.blocks.push(...this.read(child.children));
      else blocks.push(...this.read(child.children));
    }
    return blocks;
  }

  /** Links in parts of a page that no one reads as text, such as its menu. */
  #readAside(node: ListElement): Block[] {
    const words = this.#wordsOf(node.children, true).filter(({ kind }) => kind === 'link');
    return words.length > 0 ? [{ kind: 'aside', line: this.#line, words }] : [];
  }

  #wordsOf(nodes: readonly ListNode[], isWhole = false): Segment[] {
    return readSegments(nodes, this.lineOf, isWhole);
  }

  #isInline(node: ListElement): boolean {
    if (isSilent(node)) return !holdsLink(node);
    if (isBlock(node) || isLineBox(node)) return false;
    return !holdsBlocks(node);
  }
}

const lineIn = (words: Words): number | undefined =>
  words.flatMap((word) => (word.kind === 'link' ? (word.line ?? []) : []))[0];

function holdsBlocks(node: ListElement): boolean {
  if (!CONTAINERS.has(node.tagName)) return false;
  return elementsIn(node).some(
    (child) => isBlock(child) || child.tagName === 'p' || child.tagName === 'li' || holdsBlocks(child),
  );
}

const holdsLink = (node: ListElement): boolean =>
  elementsIn(node).some((child) => child.tagName === 'a' || holdsLink(child));

const holdsImage = (node: ListElement): boolean =>
  elementsIn(node).some((child) => child.tagName === 'img' || holdsImage(child));

/** All words of a block, also of those inside it. */
export function wordsIn(block: Block): Words {
  const inside = ({ words, blocks }: { words: Words; blocks: readonly Block[] }) => [
    ...words,
    ...blocks.flatMap(wordsIn),
  ];
  if (block.kind === 'list') return block.items.flatMap(inside);
  if (block.kind === 'table') return block.rows.flat().flatMap(inside);
  if (block.kind === 'details') return inside({ words: block.summary, blocks: block.blocks });
  return block.kind === 'definition' ? inside(block) : block.words;
}

/** The texts of blocks that belong to a product, one for each paragraph, item and row. */
export function textsOf(block: Block): string[] {
  if (block.kind === 'list')
    return block.items.flatMap(({ words, blocks }) => [
      cleanDescription(segmentsText(words)),
      ...blocks.flatMap(textsOf),
    ]);
  if (block.kind === 'table')
    return block.rows.map((cells) =>
      cells
        .map(({ words }) => cleanDescription(segmentsText(words)))
        .filter((text) => text !== '')
        .join(' · '),
    );
  if (block.kind === 'details')
    return [cleanDescription(segmentsText(block.summary)), ...block.blocks.flatMap(textsOf)];
  const own = cleanDescription(segmentsText(block.words));
  return block.kind === 'definition'
    ? [own, ...block.blocks.flatMap(textsOf)]
    : block.kind === 'aside'
      ? []
      : [own];
}
