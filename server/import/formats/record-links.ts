import type { PartKind } from '@/lib/contract/import';
import type { DataTree } from './data-tree';
import { isFields, partOf } from './record-values';
import { isLinkName } from './record-fields';
import { linksInText, webLink } from './text-links';

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
