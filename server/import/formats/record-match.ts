import type { ColumnMatcher, MatchedColumns } from './column-matcher';
import { isSideName, linkNames } from './record-fields';
import type { Place } from './record-links';
import { toldByContent } from './record-names';
import {
  type Fields,
  holdsLink,
  isFields,
  isHost,
  labelOf,
  listsOf,
  withLinksOfChildren,
} from './record-values';
import { webLink } from './text-links';

export type MatchedRecord = { values: Fields; matched: MatchedColumns };

/** What a record says, with what its children say of its links. Undefined for anything else. */
export function recordOf(
  node: Fields,
  { key, isListed, siblings }: Place,
  matcher: ColumnMatcher,
): MatchedRecord | undefined {
  const match = (values: Fields, urlNames: readonly string[]) => ({
    values,
    matched: matcher.match(Object.keys(values), urlNames),
  });
  const names = Object.keys(node);
  const linked = names.filter((name) => webLink(node[name]) !== null || holdsLink(name, node[name]));
  const texts = linked.length > 0 ? linked : names.filter((name) => typeof node[name] === 'string');
  const hasName = labelOf(node) !== undefined;
  const isNamed = hasName || isListed === true || key !== undefined;
  const isLinked = linkNames(texts).length > 0 && (linked.length > 0 || isNamed);
  // A word such as `"source": "manual"` is no link if a child has one.
  const isSure = linked.length > 0 || linkNames(texts).some((name) => isHost(node[name]));
  if (isLinked && (isSure || !withLinksOfChildren(node))) return match(node, texts);
  if (linked.some((name) => !isSideName(name))) {
    if (hasName) return match(node, linked);
    const found = match(node, linked);
    const matched = isListed === true ? toldByContent(found.matched, siblings, matcher) : undefined;
    if (matched) return { ...found, matched };
  }
  if (linked.length > 0 && !hasName) return undefined;
  if (!hasName && isListed !== true) return undefined;
  const values = withLinksOfChildren(node);
  if (!values) return undefined;
  return match(
    values,
    Object.keys(values).filter((name) => webLink(values[name]) !== null),
  );
}

/** Whether a whole file is one record, without a list that may have others. */
export const isOneRecord = (value: unknown, matcher: ColumnMatcher): boolean =>
  isFields(value) &&
  labelOf(value) !== undefined &&
  recordOf(value, { tags: [], line: 1, depth: 0 }, matcher) !== undefined &&
  listsOf(value, true).length === 0;
