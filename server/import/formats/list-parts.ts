import { type Segment, isBlock, readSegments, segmentsText } from './inline-segments';
import type { LineEntry } from './line-entries';
import { type ListElement, type ListNode, type ListTree, elementsIn, isElement } from './list-tree';
import { collapse } from './clean-text';
import { revealCode } from '@/server/text/escape';
import { type ImportLine, entry } from './import-line';
import { holdsNoProducts, isContents, tagFromHeading } from './section-names';
import { namesAPart, namesNoProduct } from './label-words';

/** Maximum length of a label, in characters. Longer texts are sentences. */
export const LABEL_CHARS_MAX = 60;

export function collectHeadings(node: ListTree | ListElement): ListElement[] {
  return elementsIn(node).flatMap((child) =>
    /^h[1-6]$/.test(child.tagName) ? [child] : collectHeadings(child),
  );
}

export function mayHoldProducts(heading: ListElement): boolean {
  const tag = tagFromHeading(headingText(readSegments(heading.children)));
  return !holdsNoProducts(tag) && !isContents(tag);
}

/** The next element, unless it is further than one node away. */
export function nextElement(
  nodes: readonly ListNode[],
  index: number,
  following: readonly ListNode[],
): ListElement | undefined {
  return [...nodes.slice(index + 1, index + 3), ...following.slice(0, 2)].slice(0, 2).find(isElement);
}

/** Finds lists and other blocks inside an item, also inside wrappers. */
export function nestedBlocks(item: ListElement): ListElement[] {
  return elementsIn(item).flatMap((child) => {
    if (isBlock(child)) return [child];
    return child.tagName === 'p' || child.tagName === 'div' ? nestedBlocks(child) : [];
  });
}

/** Returns the text of a heading without links to the top of the page and to the heading itself. */
export function headingText(segments: readonly Segment[]): string {
  const words = segments.filter(
    (segment) =>
      segment.kind !== 'link' || !(namesNoProduct(segment.text) || /^[^\p{L}\p{N}]*$/u.test(segment.text)),
  );
  return collapse(segmentsText(words));
}

/** Returns a bold line as the caption of the block that follows it. */
export function captionOf(segments: readonly Segment[]): string | undefined {
  const words = segments.filter((segment) => segment.kind !== 'text' || segment.text.trim() !== '');
  const text = collapse(segmentsText(words));
  const isBold = words.every((segment) => segment.kind === 'text' && segment.isStrong);
  return isBold && text !== '' && text.length <= LABEL_CHARS_MAX ? tagFromHeading(text) : undefined;
}

export function splitLines(segments: readonly Segment[]): Segment[][] {
  const lines: Segment[][] = [[]];
  for (const segment of segments) {
    if (segment.kind === 'break') lines.push([]);
    else if (segment.kind === 'link') lines.at(-1)?.push(segment);
    else {
      segment.text.split('\n').forEach((text, index) => {
        if (index > 0) lines.push([]);
        lines.at(-1)?.push({ ...segment, text });
      });
    }
  }
  return lines;
}

/** Whether a line has the form `[Name](…) - description`, the only form of an entry in running text. */
export function startsWithNamedLink(line: readonly Segment[]): boolean {
  const words = line.filter((segment) => segment.kind !== 'text' || segment.text.trim() !== '');
  const [link, text] = words;
  return (
    link?.kind === 'link' && link.url !== null && text?.kind === 'text' && /^\s*[-–—:]+\s+\S/.test(text.text)
  );
}

/** Whether a nested line describes its parent: plain words, or a link to another page of the product. */
export function belongsTo(parent: LineEntry, child: LineEntry): boolean {
  if (!child.isLeading || namesAPart(child.name)) return true;
  const rest = child.name.toLowerCase().replace(parent.name.toLowerCase(), '');
  return rest !== child.name.toLowerCase() && rest.trim() !== '' && child.text === '' && namesAPart(rest);
}

export function reasonForSkipping(segments: readonly Segment[]): string | undefined {
  const links = segments.filter((segment) => segment.kind === 'link');
  const [link] = links;
  if (!link) return 'The line has no link.';
  if (links.some(({ url, isImage }) => url !== null && isImage)) return 'Only an image is linked.';
  if (links.some(({ url, text }) => url !== null && namesNoProduct(text)))
    return 'The link leads to more entries, not to a product.';
  return link.isAnchor ? undefined : 'The link does not lead to a website.';
}

/** Returns an entry as the list says it, with the code in its texts. */
export const entryOf = (
  { name, url, text, facts }: LineEntry,
  { line, details, tags }: { line: number; details: string; tags: readonly string[] },
): ImportLine =>
  entry({
    line,
    name: revealCode(name),
    url,
    text: revealCode(text),
    details: revealCode(details),
    tags: tags.map(revealCode),
    ...(facts && facts.extras.size > 0 && { extras: revealExtras(facts.extras) }),
    ...(facts && facts.marks.length > 0 && { marks: facts.marks.map(revealCode) }),
  });

const revealExtras = (extras: ReadonlyMap<string, string>) =>
  new Map([...extras].map(([name, text]) => [revealCode(name), revealCode(text)]));
