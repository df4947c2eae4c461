import { type ColumnMatcher, FIELDS, type MatchedColumns } from './column-matcher';
import { countLetters } from '@/lib/contract/submission-fields';
import { parse as parseHost } from 'tldts';
import { isAsideName, isKnownName, isSideName, linkNames, matchFields, readDate } from './record-fields';
import { isLinkCell } from './text-links';
import { t } from '@/lib/texts/texts';

export type Columns = {
  names: readonly string[];
  matched: MatchedColumns;
  /** Whether the first row names the columns. */
  isNamed: boolean;
  /** Whether that is so by its content alone: what is in the row, and what is below. */
  isGuessed: boolean;
};

/** Fewer rows say too little of a column. */
const ROWS_MIN = 4;
const LINK_SHARE_MIN = 0.3;

/** Tells the columns by their headings, as far as these are known, and by what the first rows contain. */
export function tellColumns(rows: readonly (readonly string[])[], matcher: ColumnMatcher): Columns {
  const first = rows[0] ?? [];
  const numbered = Array.from(
    {
      length: isHeading(first, rows.slice(1)) ? first.length : Math.max(...rows.map(({ length }) => length)),
    },
    (_, at) =>
      t('csvColumns.columnNumber', 'Column {number}' /* a column of a CSV file without a heading */, {
        number: at + 1,
      }),
  );
  if (matcher.knows(numbered))
    return { names: numbered, matched: matcher.match(numbered), isNamed: false, isGuessed: false };
  const headings = unique(numbered.map((number, at) => first[at]?.trim() || number));
  if (matcher.knows(headings))
    return { names: headings, matched: matcher.match(headings), isNamed: true, isGuessed: false };
  const isNamed = isHeading(first, rows.slice(1));
  const names = isNamed ? headings : numbered;
  const stats = names.map((name, at) =>
    statsOf(
      name,
      rows.slice(isNamed ? 1 : 0).map((cells) => cells[at] ?? ''),
    ),
  );
  const links = linkColumns(names, stats).filter((name) => !matcher.isSaid(name));
  const matched = matcher.match(names, links);
  return {
    names,
    isNamed,
    isGuessed: !isNamed || headings.every((name) => !isKnownName(name) && !matcher.isSaid(name)),
    matched: complete(
      { ...matched, links: [...new Set([...matched.links, ...links])] },
      stats,
      isNamed ? matcher : null,
    ),
  };
}

/** Columns of one heading are told apart by a number. */
function unique(names: readonly string[]): string[] {
  const counts = new Map<string, number>();
  return names.map((name) => {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return count === 1 ? name : `${name} (${count})`;
  });
}

/** A first row without a site names the columns if it has known names, or the others have links where it has none. */
function isHeading(first: readonly string[], others: readonly (readonly string[])[]): boolean {
  if (first.some(isLinkCell) || first.every((cell) => cell === '')) return false;
  const hasPlace = (at: number) => others.length === 0 || others.some((cells) => isPlace(cells[at] ?? ''));
  if (first.some((cell, at) => isSite(cell) && hasPlace(at))) return false;
  const known = matchFields(first);
  if (known.url !== undefined && (others.length > 0 || first.length > 1)) return true;
  if (FIELDS.filter((field) => known[field] !== undefined).length > 1) return true;
  return others.some((cells) => cells.some(isLinkCell));
}

