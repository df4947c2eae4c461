import type { ColumnMatcher, ColumnTarget } from '@/server/import/formats/column-matcher';
import { UnreadableFile } from '@/server/import/formats/import-line';
import { comparableName } from '@/server/fields/field';
import type { SourceLine } from './import-run';

/** Lines that wait until every column that a person names was found. */
const WAITING_MAX = 10_000;
const NAMES_MAX = 50;

type Mapped = {
  /** What serves a part of every product, by the name of its column. */
  columns: ReadonlyMap<string, ColumnTarget>;
  /** Pairs of a column and a declared field. */
  fields: readonly string[];
};

/**
 * Hands lines on once the list has all columns that a person has named.
 *
 * @throws UnreadableFile with the columns that there are, before any line is handed on.
 */
export async function* requireColumns(
  lines: AsyncIterable<SourceLine>,
  { columns, fields }: Mapped,
  matcher: ColumnMatcher,
): AsyncGenerator<SourceLine> {
  const named = [...columns.keys()];
  const ofFields = fields.map((pair) => pair.replace(/=[^=]+$/, '').trim());
  const extras = new Set<string>();
  const missing = () => {
    const found = new Set([...matcher.names, ...extras]);
    const comparable = new Set([...found].map(comparableName));
    const lost = [
      ...named.filter((name) => !found.has(name)),
      ...ofFields.filter((name) => !comparable.has(comparableName(name))),
    ];
    return { lost, found };
  };
  const refuse = () => {
    const { lost, found } = missing();
    if (lost.length === 0) return;
    const names = [...found].slice(0, NAMES_MAX).join(', ');
    const known =
      names === ''
        ? 'The file has no columns or keys.'
        : `The columns or keys are: ${names}${found.size > NAMES_MAX ? ' …' : ''}.`;
    throw new UnreadableFile(
      `No column or key is called ${lost.map((name) => `“${name}”`).join(' or ')}, as --map or --old-path says. ${known}`,
    );
  };
  let waiting: SourceLine[] | undefined = named.length + ofFields.length > 0 ? [] : undefined;
  let nameCount = -1;
  for await (const line of lines) {
    if (!waiting) {
      yield line;
      continue;
    }
    waiting.push(line);
    if (line.kind === 'entry') for (const name of line.extras?.keys() ?? []) extras.add(name);
    const isFull = waiting.length >= WAITING_MAX;
    const count = matcher.names.size + extras.size;
    if (count === nameCount && !isFull) continue;
    nameCount = count;
    if (isFull) refuse();
    if (missing().lost.length > 0) continue;
    yield* waiting;
    waiting = undefined;
  }
  if (!waiting) return;
  refuse();
  yield* waiting;
}
