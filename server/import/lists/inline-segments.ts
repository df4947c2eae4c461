import {
  type LinkSegment,
  type ListElement,
  type ListNode,
  type Segment,
  isElement,
  isSilent,
  textOf,
} from './list-tree';
import { collapse } from '@/server/import/formats/clean-text';
import { readWebURL } from '@/server/import/formats/web-url';
import { namesNoProduct } from './label-words';

/** Elements that contain separate lines rather than words of the current line. */
const BLOCKS = new Set('ul ol dl table h1 h2 h3 h4 h5 h6 pre blockquote details hr'.split(' '));
const LINES = new Set('p div dd dt li tr section article center summary'.split(' '));

export const isBlock = (node: ListNode): boolean => isElement(node) && BLOCKS.has(node.tagName);
export const isLineBox = (node: ListElement): boolean => LINES.has(node.tagName);

/**
 * Reads the words and links of a line.
 *
 * @param isWhole with those of the blocks inside it.
 */
export function readSegments(
  nodes: readonly ListNode[],
  lineOf: (node: ListElement) => number | undefined,
  isWhole = false,
): Segment[] {
  const segments: Segment[] = [];
  for (const node of nodes) readNode(node, false);
  return segments;

  function readNode(node: ListNode, isStrong: boolean): void {
    if (node.type === 'text') {
      if (node.value !== '') segments.push({ kind: 'text', text: node.value, isStrong });
      return;
    }
    if (!isElement(node) || (!isWhole && isBlock(node))) return;
    if (isSilent(node)) {
      // The links of a silent element count, although its words are no part of the text.
      const links = readSegments(node.children, lineOf, true).filter(({ kind }) => kind === 'link');
      segments.push(...links);
      return;
    }
    const { tagName, properties, children } = node;
    if (tagName === 'br') segments.push({ kind: 'break' });
    else if ((tagName === 'code' || tagName === 'kbd') && !children.some(isElement))
      segments.push({ kind: 'text', text: textOf(node), isStrong, isCode: true });
    else if (tagName === 'a' && typeof properties.href === 'string')
      segments.push(readLink(node, properties.href, isStrong, lineOf(node)));
    else {
      const isLine = LINES.has(tagName);
      if (isLine) segments.push({ kind: 'break' });
      for (const child of children) readNode(child, isStrong || tagName === 'strong' || tagName === 'b');
      if (isLine) segments.push({ kind: 'break' });
    }
  }
}

function readLink(node: ListElement, href: string, isStrong: boolean, line: number | undefined): LinkSegment {
  const text = collapse(textOf(node));
  const isImage = text === '';
  return {
    kind: 'link',
    text: isImage ? (alternativeText(node) ?? '') : text,
    url: readWebURL(href),
    line,
    isStrong:
      isStrong || node.children.some((child) => isElement(child) && /^(?:strong|b)$/.test(child.tagName)),
    isImage,
    isAnchor: href.startsWith('#'),
    ...(node.properties.private === '1' && { isPrivate: true }),
    ...(href.includes('#') && { anchor: href.slice(href.indexOf('#') + 1) }),
  };
}

function alternativeText(node: ListElement): string | undefined {
  for (const child of node.children.filter(isElement)) {
    if (child.tagName === 'img') return isBadge(child) ? '' : collapse(attribute(child, 'alt'));
    const inside = alternativeText(child);
    if (inside !== undefined) return inside;
  }
  return undefined;
}

function attribute(node: ListElement, name: string): string {
  const value = node.properties[name];
  return typeof value === 'string' ? value : '';
}

/** Whether an image comes from a badge service and shows a number or status. */
function isBadge(image: ListElement): boolean {
  const source = attribute(image, 'src');
  const words = attribute(image, 'alt');
  return (
    /shields\.io|badgen?\b|badge\.fury|travis-ci|circleci|codecov|coveralls|awesome\.re|\/badges?\b|-badge|stars?\b.*\.svg|contrib\.rocks|opencollective|star-history/i.test(
      source,
    ) ||
    /\b(?:stars?|badge|build|licen[cs]e|version|npm|downloads|coverage|status|contributors?|awesome|logo of sponsor)\b/i.test(
      words,
    )
  );
}

/** Returns the text of a line without images and links within the page. */
export const segmentsText = (segments: readonly Segment[]): string =>
  segments
    .map((segment) => {
      if (segment.kind === 'break') return '\n';
      return segment.kind === 'link' && (segment.isImage || isPageLink(segment)) ? '' : segment.text;
    })
    .join('');

const isPageLink = ({ isAnchor, text }: LinkSegment): boolean =>
  isAnchor && (namesNoProduct(text) || !/[\p{L}\p{N}]/u.test(text));
