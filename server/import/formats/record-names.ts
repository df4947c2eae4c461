import type { ColumnMatcher, MatchedColumns } from './column-matcher';
import { complete, statsOf } from './csv-columns';
import { isAsideName, isSideName, readDate } from './record-fields';
import { isFields, listed, textValue } from './record-values';
import { isLinkCell } from './text-links';

/** Fewer records say too little of a key. */
const RECORDS_MIN = 4;
const RECORDS_MAX = 100;
const NAME_CHARS_MAX = 80;

const known = new WeakMap<readonly unknown[], string | null>();

/** The columns of a record with that of its name, where no key is called so but one has names among records alike. */
export function withName(
  matched: MatchedColumns,
  records: readonly unknown[] | undefined,
  matcher: ColumnMatcher,
): MatchedColumns {
  if (matched.name !== undefined || !records) return matched;
  const name = nameKeyAmong(records, matched, (key) => matcher.isSaid(key) || matcher.isFieldName(key));
  return name === undefined ? matched : { ...matched, name };
}

const told = new WeakMap<readonly unknown[], Pick<MatchedColumns, 'text' | 'tags'>>();

/** The columns of a record of which no key is known, by what the records beside it have; undefined if none has names. */
export function toldByContent(
  matched: MatchedColumns,
  records: readonly unknown[] | undefined,
  matcher: ColumnMatcher,
): MatchedColumns | undefined {
  const named = withName(matched, records, matcher);
  if (named === matched || !records) return undefined;
  const rows = records.slice(0, RECORDS_MAX).filter(isFields);
  const columns =
    told.get(records) ??
    complete(
      named,
      Object.keys(rows[0] ?? {}).map((key) =>
        statsOf(
          key,
          rows.map((row) => listed(row[key])),
        ),
      ),
      matcher,
    );
  told.set(records, columns);
  return { ...named, text: columns.text, tags: columns.tags };
}

/** The first key with short texts that all differ. */
function nameKeyAmong(
  records: readonly unknown[],
  matched: MatchedColumns,
  isTaken: (key: string) => boolean,
): string | undefined {
  const found = known.get(records);
  if (found !== undefined) return found ?? undefined;
  const rows = records.slice(0, RECORDS_MAX).filter(isFields);
  const used = new Set([matched.text, matched.details, matched.date, matched.oldPath, ...matched.links]);
  const isName = (key: string) => {
    const values = rows.map((row) => textValue(row[key]).trim());
    const names = values.filter((value) => isNameText(value));
    return names.length >= rows.length * 0.9 && new Set(names).size >= names.length * 0.9;
  };
  const keys = Object.keys(rows[0] ?? {});
  const key =
    rows.length < RECORDS_MIN
      ? undefined
      : keys.find(
          (each) =>
            !used.has(each) && !isAsideName(each) && !isSideName(each) && !isTaken(each) && isName(each),
        );
  known.set(records, key ?? null);
  return key;
}

const isNameText = (value: string): boolean =>
  value.length <= NAME_CHARS_MAX &&
  /\p{L}/u.test(value) &&
  !/^[\da-f-]{8,}$/i.test(value) &&
  !isLinkCell(value) &&
  readDate(value) === undefined;
