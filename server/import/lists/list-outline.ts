import { segmentsText } from './inline-segments';
import { isDateHeading, leadsToPerson } from './heading-facts';
import { isPartLink } from './label-words';
import { type LineEntry, readLineEntries } from './line-entries';
import { type Block, type Words, textsOf } from './list-blocks';
import { webLinksIn } from './list-ledger';
import { captionOf, headingText, splitLines, startsWithNamedLink, withoutBlanks } from './list-parts';
import { CAPTION_LEVEL, type Verdict } from './list-place';
import { namedByHeading, repeatedBelow } from './named-sections';
import { tagFromHeading } from './section-names';
import { anchorKey, describesProducts, judgeSection, listsSites } from './section-verdict';

type HeadingBlock = Extract<Block, { kind: 'heading' }>;

/** What the whole list says, which its reader has to know before it reads the first section. */
export type ListOutline = {
  /** The heading that names the whole list; undefined without one. */
  title: HeadingBlock | undefined;
  hasSections: boolean;
  /** Whether products without a text stand before the first section, as they do in the sections. */
  hasProductsAhead: boolean;
  judge: (heading: Words, own: readonly Block[], whole: readonly Block[]) => Verdict | undefined;
  /** Whether a heading says when or by whom its products were made or listed, and not what they are. */
  isFact: (heading: HeadingBlock) => boolean;
  /** How products are written in the running text of a section. */
  styleOf: (own: readonly Block[]) => TextStyle;
  /** The product that a heading or summary names, if several of them name one. */
  productOf: (block: Block) => LineEntry | undefined;
};

export function outlineOf(blocks: readonly Block[]): ListOutline {
  const headings = headingsIn(blocks);
  const anchors = new Set(headings.map(({ words }) => anchorKey(headingText(words))));
  let described: boolean | undefined;
  const isDescribed = () => (described ??= describesProducts(blocks));
  const judge = (heading: Words, own: readonly Block[], whole: readonly Block[]) =>
    judgeSection(tagFromHeading(headingText(heading)), { own, whole, anchors, isDescribed });
  const title = titleOf(blocks, headings);
  const hasSections = headings.some((heading) => {
    if (heading === title) return false;
    const at = blocks.indexOf(heading);
    return at < 0 || judge(heading.words, ownBlocks(blocks, at), wholeSection(blocks, at)) === undefined;
  });
  const firstSection = blocks.findIndex((block) => block.kind === 'heading' && block !== title);
  const hasProductsAhead =
    hasSections && listsSites(blocks.slice(0, Math.max(firstSection, 0))) && !isDescribed();
  const factLevels = levelsOfFacts(headings);
  const isFact = (heading: HeadingBlock) => factLevels.has(heading.level) || saysFact(heading);
  const products = productsOf(blocks);
  const usual = usualStyleOf(blocks);
  const styleOf = (own: readonly Block[]) => textStyleOf(own, usual);
  return {
    title,
    hasSections,
    hasProductsAhead,
    judge,
    isFact,
    styleOf,
    productOf: (block) => products.get(block),
  };
}

const NAMED_MIN = 2;

function productsOf(blocks: readonly Block[]): ReadonlyMap<Block, LineEntry> {
  const products = new Map<Block, LineEntry>();
  for (const block of blocks.flatMap(detailsIn)) {
    const found = holdsEntries(block.blocks)
      ? undefined
      : repeatedBelow(tagFromHeading(headingText(block.summary)), block.blocks);
    if (found) products.set(block, found);
  }
  for (const [at, block] of blocks.entries()) {
    if (block.kind !== 'heading' || webLinksIn(block.words).length > 0) continue;
    const own = ownBlocks(blocks, at);
    const next = blocks[at + own.length + 1];
    const name = tagFromHeading(headingText(block.words));
    // A section with sections below it is no product.
    if (own.length === 0 || name === '' || (next?.kind === 'heading' && next.level > block.level)) continue;
    const found =
      namedByHeading(name, own, block.line) ?? (holdsEntries(own) ? undefined : repeatedBelow(name, own));
    if (found) products.set(block, found);
  }
  return products.size < NAMED_MIN ? new Map() : products;
}

