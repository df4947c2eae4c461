import { fromHtml } from 'hast-util-from-html';
import { protectCode } from './clean-text';

export type ListTree = ReturnType<typeof fromHtml>;
export type ListNode = ListTree['children'][number];
export type ListElement = Extract<ListNode, { type: 'element' }>;

export const isElement = (node: ListNode): node is ListElement => node.type === 'element';

export const elementsIn = (node: ListElement | ListTree): ListElement[] =>
  node.children.flatMap((child) => (child.type === 'element' ? [child] : []));

/** Deeper than any list is written; a tree beyond it would exhaust the stack of whoever walks it. */
const DEPTH_MAX = 400;

/** Builds the tree of an HTML text as a browser would, whatever state it is in. */
export function readTree(html: string): ListTree {
  return fromHtml(limitDepth(html), { fragment: true });
}

/** The line of the file on which an element begins: what the Markdown reader noted, else the parser's own count. */
export function lineOf(node: ListElement): number | undefined {
  const noted = Number(node.properties.dataLine);
  if (noted > 0) return noted;
  return node.properties.dataMarkdown === undefined ? node.position?.start.line : undefined;
}

/** Everything readable in a node, pictures and footnote marks aside. */
export function textOf(node: ListNode): string {
  if (node.type === 'text') return node.value;
  if (!isElement(node) || isSilent(node)) return '';
  if (node.tagName === 'br') return '\n';
  const text = node.children.map(textOf).join('');
  return node.tagName === 'code' ? protectCode(text) : text;
}

/** Elements whose content is not part of the text. */
export function isSilent(node: ListElement): boolean {
  return (
    [
      'script',
      'style',
      'template',
      'svg',
      'math',
      'head',
      'title',
      'noscript',
      'select',
      'button',
      'nav',
    ].includes(node.tagName) ||
    node.properties.dataFootnoteRef !== undefined ||
    node.properties.dataFootnotes !== undefined
  );
}

/** Leaves out the opening tags beyond the limit; their closing tags then close nothing. */
function limitDepth(html: string): string {
  let depth = 0;
  return html.replace(/<(\/?)([a-z][a-z0-9]*)\b([^<>]*)>/gi, (tag, slash: string, name: string) => {
    if (/^(?:br|hr|img|input|p|li|td|th|tr|source|meta|link|dt|dd)$/i.test(name)) return tag;
    if (slash !== '') {
      depth = Math.max(0, depth - 1);
      return tag;
    }
    if (depth >= DEPTH_MAX) return '';
    depth += 1;
    return tag;
  });
}
