import { namesPeople } from './heading-facts';
import type { ImportLine } from '@/server/import/formats/import-line';
import { segmentsText } from './inline-segments';
import { isPartLink, leadsOn, namesAPart, saysOnlyParts } from './label-words';
import { type LineEntry, readLineEntries } from './line-entries';
import { withRepository } from './line-sites';
import { type Block, type Item, type Words, textsOf, wordsIn } from './list-blocks';
import { ListLedger, WHY_SKIPPED, webLinksIn, whySectionSkipped } from './list-ledger';
import {
  type ListOutline,
  entriesInText,
  holdsEntries,
  outlineOf,
  ownBlocks,
  type TextStyle,
  textOfNext,
  textStyleOf,
  wholeSection,
} from './list-outline';
import { LABEL_CHARS_MAX, belongsTo, captionOf, headingText, reasonForSkipping } from './list-parts';
import { CAPTION_LEVEL, ListPlace } from './list-place';
import { readTableRows } from './list-table';
import { isWebLink } from './list-tree';
import { markLabels } from './recurring-labels';
import { cleanDescription, collapse } from '@/server/import/formats/clean-text';

type BlockOf<K extends Block['kind']> = Extract<Block, { kind: K }>;

/** Reads the products of a list. */
export const readBlocks = (blocks: readonly Block[]): ImportLine[] => new ListReader(blocks).read();

class ListReader {
  readonly #place = new ListPlace();
  readonly #ledger = new ListLedger();
  readonly #outline: ListOutline;
  /** How products are written in the running text of the current section. */
  #style: TextStyle;

  constructor(private readonly blocks: readonly Block[]) {
    markLabels(blocks);
    this.#outline = outlineOf(blocks);
    this.#style = blocks.some(({ kind }) => kind === 'heading') ? undefined : textStyleOf(blocks);
  }

  read(): ImportLine[] {
    this.#walk(this.blocks);
    return this.#ledger.lines;
  }

