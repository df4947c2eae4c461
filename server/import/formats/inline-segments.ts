import { type ListElement, type ListNode, isElement, isSilent, lineOf, textOf } from './list-tree';
import { collapse } from './clean-text';
import { readWebURL } from './web-url';
import { namesNoProduct } from './label-words';

/** A part of a line: text, a link, or a line break. */
export type Segment =
  | { kind: 'text'; text: string; isStrong: boolean; isCode?: boolean }
  | {
      kind: 'link';
      text: string;
      url: string | null;
      line: number | undefined;
      isImage: boolean;
      isAnchor: boolean;
    }
  | { kind: 'break' };

export type LinkSegment = Extract<Segment, { kind: 'link' }>;

/** Elements that contain separate lines rather than words of the current line. */
const BLOCKS = new Set('ul ol dl table h1 h2 h3 h4 h5 h6 pre blockquote details hr'.split(' '));
const LINES = new Set('p div dd dt li tr section article center summary'.split(' '));

export const isBlock = (node: ListNode): boolean => isElement(node) && BLOCKS.has(node.tagName);

/** Reads the words and links of a line, without nested lists and tables. */
export function readSegments(nodes: readonly ListNode[], isStrong = false): Segment[] {
  return nodes.flatMap((node) => readNode(node, isStrong));
}

function readNode(node: ListNode, isStrong: boolean): Segment[] {
  if (node.type === 'text') return node.value === '' ? [] : [{ kind: 'text', text: node.value, isStrong }];
  if (!isElement(node) || isSilent(node) || isBlock(node)) return [];
  if (node.tagName === 'br') return [{ kind: 'break' }];
  if (node.tagName === 'code') return [{ kind: 'text', text: textOf(node), isStrong, isCode: true }];
  if (node.tagName === 'a' && typeof node.properties.href === 'string')
    return [readLink(node, node.properties.href)];
  const inside = readSegments(node.children, isStrong || node.tagName === 'strong' || node.tagName === 'b');
  return LINES.has(node.tagName) ? [{ kind: 'break' }, ...inside, { kind: 'break' }] : inside;
}

function readLink(node: ListElement, href: string): LinkSegment {
  const text = collapse(textOf(node));
  const isImage = text === '';
  return {
    kind: 'link',
    text: isImage ? (alternativeText(node) ?? '') : text,
    url: readWebURL(href),
    line: lineOf(node),
    isImage,
    isAnchor: href.startsWith('#'),
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
