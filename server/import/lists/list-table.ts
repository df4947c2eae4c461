import { segmentsText } from './inline-segments';
import type { LinkSegment, Segment } from './list-tree';
import type { Block, Cell as ListCell, Words } from './list-blocks';
import { nameFromURL } from '@/server/import/formats/web-url';
import { type LineEntry, readLineEntries } from './line-entries';
import { cleanDescription, cleanLabel, collapse } from '@/server/import/formats/clean-text';
import { isPartLink, namesAPart } from './label-words';
import { assignNames, assignRoles, type Role } from './table-roles';
import { type SkipReason, webLinksIn, WHY_SKIPPED } from './list-ledger';
import { marksPrivate } from '@/server/import/formats/private-marks';
import { cellFact } from './line-facts';
import { withSite } from './line-sites';

type TableRow = { line: number; words: Words } & (
  | { kind: 'entries'; entries: LineEntry[]; tags: string[] }
  | { kind: 'caption'; text: string }
  | { kind: 'blocks'; blocks: Block[] }
  | { kind: 'people' }
  | { kind: 'skipped'; reason: SkipReason }
);

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
type Cell = { segments: Words; text: string; entries: LineEntry[]; cell: ListCell };

/** Reads a table of products. The headings determine the roles of the columns, or else the content of the cells. */
export function readTableRows(table: readonly (readonly ListCell[])[]): TableRow[] {
  const rows = table.map((cells) => cells.map(readCell));
  const wordsOf = (cells: readonly Cell[]) => cells.flatMap(({ segments }) => segments);
  if (isWallOfPeople(rows))
    return rows.map((cells) => ({ kind: 'people', line: cells[0]?.cell.line ?? 1, words: wordsOf(cells) }));
  const header = rows[0];
  const headings = header?.map(({ text }) => text) ?? [];
  const hasHeader = rows.length > 1 && header !== undefined && isHeader(header);
  const body = rows.slice(hasHeader ? 1 : 0);
  const roles = assignNames(hasHeader ? assignRoles(headings) : [], body);
  return body.flatMap((cells): TableRow[] => {
    const line = cells[0]?.cell.line ?? 1;
    const named = { headings: hasHeader ? headings : [], roles };
    return readRow(cells, roles, line).map((row) => ({
      ...addMarks(addFacts(row, cells, named), cells, named),
      words: wordsOf(cells),
    }));
  });
}

/** Whether the first row names the columns. Anything that leads to a website says something of a product instead. */
const isHeader = (cells: readonly Cell[]): boolean =>
  cells.every(({ segments, cell }) => cell.blocks.length === 0 && webLinksIn(segments).length === 0);

function readCell(cell: ListCell): Cell {
  return {
    cell,
    segments: cell.words,
    text: collapse(segmentsText(cell.words)),
    entries: readLineEntries(cell.words),
  };
}

/** What the columns say of the only product of a row, by their headings. */
function addFacts(
  row: Row,
  cells: readonly Cell[],
  { headings, roles }: { headings: readonly string[]; roles: readonly Role[] },
): Row {
  const [only, ...others] = row.kind === 'entries' ? row.entries : [];
  if (row.kind !== 'entries' || !only || others.length > 0) return row;
  const said = headings.map((heading, index) => [heading, cellFact(cells[index]?.segments ?? [])] as const);
  const extras = new Map([...said.filter(([, text]) => text !== ''), ...(only.facts?.extras ?? [])]);
  const found = { ...only, facts: { marks: only.facts?.marks ?? [], extras } };
  const words = cells.flatMap(({ segments }) => segments);
  const sites = cells.flatMap(({ segments }, index) => (roles[index] === 'url' ? segments : []));
  return { ...row, entries: [withSite(found, words, sites)] };
}

/** Marks the products of a row that a column says is private. */
const addMarks = (row: Row, cells: readonly Cell[], { headings }: { headings: readonly string[] }): Row =>
  row.kind === 'entries' && headings.some((heading, at) => marksPrivate(heading, cells[at]?.text ?? ''))
    ? { ...row, entries: row.entries.map((each) => ({ ...each, isPrivate: true })) }
    : row;

type Row = DistributiveOmit<TableRow, 'words'>;

function readRow(cells: readonly Cell[], roles: readonly Role[], line: number): Row[] {
  const filled = cells.filter(({ text, entries }) => text !== '' || entries.length > 0);
  if (cells.some(({ cell }) => cell.blocks.length > 0)) {
    const blocks = cells.flatMap(({ cell }): Block[] => [
      { kind: 'paragraph', line: cell.line, words: cell.words },
      ...cell.blocks,
    ]);
    return [{ kind: 'blocks', line, blocks }];
  }
  const [first] = filled;
  if (!first) return readImageRow(cells, roles, line) ?? readRowOfImages(cells, line);
  const linked = cells.filter(({ entries }) => entries.length > 0);
  if (linked.length === 0) return readImageRow(cells, roles, line) ?? readRowWithoutLink(cells, filled, line);
  if (isGrid(linked, filled, roles))
    return [
      {
        kind: 'entries',
        line,
        tags: [],
        entries: linked.flatMap(({ entries }) =>
          entries.map((each) => ({ ...each, line: each.line ?? line })),
        ),
      },
    ];

  const byRole = (role: Role) => cells.filter((_, index) => roles[index] === role);
  const primary = [...byRole('name'), ...byRole('url'), ...byRole('unknown'), ...cells].find(
    ({ entries }) => entries.length > 0,
  );
  if (!primary) return [];
  const named = byRole('name')[0] ?? firstNaming(cells, roles, primary);
  const tags = byRole('tag')
    .flatMap(({ text }) => text.split(/[,;/]/).map(cleanLabel))
    .filter((tag) => tag !== '');
  const entries = primary.entries.map((found): LineEntry => {
    const isNamed = primary === named || named === undefined;
    const name = isNamed ? found.name : cleanLabel(named.text);
    const text = textOfRow(cells, roles, primary, named);
    return {
      ...found,
      name: name === '' ? nameFromURL(found.url) : name,
      text: joinTexts(isNamed ? found.text : '', text),
      line: found.line ?? line,
    };
  });
  return [
    {
      kind: 'entries',
      line,
      entries: named !== undefined && primary !== named ? entries.slice(0, 1) : entries,
      tags,
    },
  ];
}

