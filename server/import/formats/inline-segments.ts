import { type ListElement, type ListNode, isElement, isSilent, lineOf, textOf } from './list-tree';
import { collapse } from './clean-text';
import { readWebURL } from './web-url';
import { namesNoProduct } from './label-words';

/** A run of an item's own line: text, a link, or a break between lines. */
export type Segment =
  | { kind: 'text'; text: string; isStrong: boolean }
  | {
      kind: 'link';
      text: string;
      url: string | null;
      line: number | undefined;
      isPicture: boolean;
      isAnchor: boolean;
    }
  | { kind: 'break' };

export type LinkSegment = Extract<Segment, { kind: 'link' }>;

/** Elements that hold lines of their own rather than words of this one. */
const BLOCKS = new Set('ul ol dl table h1 h2 h3 h4 h5 h6 pre blockquote details hr'.split(' '));
const LINES = new Set('p div dd dt li tr section article center summary'.split(' '));

export const isBlock = (node: ListNode): boolean => isElement(node) && BLOCKS.has(node.tagName);

/** Reads the words and links of a line, nested lists and tables left out. */
export function readSegments(nodes: readonly ListNode[], isStrong = false): Segment[] {
  return nodes.flatMap((node) => readNode(node, isStrong));
}

function readNode(node: ListNode, isStrong: boolean): Segment[] {
  if (node.type === 'text') return node.value === '' ? [] : [{ kind: 'text', text: node.value, isStrong }];
  if (!isElement(node) || isSilent(node) || isBlock(node)) return [];
  if (node.tagName === 'br') return [{ kind: 'break' }];
  if (node.tagName === 'code') return [{ kind: 'text', text: textOf(node), isStrong }];
  if (node.tagName === 'a' && typeof node.properties.href === 'string')
    return [readLink(node, node.properties.href)];
  const inside = readSegments(node.children, isStrong || node.tagName === 'strong' || node.tagName === 'b');
  return LINES.has(node.tagName) ? [{ kind: 'break' }, ...inside, { kind: 'break' }] : inside;
}

function readLink(node: ListElement, href: string): LinkSegment {
  const text = collapse(textOf(node));
  const isPicture = text === '';
  return {
    kind: 'link',
    text: isPicture ? (alternativeText(node) ?? '') : text,
    url: readWebURL(href),
    line: lineOf(node),
    isPicture,
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

/** A picture that states a figure or a state, drawn by a badge service. */
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

/** The words of a line, less pictures and links within the page. */
export const segmentsText = (segments: readonly Segment[]): string =>
  segments
    .map((segment) => {
      if (segment.kind === 'break') return '\n';
      return segment.kind === 'link' && (segment.isPicture || isWayfinder(segment)) ? '' : segment.text;
    })
    .join('');

const isWayfinder = ({ isAnchor, text }: LinkSegment): boolean =>
  isAnchor && (namesNoProduct(text) || !/[\p{L}\p{N}]/u.test(text));