type DetailsBlock = Extract<Block, { kind: 'details' }>;

const detailsIn = (block: Block): DetailsBlock[] =>
  block.kind === 'details' ? [block, ...block.blocks.flatMap(detailsIn)] : [];

const saysFact = ({ words }: HeadingBlock): boolean =>
  isDateHeading(headingText(words)) || webLinksIn(words).some(leadsToPerson);

const FACTS = { countMin: 5, part: 0.4 };

/** Levels of which many headings are facts. The others are, too: the authors without a page of their own. */
function levelsOfFacts(headings: readonly HeadingBlock[]): Set<number> {
  const levels = new Set(headings.map(({ level }) => level));
  return new Set(
    [...levels].filter((level) => {
      const there = headings.filter((heading) => heading.level === level);
      const factCount = there.filter(saysFact).length;
      return factCount >= FACTS.countMin && factCount >= there.length * FACTS.part;
    }),
  );
}

const headingsIn = (blocks: readonly Block[]): HeadingBlock[] =>
  blocks.flatMap((block) =>
    block.kind === 'heading' ? [block] : block.kind === 'details' ? headingsIn(block.blocks) : [],
  );

/** The first heading, if it is the only one of the first level, or no product stands between it and the next of that level. */
function titleOf(blocks: readonly Block[], headings: readonly HeadingBlock[]): HeadingBlock | undefined {
  const [first] = headings;
  if (first?.level !== 1) return undefined;
  const isOnly = headings.filter(({ level }) => level === 1).length === 1;
  const at = blocks.indexOf(first);
  return isOnly || (at >= 0 && !holdsEntries(wholeSection(blocks, at))) ? first : undefined;
}

/** The blocks below a heading, up to the next one. */
export const ownBlocks = (blocks: readonly Block[], at: number): readonly Block[] =>
  blocksUpTo(blocks, at, CAPTION_LEVEL);

/** The blocks below a heading, up to the next one of its level. */
export function wholeSection(blocks: readonly Block[], at: number): readonly Block[] {
  const heading = blocks[at];
  return blocksUpTo(blocks, at, heading?.kind === 'heading' ? heading.level : 0);
}

function blocksUpTo(blocks: readonly Block[], at: number, level: number): readonly Block[] {
  let end = at + 1;
  for (let block = blocks[end]; block !== undefined; block = blocks[end]) {
    if (block.kind === 'heading' && block.level <= level) break;
    end += 1;
  }
  return blocks.slice(at + 1, end);
}

/** Whether something in these blocks is a product by its form: an item or line that begins with its link, or a row with one. */
export function holdsEntries(blocks: readonly Block[]): boolean {
  return blocks.some((block): boolean => {
    if (block.kind === 'list')
      return block.items.some(({ words, blocks: inside }) => beginsWithLink(words) || holdsEntries(inside));
    if (block.kind === 'table')
      return block.rows.some((cells) =>
        cells.some((cell) => webLinksIn(cell.words).some(({ isImage }) => !isImage)),
      );
    if (block.kind === 'details') return beginsWithLink(block.summary) || holdsEntries(block.blocks);
    if (block.kind === 'definition') return webLinksIn(block.words).length > 0;
    return block.kind === 'paragraph' && splitLines(block.words).some(startsWithNamedLink);
  });
}

/** Whether a line begins with the link of a product. */
function beginsWithLink(words: Words): boolean {
  const [first] = readLineEntries(words);
  return first?.isLeading === true && !isPartLink(first.link);
}

/** Lines of running text that are products only if all of a section is written like that: a link alone, or words and a bare URL. */
function isBareLine(line: Words): boolean {
  const links = webLinksIn(line);
  const [link] = links;
  if (!link || links.length > 1 || link.isImage || isPartLink(link)) return false;
  const before = segmentsText(line.slice(0, line.indexOf(link))).trim();
  const after = segmentsText(line.slice(line.indexOf(link) + 1)).trim();
  if (!/[\p{L}\p{N}]/u.test(before)) return !/[\p{L}\p{N}]/u.test(after);
  return /^(?:https?:|www\.)/i.test(link.text) && before.length <= 200 && !/[\p{L}\p{N}]/u.test(after);
}

