import { type LinkSegment, type Segment, isBlock, readSegments, segmentsText } from './inline-segments';
import { type LineEntry, nameFromURL, readLineEntries } from './line-entries';
import { type ListElement, type ListNode, elementsIn, lineOf } from './list-tree';
import { cleanDescription, cleanLabel, collapse } from './clean-text';
import { namesAPart } from './label-words';
import { cellFact } from './line-facts';

type TableRow = { line: number } & (
  | { kind: 'entries'; entries: LineEntry[]; tags: string[] }
  | { kind: 'caption'; text: string }
  | { kind: 'blocks'; nodes: ListNode[] }
  | { kind: 'skipped'; reason: string }
);

type Role = 'name' | 'url' | 'text' | 'tag' | 'aside' | 'unknown';

/** Roles of columns by their headings. The first match decides. */
const ROLES: readonly (readonly [Role, RegExp])[] = [
  [
    'aside',
    /\b(?:stars?|forks?|licen[cs]e|price|pricing|cost|free|auth|https|cors|updated?|commit|version|status|build|badges?|rank|no|rating|author|authors|maintainer|by|year|date|added|platforms?|os|language|lang|open source|logo|icon|image|screenshot|preview|demo|docs|last|downloads|size|country)\b|^#$|⭐|★/i,
  ],
  [
    'text',
    /\b(?:desc\w*|details?|about|summary|notes?|what|info\w*|purpose|comments?|tagline|features?|overview|remarks?|use|usage|why|explanation|text)\b/i,
  ],
  ['url', /\b(?:urls?|links?|address|home ?page|www|href|web ?address|website link)\b/i],
  ['tag', /\b(?:categor\w+|tags?|types?|topics?|kinds?|genre|group|area)\b/i],
  [
    'name',
    /\b(?:names?|tools?|projects?|products?|titles?|resources?|apps?|applications?|packages?|librar\w+|software|services?|apis?|plugins?|extensions?|frameworks?|courses?|books?|companies|company|items?|entr(?:y|ies)|providers?|repos?|repository)\b/i,
  ],
  ['name', /\b(?:websites?|web ?sites?|sites?)\b/i],
];

type Cell = { segments: Segment[]; text: string; entries: LineEntry[]; node: ListElement };

/** Reads a table of products. The headings determine the roles of the columns, or else the content of the cells. */
export function readTableRows(table: ListElement, startLine: number): TableRow[] {
  const rows = collectRows(table);
  if (isWallOfPeople(rows)) return [];
  const header = rows[0];
  const headings = header?.map(({ text }) => text) ?? [];
  const hasHeader = header !== undefined && header.every(({ entries }) => entries.length === 0);
  const roles = hasHeader ? assignRoles(headings) : [];
  let line = startLine;
  return rows.slice(hasHeader ? 1 : 0).flatMap((cells): TableRow[] => {
    line = cells.map(({ node }) => lineOf(node)).find((known) => known !== undefined) ?? line;
    return readRow(cells, roles, line).map((row) => addFacts(row, cells, hasHeader ? headings : []));
  });
}

function collectRows(node: ListElement): Cell[][] {
  return elementsIn(node).flatMap((child) => {
    if (child.tagName !== 'tr') return child.tagName === 'table' ? [] : collectRows(child);
    const rowLine = child.properties.dataLine;
    const cells = elementsIn(child).filter(({ tagName }) => tagName === 'td' || tagName === 'th');
    if (rowLine !== undefined) for (const cell of cells) cell.properties.dataLine ??= rowLine;
    return [cells.map(readCell)];
  });
}

function readCell(node: ListElement): Cell {
  const segments = readSegments(node.children);
  return { node, segments, text: collapse(segmentsText(segments)), entries: readLineEntries(segments) };
}

