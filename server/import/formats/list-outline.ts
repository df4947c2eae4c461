import { collectHeadings, mayHoldProducts } from './list-parts';
import { SEAM } from './list-sections';
import { type ListNode, type ListTree, readTree } from './list-tree';

/** What the whole list says, which its reader has to know before it reads the first section. */
export type ListOutline = { titleCount: number; hasSections: boolean };

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
