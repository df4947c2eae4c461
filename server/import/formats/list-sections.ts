import { collectHeadings, mayHoldProducts } from './list-parts';
import { isElement, type ListNode, type ListTree, readTree } from './list-tree';

/** What the whole list says, which its reader has to know before it reads the first section. */
export type ListOutline = { titleCount: number; hasSections: boolean };

/** An element without meaning. Whether it ends up at the top of the tree shows whether anything before it is still open. */
const SEAM = '<i data-seam></i>';

/**
 * Parses HTML that comes in parts, and yields the nodes at its top as soon as no element is open at the end of a part.
 * Together they are the nodes that the whole has, but no more than one section of a usual list is in memory.
 */
export function* readSections(parts: readonly string[]): Generator<ListNode[]> {
  let [from, partCount, endsInText] = [0, 1, false];
  while (from < parts.length) {
    const until = Math.min(parts.length, from + partCount);
    const html = parts.slice(from, until).join('\n');
    const isLast = until === parts.length;
    // After a first element, table cells without a table are text, as in the whole.
    const { children } = readTree((from > 0 ? SEAM : '') + html + (isLast ? '' : `\n${SEAM}`));
    if (from > 0) children.shift();
    if (!isLast && !isSeam(children.pop())) {
      // Twice as much each time, so that a list in which nothing is closed is parsed about twice.
      partCount *= 2;
      continue;
    }
    // In the whole, the text on both sides of a seam is one node.
    if (endsInText && children[0]?.type === 'text') children.shift();
    endsInText = children.length === 0 ? endsInText : children.at(-1)?.type === 'text';
    yield children;
    [from, partCount] = [until, 1];
  }
}

/** Whether the element is as it was written: at the top, and without a copy of an element that is not closed. */
const isSeam = (node: ListNode | undefined): boolean =>
  node !== undefined &&
  isElement(node) &&
  node.properties.dataSeam !== undefined &&
  node.children.length === 0;

/** @param titleCount the number of first-level headings. Of the sections, only those are read that are needed. */
export function outlineOf(titleCount: number, sections: Iterable<readonly ListNode[]>): ListOutline {
  let [isFirst, isTitled, hasSections] = [true, false, false];
  for (const children of sections) {
    for (const heading of collectHeadings({ type: 'root', children: [...children] })) {
      if (isFirst) isTitled = titleCount === 1 && heading.tagName === 'h1';
      hasSections = (!isFirst || !isTitled) && mayHoldProducts(heading);
      isFirst = false;
      if (hasSections) return { titleCount, hasSections };
    }
  }
  return { titleCount, hasSections };
}

/** Counts the first-level headings of HTML that comes in parts. Most lists have them in few. */
export function countTitles(parts: readonly string[]): number {
  return parts
    .filter((part) => /<h1/i.test(part))
    .map((part) => titlesIn(readTree(SEAM + part)))
    .reduce((sum, count) => sum + count, 0);
}

export const titlesIn = (tree: ListTree): number =>
  collectHeadings(tree).filter(({ tagName }) => tagName === 'h1').length;
