import type { PartKind } from '@/lib/contract/import';
import type { DataTree } from './data-tree';
import { type Fields, hasLinkBelow, isFields, partOf } from './record-values';
import { isLinkName } from './record-fields';
import type { SkipReason } from '@/server/import/lists/list-ledger';
import { linksInText, webLink } from './text-links';
import { text } from '@/lib/texts/texts';

export const ABOUT_LIST: SkipReason = [text('skipped.aboutList', 'The link is about the list.'), 'aboutList'];
export const IN_TEXT: SkipReason = [text('skipped.inText', 'The link is in a text, not in a list.'), 'prose'];
export const IN_TEXT_ONLY: SkipReason = [
  text('skipped.inTextOnly', 'The entry has links in its texts only.'),
  'noLink',
];

/** Where a value is, and what that says of it. */
export type Place = {
  tags: readonly string[];
  line: number;
  depth: number;
  key?: string;
  isListed?: boolean;
  /** The items of the list that the value is in. */
  siblings?: readonly unknown[];
  /** Other files of its folder are one record each, so the lists inside this one belong to it. */
  isBesideRecords?: boolean;
  /** The owner keeps what is around it from others. */
  isPrivate?: boolean;
  /** Of the rows below, if one of them says what is private. */
  columns?: readonly unknown[];
};

export type FoundLink = { url: string; line: number; kind: PartKind };

/** Every link of a value, of its keys and inside its texts, with what it is by its nearest key. */
export function linksIn(lineOf: DataTree['lineOf'], node: unknown, line: number, key = ''): FoundLink[] {
  if (typeof node === 'string') {
    const urls = linksInText(node);
    if (urls.length === 0) return [];
    const isMention = webLink(node) === null && !isLinkName(key);
    return urls.map((url) => ({ url, line, kind: isMention ? 'mention' : partOf(key, url) }));
  }
  if (Array.isArray(node)) return node.flatMap((each) => linksIn(lineOf, each, line, key));
  if (!isFields(node)) return [];
  const own = lineOf(node) ?? line;
  return Object.entries(node).flatMap(([name, child]) => [
    ...linksIn(lineOf, name, own),
    ...linksIn(lineOf, child, own, name),
  ]);
}

const COLLECTION_MIN = 2;

/** `{"site": {"url": …}, "tools": […]}`: the key of the only record beside a collection of others, which is about the list. */
export function keyAboutList(node: Fields, isRecord: (child: Fields) => boolean): string | undefined {
  const records = Object.entries(node).filter(([, child]) => isFields(child) && isRecord(child));
  const [first, ...others] = records;
  const isCollection = (child: unknown) =>
    typeof child === 'object' &&
    child !== null &&
    Object.values(child).filter((each) => hasLinkBelow(each)).length >= COLLECTION_MIN;
  const hasOthers = Object.entries(node).some(([key, child]) => key !== first?.[0] && isCollection(child));
  return others.length === 0 && hasOthers ? first?.[0] : undefined;
}
