import type { MatchedColumns } from './column-matcher';
import type { ImportLine } from './import-line';
import { recordEntry } from './record-fields';
import type { Place } from './record-links';
import { type Fields, listed, nameOfRecord, tagsOfRecord, textValue, WRAPPERS } from './record-values';

/** The entry that a record is. A record without a name has that of its key. */
export function readRecord(
  values: Fields,
  matched: MatchedColumns,
  { line, tags, key, isPrivate }: Place,
): ImportLine {
  const value = (name: string | undefined) => (name === undefined ? '' : textValue(values[name]));
  const name = nameOfRecord(values, value(matched.name));
  const slug = values.slug;
  return recordEntry({
    line,
    name: name === '' && key !== undefined && !WRAPPERS.test(key) ? key : name,
    links: matched.links.map((from) => [from, value(from)] as const),
    text: value(matched.text),
    details: value(matched.details),
    tags: [...tagsOfRecord(values, matched), ...tags],
    date: value(matched.date),
    extras: new Map([...matched.extras].map(([as, from]) => [as, listed(values[from])])),
    oldPaths: matched.oldPath === undefined ? [] : [values[matched.oldPath]].flat().map(textValue),
    ...(typeof slug === 'string' && { slug }),
    isPrivate,
  });
}