const HOST = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+(?:[/?#]\S*)?$/i;

const isPlace = (cell: string): boolean => isLinkCell(cell) || HOST.test(cell.trim());

/** A link, or a host without a scheme, such as `ada.example.com`. `data.url` and `fields.name` are names of columns. */
function isSite(cell: string): boolean {
  if (!HOST.test(cell.trim())) return false;
  const { isIcann, hostname } = parseHost(cell.trim());
  return isIcann === true && !isKnownName(hostname?.split('.').at(-1) ?? '');
}

type Stats = {
  name: string;
  linkShare: number;
  hostShare: number;
  chars: number;
  distinctShare: number;
  isFilled: boolean;
  isText: boolean;
  /** Whether most of its values are several words. */
  isPhrase: boolean;
  /** Whether some of its values are several. */
  hasSeveral: boolean;
};

/** What the values of a column are like. */
export function statsOf(name: string, values: readonly string[]): Stats {
  const filled = values.map((value) => value.trim()).filter((value) => value !== '');
  const share = (test: (value: string) => boolean) => filled.filter(test).length / Math.max(filled.length, 1);
  return {
    name,
    linkShare: share(isLinkCell),
    hostShare: share((value) => HOST.test(value)),
    chars: filled.reduce((sum, value) => sum + countLetters(value), 0) / Math.max(filled.length, 1),
    distinctShare: new Set(filled).size / Math.max(filled.length, 1),
    isFilled: filled.length >= Math.min(ROWS_MIN, values.length),
    isPhrase: share((value) => value.split(/\s+/).length >= 3) > 0.5,
    hasSeveral: filled.some((value) => /[,;|]/.test(value)),
    isText:
      share(
        (value) =>
          /\p{L}/u.test(value) && readDate(value) === undefined && !/^(?:true|false|yes|no)$/i.test(value),
      ) > 0.5,
  };
}

/** The columns with links, best first: by their names, then by their content. */
function linkColumns(names: readonly string[], stats: readonly Stats[]): string[] {
  const of = (test: (column: Stats) => boolean) => stats.filter(test).map(({ name }) => name);
  const linked = of(({ linkShare, hostShare }) => linkShare >= LINK_SHARE_MIN || hostShare >= 0.8);
  const known = linkNames(names);
  const byContent = of(({ name, linkShare }) => linkShare >= LINK_SHARE_MIN && !isSideName(name));
  const found = [...known.filter((name) => linked.includes(name)), ...byContent];
  if (found.length > 0) return [...new Set([...found, ...known])];
  const hosts = of(({ hostShare }) => hostShare >= 0.8);
  return [...known, ...hosts]
    .slice(0, 1)
    .concat(known.slice(1), hosts.slice(1))
    .concat(names.slice(0, 1))
    .slice(0, Math.max(1, known.length));
}

/**
 * Finds the columns that no heading has told.
 *
 * @param named knows the headings; null without any.
 */
export function complete(
  matched: MatchedColumns,
  stats: readonly Stats[],
  named: ColumnMatcher | null,
): MatchedColumns {
  const isNamed = named !== null;
  const taken = new Set<string | undefined>([
    ...Object.values(matched).filter((value) => typeof value === 'string'),
    ...matched.links,
    ...matched.moreTags,
  ]);
  const free = stats.filter(
    ({ name, linkShare }) =>
      !taken.has(name) &&
      linkShare < LINK_SHARE_MIN &&
      !named?.isSaid(name) &&
      !(named && (isAsideName(name) || named.isFieldName(name))),
  );
  const take = (column: Stats | undefined) => {
    if (column) free.splice(free.indexOf(column), 1);
    return column?.name;
  };
  const hasRows =
    stats.some(({ isFilled, distinctShare }) => isFilled && distinctShare < 1) ||
    stats.every(({ isFilled }) => isFilled);
  const name =
    matched.name ??
    take(
      (hasRows
        ? free.find(({ isText, chars, distinctShare }) => isText && chars <= 80 && distinctShare > 0.5)
        : undefined) ?? free[0],
    );
  const isSure = isNamed || free.every(({ isText }) => isText);
  const longest = [...free].filter(({ isText }) => isText).sort((one, other) => other.chars - one.chars)[0];
  const isClear = longest !== undefined && (longest.chars > 20 || longest.isPhrase);
  const text = matched.text ?? take(isClear ? longest : isSure && !isNamed ? free[0] : undefined);
  const tags =
    matched.tags ??
    take(
      isNamed
        ? free.find(
            ({ isText, distinctShare, chars, hasSeveral }) =>
              isText && chars < 60 && (distinctShare < 0.9 || hasSeveral),
          )
        : free.find(({ isText }) => isText),
    );
  const used = new Set([name, text, tags]);
  return {
    ...matched,
    name,
    text,
    tags,
    url: matched.links[0],
    extras: new Map([...matched.extras].filter(([, from]) => !used.has(from) && from !== matched.links[0])),
  };
}
