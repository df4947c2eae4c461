import { ColumnMatcher } from './column-matcher';
import { LinkedColumns } from './csv-links';
import { type Columns, tellColumns } from './csv-columns';
import { type Dialect, EXPORT_DIALECT, recordsOf, rowsOf, tellDialect } from './csv-records';
import { DATA_COLUMNS, splitTagCell, unescapeFormula } from '@/server/text/escape';
import type { MatchedColumns } from './column-matcher';
import { entry, type ImportLine, part, skipped } from './import-line';
import type { LinkAccount } from './link-account';
import { isLinkName, readDate, recordEntry, splitTags } from './record-fields';
import { marksPrivate } from './private-marks';
import { partOf } from './record-values';
import { cutReason, numberedLines } from './text-lines';
import { isLinkCell, linksInText, wholeLink } from './text-links';
import { readWebURL, spelledURL } from './web-url';
import { text, type Text } from '@/lib/texts/texts';

/** What tells how the file is written. */
const SAMPLE_LINES = 400;
const SAMPLE_CHARS = 200_000;
const RECORDS_AT_ONCE = 500;

const EXPORT_START = new RegExp(`^${DATA_COLUMNS.map((name) => `"${name}"`).join(',')}(?:,|$)`);

type Row = { line: number; cells: readonly string[] } | { line: number; broken: string; reason: Text };

/** Reads CSV from a stream. The first line may name the columns; what they contain tells the others. */
export async function* readCSV(
  chunks: AsyncIterable<string>,
  matcher = new ColumnMatcher(),
  account?: LinkAccount,
): AsyncGenerator<ImportLine> {
  account?.begin();
  let table: Table | undefined;
  for await (const rows of rowsInParts(chunks)) {
    const isFirst = table === undefined;
    table ??= tellTable(rows, matcher);
    for (const row of rows) {
      if ('broken' in row) yield* readBroken(row, account);
      else if (isFirst && table?.above.has(row)) yield* skipTitle(row, account);
      else if (isFirst && row === table?.heading) yield* skipHeading(row, table.columns, account);
      else if (row !== table?.heading && table && row.cells.some((cell) => cell !== '')) {
        const spread = { ...row, cells: table.linked.spread(row.cells) };
        const isUnheaded = isFirst && row === table.first && table.columns.isGuessed;
        for (const line of readRow(spread, table.columns, { matcher, account }))
          yield isUnheaded && line.kind === 'entry' ? { ...line, note: UNHEADED } : line;
      }
    }
  }
}

const UNHEADED = text(
  'importNote.unheaded',
  'The first line is taken for an entry, so the columns have no headings.',
);

type WholeRow = Extract<Row, { cells: readonly string[] }>;

type Table = {
  columns: Columns;
  linked: LinkedColumns;
  heading: WholeRow | undefined;
  /** The first row below the titles. */
  first: WholeRow | undefined;
  /** Titles above the headings. */
  above: ReadonlySet<Row>;
};

function tellTable(rows: readonly Row[], matcher: ColumnMatcher): Table | undefined {
  const filled = rows.filter((row): row is WholeRow => 'cells' in row && countFilled(row) > 0);
  if (filled.length === 0) return undefined;
  const above = titlesAbove(filled);
  const sample = filled.slice(above.length, above.length + 100).map(({ cells }) => cells);
  const linked = new LinkedColumns(sample.slice(1).length > 0 ? sample.slice(1) : sample);
  const [first = [], ...others] = sample;
  const isLinked = linked.spread(first).some(isLinkCell);
  const columns = tellColumns(
    [
      isLinked ? linked.spread(first) : linked.spreadHeadings(first),
      ...others.map((cells) => linked.spread(cells)),
    ],
    matcher,
  );
  const top = filled[above.length];
  return { columns, linked, heading: columns.isNamed ? top : undefined, first: top, above: new Set(above) };
}

const countFilled = ({ cells }: WholeRow): number => cells.filter((cell) => cell !== '').length;

/** The rows before the headings of a spreadsheet: a single cell without a link in each, while others have several. */
function titlesAbove(rows: readonly WholeRow[]): WholeRow[] {
  const end = rows.findIndex((row) => countFilled(row) > 1 || row.cells.some(isLinkCell));
  const below = rows.slice(end, end + 100);
  const isTable = end > 0 && below.every((row) => countFilled(row) > 1) && below.length > 1;
  return isTable ? rows.slice(0, end) : [];
}

function* skipTitle({ line, cells }: WholeRow, account?: LinkAccount): Generator<ImportLine> {
  const urls = linksInText(cells.join(' '));
  if (urls.length === 0)
    yield skipped(line, text('csv.lineAboveHeadings', 'The line is above the headings.'), 'aboutList');
  for (const url of urls) {
    account?.see(url, line);
    yield skipped(line, text('csv.linkAboveHeadings', 'The link is above the headings.'), 'aboutList', url);
  }
}

function* skipHeading(
  { line, cells }: WholeRow,
  { isGuessed }: Columns,
  account?: LinkAccount,
): Generator<ImportLine> {
  if (isGuessed)
    yield skipped(
      line,
      text('csv.lineIsHeadings', 'The line is taken for the headings: it has no link, unlike those below.'),
      'aboutList',
    );
  for (const url of linksInText(cells.join(' '))) {
    account?.see(url, line);
    yield skipped(line, text('csv.theLink', 'The link is in the headings.'), 'aboutList', url);
  }
}

