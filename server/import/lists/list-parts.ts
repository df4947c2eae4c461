import { segmentsText } from './inline-segments';
import type { Segment } from './list-tree';
import type { LineEntry } from './line-entries';
import { collapse } from '@/server/import/formats/clean-text';
import { type SkipReason, WHY_SKIPPED } from './list-ledger';
import { tagFromHeading } from './section-names';
import { isPartLink, namesAPart, namesNoProduct } from './label-words';

/** Maximum length of a label, in characters. Longer texts are sentences. */
export const LABEL_CHARS_MAX = 60;

/** Returns the text of a heading without links to the top of the page and to the heading itself. */
export function headingText(segments: readonly Segment[]): string {
  const words = segments.filter(
    (segment) =>
      segment.kind !== 'link' || !(namesNoProduct(segment.text) || /^[^\p{L}\p{N}]*$/u.test(segment.text)),
  );
  return collapse(segmentsText(words));
}

/** The links and texts of a line, without what only separates these. */
export const withoutBlanks = (line: readonly Segment[]): Segment[] =>
  line.filter((segment) => segment.kind !== 'text' || segment.text.trim() !== '');

/** Returns a bold line as the caption of the block that follows it. */
export function captionOf(segments: readonly Segment[]): string | undefined {
  const words = withoutBlanks(segments);
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
  const [link, text] = withoutBlanks(line);
  return (
    link?.kind === 'link' && link.url !== null && text?.kind === 'text' && /^\s*[-–—:]+\s+\S/.test(text.text)
  );
}

/** Whether a nested line describes its parent: plain words, or a link to another page of the product. */
export function belongsTo(parent: LineEntry, child: LineEntry): boolean {
  if (!child.isLeading || isPartLink(child.link)) return true;
  const rest = child.name.toLowerCase().replace(parent.name.toLowerCase(), '');
  return rest !== child.name.toLowerCase() && rest.trim() !== '' && child.text === '' && namesAPart(rest);
}

/** Why an item has no entry. Undefined for links within the page, which say nothing of products. */
export function reasonForSkipping(segments: readonly Segment[]): SkipReason | undefined {
  const links = segments.filter((segment) => segment.kind === 'link');
  const [link] = links;
  if (!link) return WHY_SKIPPED.line;
  if (links.some(({ url, isImage }) => url !== null && isImage)) return WHY_SKIPPED.image;
  return link.isAnchor ? undefined : WHY_SKIPPED.noWebsite;
}