/** Finds the name in a table without a name column: the link text, unless it is a URL or a word such as "link". */
function firstNaming(cells: readonly Cell[], roles: readonly Role[], primary: Cell): Cell | undefined {
  const [first] = primary.entries;
  if (first?.link.isLabel !== true && !namesAPart(first?.name ?? '') && !/^https?:/i.test(primary.text))
    return primary;
  return (
    cells.find(
      (cell, index) =>
        cell !== primary &&
        !/^(?:text|aside|tag)$/.test(roles[index] ?? '') &&
        /\p{L}/u.test(cell.text) &&
        cell.text.length <= 60,
    ) ?? primary
  );
}

function textOfRow(
  cells: readonly Cell[],
  roles: readonly Role[],
  primary: Cell,
  named: Cell | undefined,
): string {
  const described = cells
    .filter((_, index) => roles[index] === 'text')
    .map(({ text }) => cleanDescription(text));
  const said = described.filter((text) => text !== '').join('. ');
  if (said !== '') return said;
  const others = cells.filter(
    (cell, index) =>
      (cell !== primary && cell !== named && roles[index] === 'unknown') ||
      (roles.length === 0 && cell !== primary && cell !== named),
  );
  return (
    others
      .map(({ text }) => cleanDescription(text))
      .filter((text) => /\p{L}{3}|\p{Script=Han}{2}/u.test(text) && !/^(?:https?:|www\.)\S+$/i.test(text))
      .sort((one, other) => other.length - one.length)[0] ?? ''
  );
}

/** Whether a row is a grid of products: several links, no name column and no other text. */
function isGrid(linked: readonly Cell[], filled: readonly Cell[], roles: readonly Role[]): boolean {
  return (
    linked.length > 1 &&
    linked.length === filled.length &&
    !roles.includes('name') &&
    !roles.includes('url') &&
    linked.every(({ entries }) => entries.every(({ link, isLeading }) => isLeading && !isPartLink(link)))
  );
}

/** Reads a row with a linked logo and the name in another cell. */
function readImageRow(cells: readonly Cell[], roles: readonly Role[], line: number): Row[] | undefined {
  const pictured = cells.find(({ segments }) => linkedPictureIn(segments) !== undefined);
  const picture = linkedPictureIn(pictured?.segments ?? []);
  const named =
    cells.find(({ text }, index) => roles[index] === 'name' && text !== '') ??
    cells.find(({ text }, index) => roles[index] !== 'text' && /\p{L}/u.test(text) && text.length <= 60);
  if (!pictured || !picture?.url || !named) return undefined;
  const text = textOfRow(cells, roles, pictured, named);
  return [
    {
      kind: 'entries',
      line,
      tags: [],
      entries: [
        { name: cleanLabel(named.text), url: picture.url, text, line, link: picture, isLeading: true },
      ],
    },
  ];
}

/** Whether a cell contains only badges. */
const linkedPictureIn = (segments: readonly Segment[]): LinkSegment | undefined =>
  segments.find(
    (segment): segment is LinkSegment => segment.kind === 'link' && segment.isImage && segment.text !== '',
  );

function readRowWithoutLink(cells: readonly Cell[], filled: readonly Cell[], line: number): Row[] {
  const [only] = filled;
  const hasLink = cells.some(({ segments }) => segments.some(({ kind }) => kind === 'link'));
  const hasWebLink = cells.some(({ segments }) => webLinksIn(segments).length > 0);
  if (filled.length === 1 && only && only.text.length <= 60 && !hasLink) {
    return [{ kind: 'caption', line, text: only.text }];
  }
  if (hasWebLink) return readRowOfImages(cells, line);
  return [{ kind: 'skipped', line, reason: hasLink ? WHY_SKIPPED.noWebsite : WHY_SKIPPED.row }];
}

const readRowOfImages = (cells: readonly Cell[], line: number): Row[] =>
  cells.some(({ segments }) => webLinksIn(segments).length > 0)
    ? [{ kind: 'skipped', line, reason: WHY_SKIPPED.image }]
    : [];

/** Whether a table shows the contributors of a project: images that link to profiles. */
function isWallOfPeople(rows: readonly Cell[][]): boolean {
  const urls = rows.flat().flatMap(({ entries }) => entries.map(({ url }) => url));
  const imageCount = rows.flat().filter(({ cell }) => cell.hasImage).length;
  return (
    urls.length > 0 &&
    imageCount >= urls.length / 2 &&
    urls.every((url) => /^https:\/\/github\.com\/[^/]+\/?$/.test(url))
  );
}

function joinTexts(first: string, second: string): string {
  if (first === '' || second === '') return first + second;
  return `${first}${/[.!?…]$/.test(first) ? '' : '.'} ${second}`;
}
