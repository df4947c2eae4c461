import type { SkipKind } from '@/lib/contract/import';
import { leadsToPerson } from './heading-facts';
import { isPartLink } from './label-words';
import { type LineEntry, readLineEntries } from './line-entries';
import { type Block, textsOf, type Words, wordsIn } from './list-blocks';
import { webLinksIn } from './list-ledger';
import { splitLines, startsWithNamedLink } from './list-parts';
import type { Verdict } from './list-place';
import { readTableRows } from './list-table';
import { isWebLink } from './list-tree';
import { namesMaintenance } from './section-names';

/** A heading and the link to it have these letters in common, however a site makes the link. */
export const anchorKey = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

type Section = {
  own: readonly Block[];
  whole: readonly Block[];
  anchors: ReadonlySet<string>;
  /** Whether most products of the list have a text. */
  isDescribed: () => boolean;
};

/**
 * Why a section has no products: by what it links to. Its name decides only if it says that the section is about the list
 * itself, and nothing in it looks like a product of the list.
 */
export function judgeSection(name: string, section: Section): Verdict | undefined {
  const { own, whole, anchors } = section;
  const words = own.flatMap(wordsIn);
  const anchorCount = words.filter((word) => word.kind === 'link' && leadsToHeading(word, anchors)).length;
  const webLinks = words.filter(isWebLink);
  const otherCount = webLinks.filter((link) => !leadsToHeading(link, anchors) && !link.isImage).length;
  if (anchorCount > 1 && anchorCount > otherCount) return { why: 'contents', section: name };
  const wholeLinks = whole.flatMap(wordsIn).filter(isWebLink);
  if (wholeLinks.length > 0 && wholeLinks.every(({ url }) => TAKES_DONATIONS.test(url)))
    return { why: 'sponsors', section: name };
  const kind = namesMaintenance(name);
  return kind !== undefined && !holdsProducts(kind, section) ? { why: kind, section: name } : undefined;
}

/** Pages of people and projects that take donations, not of the sites that offer it. */
const TAKES_DONATIONS =
  /^https?:\/\/(?:www\.)?(?:github\.com\/sponsors|opencollective\.com|patreon\.com|ko-fi\.com|buymeacoffee\.com|paypal\.(?:me|com)|liberapay\.com|afdian\.(?:net|com))\/./i;

/** Pages about a list: how to contribute to it, who did, and its license. */
const ABOUT_LIST =
  /\/(?:contributing|code[-_]of[-_]conduct|license|licence|copying)(?:\.\w+)?\/?$|\/(?:issues|pulls|discussions|graphs\/contributors|compare)(?:\/|$)|\/\/(?:www\.)?(?:creativecommons\.org|opensource\.org\/licen|choosealicense\.com|unlicense\.org|star-history\.com|contrib\.rocks)/i;

function leadsToHeading(
  link: Extract<Words[number], { kind: 'link' }>,
  anchors: ReadonlySet<string>,
): boolean {
  const hash = link.anchor ?? '';
  if (hash === '') return false;
  const key = anchorKey(safeDecode(hash));
  return key !== '' && (link.isAnchor || anchors.has(key));
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A text beside a link to a sponsor or a person does not make it a product, unless there are several. */
const DESCRIBED_MIN = 3;
const SITES_MIN = 3;
/** As many entries tell how a list is written. */
const SAMPLE_MIN = 200;

/** Whether a section has products all the same, as its list has them: described, or many sites in a list without texts. */
function holdsProducts(kind: SkipKind, { own, whole, isDescribed }: Section): boolean {
  // The sections below the contents are no part of them.
  const blocks = kind === 'contents' ? own : whole;
  const found = blocks.flatMap((block, at) => entriesIn(block, blocks[at + 1]));
  const products = found.filter(
    ({ url, link }) =>
      !ABOUT_LIST.test(url) && !TAKES_DONATIONS.test(url) && !leadsToPerson({ url }) && !isPartLink(link),
  );
  const describedCount = products.filter(({ text }) => text !== '').length;
  const isAboutOthers = kind === 'sponsors' || kind === 'people';
  if (describedCount >= (isAboutOthers ? DESCRIBED_MIN : 1) && describedCount >= found.length / 2)
    return true;
  const sites = new Set(products.map(({ url }) => new URL(url).hostname));
  return !isAboutOthers && sites.size >= SITES_MIN && !isDescribed();
}

/** Whether the lists among these blocks lead to many sites, as those of a list without texts do. */
export function listsSites(blocks: readonly Block[]): boolean {
  const found = blocks.flatMap((block) => (block.kind === 'list' ? entriesIn(block, undefined) : []));
  const products = found.filter(({ link, url }) => !isPartLink(link) && !leadsToPerson({ url }));
  const sites = new Set(products.map(({ url }) => new URL(url).hostname));
  return sites.size >= SITES_MIN && sites.size >= found.length / 2;
}

/** Whether most products of a list have a text, by the first of them. */
export function describesProducts(blocks: readonly Block[]): boolean {
  const found: LineEntry[] = [];
  for (const [at, block] of blocks.entries()) {
    if (found.length >= SAMPLE_MIN) break;
    found.push(...entriesIn(block, blocks[at + 1]));
  }
  return found.filter(({ text }) => text !== '').length > found.length / 2;
}

/** What begins with its link in a block, or is a row of a table. */
function entriesIn(block: Block, next: Block | undefined): LineEntry[] {
  if (block.kind === 'list')
    return block.items.flatMap(({ words, blocks }) => {
      const own = leadingIn(words, blocks.flatMap(textsOf)[0]);
      return own.length > 0 ? own : blocks.flatMap((inside, at) => entriesIn(inside, blocks[at + 1]));
    });
  if (block.kind === 'details')
    return block.blocks.flatMap((inside, at) => entriesIn(inside, block.blocks[at + 1]));
  if (block.kind === 'table')
    return readTableRows(block.rows).flatMap((row) => (row.kind === 'entries' ? row.entries : []));
  if (block.kind === 'heading')
    return leadingIn(block.words, next?.kind === 'paragraph' ? textsOf(next)[0] : undefined);
  if (block.kind !== 'paragraph') return [];
  return splitLines(block.words)
    .filter(startsWithNamedLink)
    .flatMap((line) => leadingIn(line));
}

const leadingIn = (words: Words, below = ''): LineEntry[] =>
  (webLinksIn(words).length === 0 ? [] : readLineEntries(words))
    .filter(({ isLeading }) => isLeading)
    .map((each) => (each.text === '' ? { ...each, text: below } : each));
