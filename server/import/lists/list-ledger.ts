import type { SkipKind } from '@/lib/contract/import';
import { revealCode } from '@/server/text/escape';
import { type ImportLine, entry, part, skipped } from '@/server/import/formats/import-line';
import { isWebLink, type LinkSegment, type WebLink } from './list-tree';
import { partKindOf } from './label-words';
import type { LineEntry } from './line-entries';
import type { Words } from './list-blocks';
import type { Verdict } from './list-place';
import { text, type Text } from '@/lib/texts/texts';

/** A sentence, and what kind of reason it is. */
export type SkipReason = readonly [Text, SkipKind];

/** Why links are no products, and why lines and rows have none. */
export const WHY_SKIPPED = {
  prose: [text('skipped.prose', 'The link is in running text, not in a list.'), 'prose'],
  heading: [text('skipped.heading', 'The link is in a heading, not in a list.'), 'prose'],
  title: [text('skipped.title', 'The link is in the title of the list.'), 'aboutList'],
  menu: [text('skipped.menu', 'The link is in a menu or a footnote.'), 'contents'],
  maker: [text('skipped.maker', 'The link leads to who made the entries.'), 'people'],
  people: [text('skipped.people', 'The links lead to people, not to products.'), 'people'],
  aboutList: [
    text('skipped.beforeSections', 'The link is before the first section, so it is about the list itself.'),
    'aboutList',
  ],
  noWebsite: [text('skipped.noWebsite', 'The link does not lead to a website.'), 'noWebsite'],
  image: [text('skipped.onlyImage', 'Only an image is linked.'), 'image'],
  line: [text('skipped.lineWithoutLink', 'The line has no link.'), 'noLink'],
  row: [text('skipped.rowWithoutLink', 'The row has no link.'), 'noLink'],
  noProduct: [text('skipped.moreEntries', 'The link leads to more entries, not to a product.'), 'contents'],
} satisfies Record<string, SkipReason>;

/** Why nothing in a section is a product. */
export const whySectionSkipped = ({ section, why }: Verdict): SkipReason => [
  text('skipped.section', 'The section “{section}” contains no products.', { section }),
  why,
];

/** Why links that no reader of the page can follow are no products. */
export const WHY_HIDDEN = {
  code: [text('skipped.code', 'The link is in code.'), 'prose'],
  comment: [text('skipped.comment', 'The link is in a comment.'), 'prose'],
  text: [text('skipped.address', 'The address is text, not a link.'), 'prose'],
  reference: [
    text('skipped.reference', 'The link is defined for a reference that the list does not have.'),
    'prose',
  ],
} satisfies Record<string, SkipReason>;

export const webLinksIn = (words: Words): WebLink[] => words.filter(isWebLink);

/** What becomes of the lines and links of a list. */
export class ListLedger {
  readonly #lines: ImportLine[] = [];
  readonly #settled = new Set<LinkSegment>();

  /** In the order of the file. */
  get lines(): ImportLine[] {
    return this.#lines.sort((one, other) => one.line - other.line);
  }

  list(
    found: LineEntry,
    { line, details, tags }: { line: number; details: string; tags: readonly string[] },
  ) {
    const { name, url, text, facts, link, site = link } = found;
    const isPrivate = found.isPrivate === true || link.isPrivate === true || site.isPrivate === true;
    this.#settled.add(site);
    this.#lines.push(
      entry({
        line,
        name: revealCode(name),
        url,
        text: revealCode(text),
        details: revealCode(details),
        tags: tags.map(revealCode),
        ...(isPrivate && { isPrivate }),
        ...(facts && facts.extras.size > 0 && { extras: revealExtras(facts.extras) }),
        ...(facts && facts.marks.length > 0 && { marks: facts.marks.map(revealCode) }),
      }),
    );
  }

  /** Gives the links that are left of a line to its entries: each to the one before it. */
  attach(words: Words, entries: readonly LineEntry[], lineOf: (found: LineEntry) => number): void {
    let owner = entries[0];
    for (const link of webLinksIn(words)) {
      owner = entries.find((found) => found.link === link) ?? owner;
      if (this.#settled.has(link) || !owner) continue;
      this.#settled.add(link);
      const line = lineOf(owner);
      this.#lines.push(
        part({
          line: link.line ?? line,
          entry: { line, url: owner.url },
          url: link.url,
          part: partKindOf(link, owner.url),
        }),
      );
    }
  }

  /** Skips the links that are left of a line. */
  skip(words: Words, line: number, [reason, why]: SkipReason): void {
    for (const link of webLinksIn(words)) {
      if (this.#settled.has(link)) continue;
      this.#settled.add(link);
      this.#lines.push(skipped(link.line ?? line, reason, why, link.url));
    }
  }

  /** Skips the links that are left of a line, or a line without a link to a website. */
  skipLine(words: Words, line: number, reason: SkipReason): void {
    if (webLinksIn(words).length > 0) this.skip(words, line, reason);
    else this.#lines.push(skipped(line, ...reason));
  }
}

const revealExtras = (extras: ReadonlyMap<string, string>) =>
  new Map([...extras].map(([name, text]) => [revealCode(name), revealCode(text)]));
