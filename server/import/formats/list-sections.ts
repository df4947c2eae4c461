import { isElement, type ListNode, readTree } from './list-tree';

/** An element without meaning. Whether it ends up at the top of the tree shows whether anything before it is still open. */
export const SEAM = '<i data-seam></i>';

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