/** A website column is the URL if another column has the name. */
function assignRoles(headings: readonly string[]): Role[] {
  const roles = headings.map(
    (heading): Role => ROLES.find(([, pattern]) => pattern.test(heading))?.[0] ?? 'unknown',
  );
  const names = roles.flatMap((role, index) => (role === 'name' ? [index] : []));
  const best = names.find((index) => !/\b(?:web ?)?sites?\b|repo/i.test(headings[index] ?? '')) ?? names[0];
  return roles.map((role, index) => (role === 'name' && index !== best ? 'url' : role));
}

/** What the columns say of the only product of a row, by their headings. */
function addFacts(row: TableRow, cells: readonly Cell[], headings: readonly string[]): TableRow {
  const [only, ...others] = row.kind === 'entries' ? row.entries : [];
  if (row.kind !== 'entries' || !only || others.length > 0) return row;
  const said = headings.map((heading, index) => [heading, cellFact(cells[index]?.segments ?? [])] as const);
  const extras = new Map([...said.filter(([, text]) => text !== ''), ...(only.facts?.extras ?? [])]);
  return { ...row, entries: [{ ...only, facts: { marks: only.facts?.marks ?? [], extras } }] };
}

function readRow(cells: readonly Cell[], roles: readonly Role[], line: number): TableRow[] {
  const filled = cells.filter(({ text, entries }) => text !== '' || entries.length > 0);
  if (cells.some(({ node }) => node.children.some(isBlock))) {
    return [{ kind: 'blocks', line, nodes: cells.flatMap(({ node }) => node.children) }];
  }
  const [first] = filled;
  if (!first) return [];
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
  const label = primary.entries[0]?.name ?? '';
  if (!namesAPart(label) && !/^https?:/i.test(primary.text)) return primary;
  return (
    cells.find(
      (cell, index) =>
        cell !== primary &&
        roles[index] !== 'text' &&
        roles[index] !== 'aside' &&
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
      .filter((text) => /\p{L}{3}/u.test(text))
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
    linked.every(({ entries }) => entries.every(({ name }) => !namesAPart(name)))
  );
}

/** Reads a row with a linked logo and the name in another cell. */
function readImageRow(cells: readonly Cell[], roles: readonly Role[], line: number): TableRow[] | undefined {
  const pictured = cells.find(({ segments }) => linkedPictureIn(segments) !== undefined);
  const url = linkedPictureIn(pictured?.segments ?? [])?.url;
  const named =
    cells.find(({ text }, index) => roles[index] === 'name' && text !== '') ??
    cells.find(({ text }, index) => roles[index] !== 'text' && /\p{L}/u.test(text) && text.length <= 60);
  if (!pictured || !url || !named) return undefined;
  const text = textOfRow(cells, roles, pictured, named);
  return [
    {
      kind: 'entries',
      line,
      tags: [],
      entries: [{ name: cleanLabel(named.text), url, text, line, isLeading: true }],
    },
  ];
}

/** Whether a cell contains only badges. */
const linkedPictureIn = (segments: readonly Segment[]): LinkSegment | undefined =>
  segments.find(
    (segment): segment is LinkSegment => segment.kind === 'link' && segment.isImage && segment.text !== '',
  );

function readRowWithoutLink(cells: readonly Cell[], filled: readonly Cell[], line: number): TableRow[] {
  const [only] = filled;
  const hasLink = cells.some(({ segments }) => segments.some(({ kind }) => kind === 'link'));
  if (filled.length === 1 && only && only.text.length <= 60 && !hasLink) {
    return [{ kind: 'caption', line, text: only.text }];
  }
  const reason = hasLink ? 'The link does not lead to a website.' : 'The row has no link.';
  return [{ kind: 'skipped', line, reason }];
}

/** Whether a table shows the contributors of a project: images that link to profiles. */
function isWallOfPeople(rows: readonly Cell[][]): boolean {
  const urls = rows.flat().flatMap(({ entries }) => entries.map(({ url }) => url));
  const imageCount = rows
    .flat()
    .filter(({ node }) =>
      JSON.stringify(node.children.slice(0, 3), ['children', 'tagName']).includes('"img"'),
    ).length;
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
