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

const BADGES = new Set(
  'star stars badge build license licence version npm downloads coverage status contributor contributors awesome'.split(
    ' ',
  ),
);
const BESIDE_BADGES = new Set(
  'github gitlab pypi crates io docs ci code passing last commit latest release monthly total count logo of sponsor mit gpl apache'.split(
    ' ',
  ),
);

/** Whether an image comes from a badge service, or only says that it shows a number or status. */
function isBadge(image: ListElement): boolean {
  if (
    /shields\.io|badgen?\b|badge\.fury|travis-ci|circleci|codecov|coveralls|awesome\.re|\/badges?\b|-badge|stars?\b.*\.svg|contrib\.rocks|opencollective|star-history/i.test(
      attribute(image, 'src'),
    )
  )
    return true;
  const words =
    attribute(image, 'alt')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return (
    words.some((word) => BADGES.has(word) || word === 'sponsor') &&
    words.every((word) => BADGES.has(word) || BESIDE_BADGES.has(word) || /^\d/.test(word))
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