  #walk(blocks: readonly Block[]): void {
    for (let index = 0; index < blocks.length; index += 1) {
      const block = blocks[index];
      if (!block) continue;
      if (block.kind === 'heading') {
        const own = ownBlocks(blocks, index);
        const isEntry = this.#readHeading(block, own, wholeSection(blocks, index));
        if (isEntry) index += own.length;
      } else if (block.kind === 'list') for (const item of block.items) this.#readItem(item, undefined);
      else if (block.kind === 'table') this.#readTable(block);
      else if (block.kind === 'paragraph') index += this.#readParagraph(block, blocks[index + 1]) ? 1 : 0;
      else if (block.kind === 'details') this.#readDetails(block);
      else if (block.kind === 'definition') this.#readDefinition(block);
      else this.#ledger.skip(block.words, block.line, WHY_SKIPPED.menu);
    }
  }

  /** @returns whether the heading is a product, and the blocks below it are its text. */
  #readHeading(block: BlockOf<'heading'>, own: readonly Block[], whole: readonly Block[]): boolean {
    const { level, words, line } = block;
    const text = headingText(words);
    if (block === this.#outline.title) {
      this.#place.enterTitle(text);
      this.#ledger.skip(words, line, WHY_SKIPPED.title);
      return false;
    }
    const isFact = this.#outline.isFact(block);
    this.#place.enterHeading(level, text, this.#outline.judge(words, own, whole), isFact);
    this.#style = this.#outline.styleOf(own);
    if (!isFact && this.#readEntryWithBlocks(words, line, own, whole)) return true;
    const product = isFact ? undefined : this.#outline.productOf(block);
    if (product) {
      const tags = this.#place.tags.filter((tag) => tag !== product.name);
      this.#add([product], own.flatMap(wordsIn), line, { tags });
      return true;
    }
    this.#ledger.skip(words, line, isFact ? WHY_SKIPPED.maker : WHY_SKIPPED.heading);
    return false;
  }

  /** Reads a heading or summary that is a product, and the blocks below it as its text. */
  #readEntryWithBlocks(words: Words, line: number, own: readonly Block[], whole: readonly Block[]): boolean {
    const entries = readLineEntries(words).filter(({ isLeading, link }) => isLeading && !isPartLink(link));
    const [only, ...others] = entries;
    if (!only || others.length > 0 || holdsEntries(whole)) return false;
    const texts = own.flatMap(textsOf).filter((text) => text !== '');
    if (only.text === '' && texts.length === 0) return false;
    const [said = '', ...more] = only.text === '' ? texts : [only.text, ...texts];
    this.#add([{ ...only, text: said }], [...words, ...own.flatMap(wordsIn)], line, {
      details: more.join('\n'),
      tags: this.#place.tags.filter((tag) => tag !== collapse(headingText(words))),
    });
    return true;
  }

  #readDetails(block: BlockOf<'details'>): void {
    const { summary, blocks, line } = block;
    const product = this.#outline.productOf(block);
    if (product) return this.#add([product], blocks.flatMap(wordsIn), line);
    const label = collapse(headingText(summary));
    const style = this.#style;
    this.#place.inside(() => {
      if (this.#readEntryWithBlocks(summary, line, blocks, blocks)) return;
      const verdict = this.#outline.judge(summary, blocks, blocks);
      if (label !== '' && label.length <= LABEL_CHARS_MAX)
        this.#place.enterHeading(CAPTION_LEVEL, label, verdict);
      this.#style = this.#outline.styleOf(blocks);
      this.#ledger.skip(summary, line, WHY_SKIPPED.heading);
      this.#place.inside(() => this.#walk(blocks));
    });
    this.#style = style;
  }

  /** @returns whether the next block was read, too: the text of a product whose link is a paragraph of its own. */
  #readParagraph({ words, line }: BlockOf<'paragraph'>, next: Block | undefined): boolean {
    const caption = captionOf(words);
    if (caption !== undefined && (next?.kind === 'list' || next?.kind === 'table')) {
      this.#place.enterHeading(CAPTION_LEVEL, caption);
      return false;
    }
    if (this.#place.isPreamble && this.#outline.hasSections) {
      this.#ledger.skip(words, line, WHY_SKIPPED.aboutList);
      return false;
    }
    const text = textOfNext(words, this.#style, next);
    for (const found of entriesInText(words, this.#style)) {
      const entries = text === '' ? found.entries : found.entries.map((each) => ({ ...each, text }));
      if (entries.length > 0) this.#add(entries, found.words, line);
      this.#ledger.skip(found.words, line, WHY_SKIPPED.prose);
    }
    return text !== '';
  }

  /** @returns texts that describe the parent item. */
  #readItem({ words, line, blocks }: Item, parent: LineEntry | undefined): string[] {
    const entries = readLineEntries(words);
    const [first] = entries;
    if (parent && (!first || belongsTo(parent, first))) {
      this.#attach(words, parent, line);
      const said = saysOnlyParts(words) ? '' : cleanDescription(segmentsText(words));
      return [said, ...this.#readNested(blocks, parent)];
    }
    if (!first || (!first.isLeading && holdsEntries(blocks))) {
      this.#readItemWithoutEntry({ words, line, blocks });
      return [];
    }
    if (namesPeople(words)) {
      this.#ledger.skip(words, line, WHY_SKIPPED.people);
      this.#readNested(blocks, undefined);
      return [];
    }
    const details = this.#readNested(blocks, { ...first, line: first.line ?? line });
    // If the item has no text, its first nested bullet is the text.
    const [said = '', ...more] = first.text === '' ? details : [first.text, ...details];
    const described = entries.map((each, index) =>
      index === 0 ? { ...each, text: said === '' ? each.text : said } : each,
    );
    this.#add(withRepository(described, blocks), words, line, { details: more.join('\n') });
    return [];
  }

  #readNested(blocks: readonly Block[], parent: LineEntry | undefined): string[] {
    const details: string[] = [];
    for (const block of blocks) {
      if (block.kind === 'list') details.push(...block.items.flatMap((item) => this.#readItem(item, parent)));
      else if (parent && !holdsEntries([block])) {
        this.#attach(wordsIn(block), parent, block.line);
        details.push(...textsOf(block));
      } else this.#place.inside(() => this.#walk([block]));
    }
    return details.filter((text) => text.length >= 15);
  }

  /** Gives links to the entry that they stand below, if it is going to be listed. */
  #attach(words: Words, parent: LineEntry, line: number): void {
    if (this.#place.verdict === undefined) this.#ledger.attach(words, [parent], () => parent.line ?? line);
    else this.#add([], words, line);
  }

  #readItemWithoutEntry({ words, line, blocks }: Item): void {
    const label = cleanDescription(segmentsText(words.filter((word) => !isWebLink(word))));
    const reason = reasonForSkipping(words);
    const links = webLinksIn(words);
    if (blocks.length > 0) {
      const why = links.some(({ isImage }) => !isImage) ? WHY_SKIPPED.heading : reason;
      this.#ledger.skip(words, line, why ?? WHY_SKIPPED.prose);
      this.#place.within(label.length <= LABEL_CHARS_MAX ? label : '', () =>
        this.#readNested(blocks, undefined),
      );
      return;
    }
    if (reason !== undefined) this.#ledger.skipLine(words, line, reason);
  }

  #readTable({ rows }: BlockOf<'table'>): void {
    this.#place.inside(() => {
      for (const row of readTableRows(rows)) {
        if (row.kind === 'caption') this.#place.enterHeading(CAPTION_LEVEL, row.text);
        else if (row.kind === 'blocks') this.#place.inside(() => this.#walk(row.blocks));
        else if (row.kind === 'entries')
          this.#add(row.entries, row.words, row.line, { tags: [...this.#place.tags, ...row.tags] });
        else if (row.kind === 'people') this.#ledger.skip(row.words, row.line, WHY_SKIPPED.people);
        else this.#ledger.skipLine(row.words, row.line, row.reason);
      }
    });
  }

  #readDefinition({ words, line, blocks }: BlockOf<'definition'>): void {
    const entries = readLineEntries(words);
    if (entries.length === 0) return this.#readItemWithoutEntry({ words, line, blocks });
    const [said = '', ...more] = blocks.flatMap(textsOf);
    const described = entries.map((each) => ({ ...each, text: each.text === '' ? said : each.text }));
    this.#add(described, [...words, ...blocks.flatMap(wordsIn)], line, { details: more.join('\n') });
  }

  /** Lists the products of a line, unless the section of the line contains no products. */
  #add(
    found: readonly LineEntry[],
    words: Words,
    line: number,
    { details = '', tags = this.#place.tags }: { details?: string; tags?: readonly string[] } = {},
  ): void {
    const { verdict } = this.#place;
    if (verdict) return this.#ledger.skip(words, line, whySectionSkipped(verdict));
    const isAboutList = this.#place.isPreamble && this.#outline.hasSections;
    const lineOf = (each: LineEntry) => each.line ?? line;
    const isProduct = ({ name, text }: LineEntry) =>
      !isAboutList || ((text !== '' || this.#outline.hasProductsAhead) && !namesAPart(name));
    const listed = found.filter((each) => !leadsOn(each) && isProduct(each));
    listed.forEach((each, index) => {
      this.#ledger.list(each, { line: lineOf(each), details: index === 0 ? details : '', tags });
    });
    if (listed.length === found.length) this.#ledger.attach(words, listed, lineOf);
    this.#ledger.skip(words, line, isAboutList ? WHY_SKIPPED.aboutList : WHY_SKIPPED.noProduct);
  }
}
