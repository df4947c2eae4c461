import { setTimeout as sleep } from 'node:timers/promises';
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type { PoolClient } from 'pg';
import { SECOND_MS } from '@/lib/contract/plain/durations';
import { DatabaseStartError } from '@/server/base/errors';
import { START_LIMIT_MINUTES } from './database-waits';

/** A migration that waits longer for a table gives way, so that the requests queued behind it continue. */
const LOCK_TIMEOUT_MS = 200;
/** A migration that does much before it needs a table must not repeat that for ever. */
const LOCK_FIRST_AFTER_MS = 5 * SECOND_MS;
export const RETRY_MS = 250;

/** Neighbors that may share a transaction, and each other migration alone. */
export function batchesOf(migrations: readonly Migration[]): Migration[][] {
  const batches: Migration[][] = [];
  for (const migration of migrations) {
    const batch = batches.at(-1);
    const sharesTransaction = migration.statements === null && batch?.[0]?.statements === null;
    if (batch && sharesTransaction) batch.push(migration);
    else batches.push([migration]);
  }
  return batches;
}

/**
 * Applies neighbors in one transaction, as often as it takes until requests do not hold their tables.
 *
 * @throws DatabaseStartError when the tables are in use up to the deadline.
 */
export async function applyBatch(client: PoolClient, batch: Migration[], deadlineMs: number): Promise<void> {
  const [first] = batch;
  if (first?.statements) return applyAlone(client, first, first.statements);
  const startedAtMs = Date.now();
  let locksFirst = false;
  for (;;) {
    try {
      return await applyTogether(client, batch, locksFirst);
    } catch (error) {
      if (!isAboutLocks(error)) throw error;
      locksFirst ||= error.code === DEADLOCK || Date.now() - startedAtMs > LOCK_FIRST_AFTER_MS;
      await client.query('ROLLBACK');
      if (Date.now() > deadlineMs) {
        throw new DatabaseStartError(
          `The database has been too busy to be upgraded for ${START_LIMIT_MINUTES} minutes. ` +
            'End long transactions on it, then start again.',
          { cause: error },
        );
      }
      await sleep(RETRY_MS);
    }
  }
}

async function applyTogether(
  client: PoolClient,
  batch: readonly Migration[],
  locksFirst: boolean,
): Promise<void> {
  await client.query('BEGIN');
  await client.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}; SET LOCAL statement_timeout = 0`);
  if (locksFirst) await lockTables(client, batch);
  for (const migration of batch) {
    await client.query(migration.text);
    await record(client, migration);
  }
  await client.query('COMMIT');
}

/**
 * Locks every table that migrations name. Requests that read a table, and then write to it, would meet a migration in a
 * deadlock that first keeps writers and then readers out, again and again.
 */
async function lockTables(client: PoolClient, batch: readonly Migration[]): Promise<void> {
  const words = new Set(batch.flatMap(({ text }) => text.replace(/--.*$/gm, '').match(/\w+/g) ?? []));
  const { rows } = await client.query<{ name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace ORDER BY relname",
  );
  const names = rows.filter(({ name }) => words.has(name)).map(({ name }) => `"${name}"`);
  if (names.length > 0) await client.query(`LOCK TABLE ${names.join(', ')} IN ACCESS EXCLUSIVE MODE`);
}

/** May have been interrupted before: each statement repeats without harm, once a half-built index is gone. */
async function applyAlone(
  client: PoolClient,
  migration: Migration,
  statements: readonly string[],
): Promise<void> {
  for (const statement of statements) {
    const index = createdIndex(statement);
    if (index !== undefined && (await isInvalidIndex(client, index))) {
      await client.query(`DROP INDEX CONCURRENTLY ${index}`);
    }
    await client.query(statement);
  }
  await record(client, migration);
}

async function isInvalidIndex(client: PoolClient, name: string): Promise<boolean> {
  const { rowCount } = await client.query(
    'SELECT FROM pg_index WHERE indexrelid = to_regclass($1) AND NOT indisvalid',
    [name],
  );
  return rowCount === 1;
}

async function record(client: PoolClient, { name, hash, compatibleWith }: Migration): Promise<void> {
  await client.query('INSERT INTO migrations (name, hash, compatible_with) VALUES ($1, $2, $3)', [
    name,
    hash,
    compatibleWith,
  ]);
}

const DEADLOCK = '40P01';
const LOCK_NOT_AVAILABLE = '55P03';

/** A lock that was not granted in time, or a deadlock with a request, which PostgreSQL may notice at once. */
const isAboutLocks = (error: unknown): error is Error & { code: string } =>
  error instanceof Error && 'code' in error && (error.code === LOCK_NOT_AVAILABLE || error.code === DEADLOCK);

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
const createdIndex = (statement: string): string | undefined =>
  /^CREATE (?:UNIQUE )?INDEX CONCURRENTLY IF NOT EXISTS ([a-z0-9_]+) /.exec(
    statement.replace(/\s+/g, ' '),
  )?.[1];

const invalid = (name: string, reason: string) =>
  new DatabaseStartError(`Migration ${name} is invalid: ${reason}. See docs/upgrading.md.`);
