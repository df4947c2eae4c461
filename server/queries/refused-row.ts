/** Why the database refused the values of a row, by the first two digits of PostgreSQL's error code (its class). */
const REASONS = new Map([
  ['22', 'It contains a character that the database cannot store.'],
  ['23', 'The database refused it'],
  ['54', 'It is too large for the database.'],
]);

/**
 * A sentence for an error that is caused by the values of a row; undefined for every other error, such as a lost
 * connection. Never contains a value.
 */
export function refusalOf(error: unknown): string | undefined {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (!('code' in cause) || typeof cause.code !== 'string') continue;
    const reason = REASONS.get(cause.code.slice(0, 2));
    if (reason === undefined || reason.endsWith('.')) return reason;
    const rule = 'constraint' in cause ? cause.constraint : undefined;
    return `${reason}: it breaks the rule ${String(rule)}.`;
  }
  return undefined;
}