/** How products are written in running text: each in a line, each in a paragraph, or not at all. */
export type TextStyle = 'lines' | 'paragraphs' | undefined;

const LIKE_EACH_OTHER_MIN = 2;

/** As many sections tell how products are written in the running text of a list. */
const USUAL_MIN = 3;

/** How most sections with products in running text have them; undefined in a list where few are written so. */
function usualStyleOf(blocks: readonly Block[]): TextStyle {
  const sections = blocks.flatMap((block, at) => (block.kind === 'heading' ? [ownBlocks(blocks, at)] : []));
  const styles = sections.map((own) => textStyleOf(own));
  const countOf = (style: TextStyle) => styles.filter((each) => each === style).length;
  const style = countOf('lines') > countOf('paragraphs') ? 'lines' : 'paragraphs';
  const listCount = sections.filter((own) =>
    own.some(({ kind }) => kind === 'list' || kind === 'table'),
  ).length;
  return countOf(style) >= USUAL_MIN && countOf(style) > listCount ? style : undefined;
}

/**
 * How products are written in the running text of these blocks: there are several alike, and no list beside them.
 *
 * @param usual how the other sections have them, so that a section may have one alone.
 */
export function textStyleOf(blocks: readonly Block[], usual?: TextStyle): TextStyle {
  if (blocks.some((block) => block.kind !== 'paragraph' && holdsEntries([block]))) return undefined;
  const paragraphs = blocks.flatMap((block) => (block.kind === 'paragraph' ? [block.words] : []));
  const lines = paragraphs.flatMap(splitLines).filter((line) => segmentsText(line).trim() !== '');
  const bareCount = lines.filter(isBareLine).length;
  const leading = paragraphs.filter((words) => leadsParagraph(words));
  const countMin = (style: TextStyle) => (style === usual ? 1 : LIKE_EACH_OTHER_MIN);
  const isList = leading.length >= countMin('paragraphs') || leading.some(([first]) => isStrongLink(first));
  if (isList && leading.length >= bareCount) return 'paragraphs';
  return bareCount >= countMin('lines') && bareCount >= lines.length / 3 ? 'lines' : undefined;
}

const isStrongLink = (segment: Words[number] | undefined): boolean =>
  segment?.kind === 'link' && segment.isStrong;

/** The products in a paragraph, with the words about them. */
export function entriesInText(words: Words, style: TextStyle): { words: Words; entries: LineEntry[] }[] {
  if (style === 'paragraphs' && leadsParagraph(words)) return [{ words, entries: readLineEntries(words) }];
  return splitLines(words).map((line) => {
    const isEntry = startsWithNamedLink(line) || (style === 'lines' && isBareLine(line));
    return { words: line, entries: isEntry ? readLineEntries(line) : [] };
  });
}

/** The paragraph after a link that is alone in its paragraph, if that paragraph describes the product; else empty. */
export function textOfNext(words: Words, style: TextStyle, next: Block | undefined): string {
  if (style !== 'paragraphs' || next?.kind !== 'paragraph' || !leadsParagraph(words)) return '';
  const isText = webLinksIn(next.words).length === 0 && captionOf(next.words) === undefined;
  return isText && readLineEntries(words).every(({ text }) => text === '') ? textsOf(next).join(' ') : '';
}

/** Whether a paragraph is about the product whose link it begins with, and about no other one. */
function leadsParagraph(words: Words): boolean {
  const lines = splitLines(words).filter((line) => webLinksIn(line).length > 0 && beginsWithLink(line));
  return lines.length === 1 ? beginsWithLink(words) : lines.length === 0 && namesParagraph(words);
}

/** Whether a paragraph begins with a name in bold, and all of its links lead to pages of that product. */
function namesParagraph(words: Words): boolean {
  const [first] = withoutBlanks(words);
  const links = webLinksIn(words);
  return first?.kind === 'text' && first.isStrong && links.length > 0 && links.every(isPartLink);
}
