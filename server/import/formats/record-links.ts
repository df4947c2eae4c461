import type { PartKind } from '@/lib/contract/import';
import type { DataTree } from './data-tree';
import { isFields, partOf } from './record-values';
import { isLinkName } from './record-fields';
import type { SkipReason } from '@/server/import/lists/list-ledger';
import { linksInText, webLink } from './text-links';

export const ABOUT_LIST: SkipReason = ['The link is about the list.', 'aboutList'];
export const IN_TEXT: SkipReason = ['The link is in a text, not in a list.', 'prose'];
export const IN_TEXT_ONLY: SkipReason = ['The entry has links in its texts only.', 'noLink'];

/** Where a value is, and what that says of it. */
export type Place = {
  tags: readonly string[];
  line: number;
  depth: number;
  key?: string;
  isListed?: boolean;
  /** The owner keeps what is around it from others. */
  isPrivate?: boolean;
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