async function* rowsInParts(chunks: AsyncIterable<string>): AsyncGenerator<Row[]> {
  const lines = numberedLines(chunks);
  const sample: { text: string; line: number; isCut: boolean }[] = [];
  let charCount = 0;
  while (sample.length < SAMPLE_LINES && charCount < SAMPLE_CHARS) {
    const next = await lines.next();
    if (next.done === true) break;
    sample.push(next.value);
    charCount += next.value.text.length;
  }
  // Excel writes its delimiter into the first line.
  const said = /^"?sep=(.)"?$/i.exec(sample[0]?.text ?? '')?.[1];
  if (said !== undefined) sample.shift();
  const isExport = EXPORT_START.test(sample[0]?.text ?? '');
  const told = isExport ? EXPORT_DIALECT : await tellDialect(sample);
  const dialect: Dialect = said === undefined ? told : { ...told, delimiter: said };
  async function* all() {
    yield* sample;
    yield* lines;
  }
  let records: { text: string; line: number }[] = [];
  let rows: Row[] = [];
  const flush = () => {
    const cells = rowsOf(
      records.map(({ text }) => text),
      dialect,
    );
    const parsed = records.map(({ line }, index): Row => ({ line, cells: cells[index] ?? [] }));
    const part = [...rows, ...parsed].sort((one, other) => one.line - other.line);
    records = [];
    rows = [];
    return part;
  };
  for await (const { text, line, isBroken, isCut } of recordsOf(all(), dialect)) {
    if (isBroken) rows.push({ line, broken: text, reason: isCut ? cutReason() : UNCLOSED_REASON });
    else if (text.trim() !== '') records.push({ text, line });
    if (records.length + rows.length >= RECORDS_AT_ONCE) yield flush();
  }
  yield flush();
}

const UNCLOSED_REASON = text('skipped.unclosedQuote', 'A quote is opened but not closed.');

function* readBroken({ line, broken, reason }: Extract<Row, { broken: string }>, account?: LinkAccount) {
  const urls = broken.split(/[,;\t|"]/).flatMap(linksInText);
  if (urls.length === 0) yield skipped(line, reason, 'unreadable');
  for (const url of urls) {
    account?.see(url, line);
    yield skipped(line, reason, 'unreadable', url);
  }
}

type RowReader = { matcher: ColumnMatcher; account: LinkAccount | undefined };

function* readRow(
  { line, cells: written }: { line: number; cells: readonly string[] },
  { names, matched }: Columns,
  { matcher, account }: RowReader,
): Generator<ImportLine> {
  const cells = withoutOverflow(written, names.length);
  matcher.note(
    names.map((name, index) => [name, cells[index] ?? ''] as const),
    matched,
  );
  const value = (name: string | undefined) => (name === undefined ? '' : (cells[names.indexOf(name)] ?? ''));
  const read = DATA_COLUMNS.every((name, index) => names[index] === name)
    ? dataEntry(line, value, matched)
    : recordEntry({
        line,
        name: value(matched.name),
        links: matched.links.map((name) => [name, value(name)] as const),
        text: value(matched.text),
        details: value(matched.details),
        tags: [value(matched.tags), ...matched.moreTags.map(value)].flatMap(splitTags),
        date: value(matched.date),
        oldPaths: [value(matched.oldPath)],
        extras: new Map([...matched.extras].map(([as, name]) => [as, value(name)])),
        isPrivate: names.some((name, index) => marksPrivate(name, cells[index] ?? '')),
      });
  yield read;
  let isOwn = true;
  for (const [index, cell] of cells.entries()) {
    const own = wholeLink(cell);
    // A host without a scheme is a link only where it was taken for one.
    if (own === null && isOwn && read.kind === 'entry' && readWebURL(`https://${cell}`) === read.url) {
      account?.see(read.url, line);
      isOwn = false;
    }
    for (const url of own === null ? linksInText(cell) : [own]) {
      account?.see(url, line);
      if (read.kind !== 'entry')
        yield skipped(line, text('skipped.entryLeftOut', 'Its entry is left out.'), 'unusable', url);
      else if (isOwn && url === spelledURL(read.url)) isOwn = false;
      else {
        const name = names[index] ?? '';
        const isMention = own === null && !isLinkName(name);
        const kind = isMention ? 'mention' : partOf(name, url);
        yield part({ line, entry: { line, url: read.url }, url, part: kind });
      }
    }
  }
}

/** A text that was not quoted goes on in the cells behind the last column. */
function withoutOverflow(cells: readonly string[], width: number): readonly string[] {
  if (cells.length <= width) return cells;
  const rest = cells.slice(width - 1).filter((cell) => cell !== '');
  return rest.some(isLinkCell) ? cells : [...cells.slice(0, width - 1), rest.join(', ')];
}

/** A row of `/data/products.csv` of a directory, as it was written. */
function dataEntry(line: number, value: (name: string) => string, { extras }: MatchedColumns): ImportLine {
  const valueOf = (name: string) => unescapeFormula(value(name));
  const listedAt = readDate(value('listedAt'));
  const said = [...extras]
    .map(([as, name]) => [as, valueOf(name)] as const)
    .filter(([, said]) => said !== '');
  return entry({
    ...{ line, slug: valueOf('slug'), name: valueOf('name'), url: valueOf('url'), text: valueOf('tagline') },
    ...{ details: '', description: valueOf('description') },
    tags: splitTagCell(valueOf('tags')),
    ...(listedAt && { listedAt }),
    ...(said.length > 0 && { extras: new Map(said) }),
  });
}
