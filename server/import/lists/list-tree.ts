import { fromHtml } from 'hast-util-from-html';
import { protectCode } from '@/server/text/escape';
import type { LinkAccount } from '@/server/import/formats/link-account';
import { marksPrivateIn } from '@/server/import/formats/private-marks';
import { linksInText } from '@/server/import/formats/text-links';
import { readWebURL } from '@/server/import/formats/web-url';

export type ListTree = ReturnType<typeof fromHtml>;
export type ListNode = ListTree['children'][number];
export type ListElement = Extract<ListNode, { type: 'element' }>;

export const isElement = (node: ListNode): node is ListElement => node.type === 'element';

export const elementsIn = (node: ListElement | ListTree): ListElement[] =>
  node.children.flatMap((child) => (child.type === 'element' ? [child] : []));

/** Maximum depth of the tree. Real lists are less deep, and a deeper tree would exhaust the stack. */
const DEPTH_MAX = 400;

/** Parses HTML like a browser, even if it is malformed. */
export function readTree(html: string): ListTree {
  const tree = fromHtml(limitDepth(html), { fragment: true });
  if (/<[^<>]*\s(?:is-?)?(?:private|public|shared|visibility|privacy)\b/i.test(html)) markPrivate(tree);
  return tree;
}

/** Marks the links that are private, as bookmarks may be, or inside something private. */
function markPrivate(tree: ListTree): void {
  const pending: { node: ListTree | ListElement; isInside: boolean }[] = [{ node: tree, isInside: false }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const children = elementsIn(next.node);
    // The bookmarks of a folder are beside its name in the tree.
    const isFolder = next.node.type === 'element' && next.node.tagName === 'dt';
    const isInside =
      next.isInside || (isFolder && children.some((child) => child.tagName === 'h3' && isMarked(child)));
    for (const child of children) {
      const isPrivate = isInside || isMarked(child);
      if (isPrivate && child.tagName === 'a') child.properties.private = PRIVATE;
      pending.push({ node: child, isInside: isPrivate });
    }
  }
}

/** The value of the mark on links. */
const PRIVATE = '1';

const isMarked = ({ properties }: ListElement): boolean =>
  marksPrivateIn(
    Object.entries(properties).flatMap(([name, value]) =>
      // Pages hide what a tab of theirs shows.
      name === 'hidden' ? [] : [[name, value === true ? '' : String(value)] as const],
    ),
  );

/** An element without meaning. Whether it ends up at the top of the tree shows whether anything before it is still open. */
const SEAM = '<i data-seam></i>';

/**
 * Parses a part of HTML.
 *
 * @returns undefined if an element is still open at its end, so that more has to be parsed with it.
 */
export function readSection(
  html: string,
  { isFirst, isLast }: { isFirst: boolean; isLast: boolean },
): ListNode[] | undefined {
  // After a first element, table cells without a table are text, as in the whole.
  const { children } = readTree((isFirst ? '' : SEAM) + html + (isLast ? '' : `\n${SEAM}`));
  if (!isFirst) children.shift();
  return isLast || isSeam(children.pop()) ? children : undefined;
}

/** Whether the element is as it was written: at the top, and without a copy of an element that is not closed. */
const isSeam = (node: ListNode | undefined): boolean =>
  node !== undefined &&
  isElement(node) &&
  node.properties.dataSeam !== undefined &&
  node.children.length === 0;

type Seen = { url: string; line: number };

/**
 * Adds every link to a website to the account, wherever the link is in the list.
 *
 * @returns the addresses that are no links: those in code, comments and texts.
 */
export function countLinks(
  nodes: readonly ListNode[],
  lineIn: (node: ListElement) => number | undefined,
  account: LinkAccount | undefined,
): (Seen & { place: 'code' | 'comment' | 'text' })[] {
  const unlinked: (Seen & { place: 'code' | 'comment' | 'text' })[] = [];
  let line = 1;
  const pending = nodes.toReversed().map((node) => ({ node, isCode: false }));
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { node } = next;
    if (!isElement(node)) {
      if (node.type !== 'text' && node.type !== 'comment') continue;
      const place = node.type === 'comment' ? 'comment' : next.isCode ? 'code' : 'text';
      for (const url of linksInText(node.value)) {
        account?.see(url, line);
        unlinked.push({ url, line, place });
      }
      continue;
    }
    line = lineIn(node) ?? line;
    if (/^(?:script|style)$/.test(node.tagName)) continue;
    const { href } = node.properties;
    const isLink = node.tagName === 'a' && typeof href === 'string';
    const url = isLink ? readWebURL(href) : null;
    if (url !== null) account?.see(url, line);
    const isCode = next.isCode || /^(?:code|pre|kbd|samp)$/.test(node.tagName);
    for (const child of node.children.toReversed())
      // The words of a link often are its address.
      if (!isLink || isElement(child)) pending.push({ node: child, isCode });
  }
  return unlinked;
}

/** The line on which an element starts: the one recorded by the Markdown reader, else the parser's own count. */
export function lineOf(node: ListElement): number | undefined {
  const noted = Number(node.properties.dataLine);
  if (noted > 0) return noted;
  return node.properties.dataMarkdown === undefined ? node.position?.start.line : undefined;
}

/** Returns the text of a node, without images and footnote marks. */
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

/** Drops opening tags beyond the depth limit. Their closing tags then have no effect. */
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

/** A part of a line: text, a link, or a line break. */
export type Segment =
  | { kind: 'text'; text: string; isStrong: boolean; isCode?: boolean }
  | {
      kind: 'link';
      text: string;
      url: string | null;
      line: number | undefined;
      isStrong: boolean;
      isImage: boolean;
      /** Whether it leads within the page. */
      isAnchor: boolean;
      /** Its text recurs in the list beside names, so it is none itself. */
      isLabel?: true;
      /** The part of a page that it leads to, as written. */
      anchor?: string;
      /** It is marked so that others do not see it. */
      isPrivate?: true;
    }
  | { kind: 'break' };

export type LinkSegment = Extract<Segment, { kind: 'link' }>;

/** A link to a website. */
export type WebLink = LinkSegment & { url: string };

export const isWebLink = (segment: Segment): segment is WebLink =>
  segment.kind === 'link' && segment.url !== null;
