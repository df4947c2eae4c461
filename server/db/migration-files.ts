import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { DatabaseStartError } from './start-error';

const ownMigrations = new URL('./migrations/', import.meta.url);

export type Migration = {
  /** The file's name, which begins with its four-digit number. */
  name: string;
  /** SHA-256 of the file. */
  hash: string;
  text: string;
  /**
   * The statements to run one by one outside a transaction; null when the file runs as a whole in one transaction.
   */
  statements: string[] | null;
  /** The number of the oldest migration whose build may still run on the schema after this migration. */
  compatibleWith: string | null;
};

/**
 * Reads and validates the migrations of a folder, in the order of their numbers.
 *
 * @param folder of `*.sql` files, by default the product's own. Must end with a slash.
 * @throws DatabaseStartError naming the first file that breaks a rule of docs/upgrading.md.
 */
export async function readMigrations(folder: URL = ownMigrations): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const migrations = await Promise.all(
    // A checkout on Windows may have converted the line ends.
    names.map(async (name) =>
      parse(name, (await readFile(new URL(name, folder), 'utf8')).replaceAll('\r\n', '\n')),
    ),
  );
  for (const [index, { name, compatibleWith }] of migrations.entries()) {
    const earlier = migrations.slice(0, index).map((migration) => numberOf(migration.name));
    if (earlier.includes(numberOf(name))) {
      throw new DatabaseStartError(
        `Two migrations have the number ${numberOf(name)}: give ${name} a higher one.`,
      );
    }
    if (compatibleWith !== null && !earlier.includes(compatibleWith)) {
      throw invalid(name, `no earlier migration has the number ${compatibleWith}`);
    }
  }
  return migrations;
}

/** The number at the start of a migration's name. Numbers have four digits, so they sort as text. */
export const numberOf = (name: string): string => name.slice(0, 4);

const DIRECTIVE = '-- migrate: ';

function parse(name: string, text: string): Migration {
  if (!/^\d{4}_[a-z0-9_]+\.sql$/.test(name)) {
    throw invalid(name, 'its name is not four digits, an underscore and lower-case words');
  }
  const lines = text.split('\n');
  const firstOther = lines.findIndex((line) => !line.startsWith(DIRECTIVE));
  const directives = lines.slice(0, firstOther).map((line) => line.slice(DIRECTIVE.length));
  if (lines.slice(firstOther).some((line) => line.startsWith('-- migrate:'))) {
    throw invalid(name, 'lines that begin with "-- migrate:" must come first');
  }
  let compatibleWith: string | null = null;
  let isTransactional = true;
  for (const directive of directives) {
    const number = /^compatible-with (\d{4})$/.exec(directive)?.[1];
    if (number !== undefined) compatibleWith = number;
    else if (directive === 'no-transaction') isTransactional = false;
    else throw invalid(name, `"${directive}" is not a directive`);
  }
  const hash = createHash('sha256').update(text).digest('hex');
  return {
    name,
    hash,
    text,
    statements: isTransactional ? null : splitStatements(name, text),
    compatibleWith,
  };
}

/** What may run outside a transaction: statements that a second run repeats without harm. */
const repeatable =
  /^(CREATE (UNIQUE )?INDEX CONCURRENTLY IF NOT EXISTS [a-z0-9_]+ ON |DROP INDEX CONCURRENTLY IF EXISTS )/;

function splitStatements(name: string, text: string): string[] {
  const statements = text
    .split('\n')
    .filter((line) => !line.trimStart().startsWith('--'))
    .join('\n')
    .split(/;\s*(?:\n|$)/)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
  const other = statements.find((statement) => !repeatable.test(statement.replace(/\s+/g, ' ')));
  if (other === undefined && statements.length > 0) return statements;
  throw invalid(
    name,
    'outside a transaction only CREATE INDEX CONCURRENTLY IF NOT EXISTS and DROP INDEX CONCURRENTLY IF EXISTS may run',
  );
}

/** The index that a statement of a non-transactional migration creates, if it creates one. */
export const createdIndex = (statement: string): string | undefined =>
  /^CREATE (?:UNIQUE )?INDEX CONCURRENTLY IF NOT EXISTS ([a-z0-9_]+) /.exec(
    statement.replace(/\s+/g, ' '),
  )?.[1];

const invalid = (name: string, reason: string) =>
  new DatabaseStartError(`Migration ${name} is invalid: ${reason}. See docs/upgrading.md.`);
