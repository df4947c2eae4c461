/** The database cannot be opened for a reason that the owner can fix. The message is a sentence for the owner. */
export class DatabaseStartError extends Error {
  override readonly name: string = 'DatabaseStartError';
}

/** How long a start waits for a slow machine or a busy database before it gives up. */
export const START_LIMIT_MINUTES = 10;
export const START_LIMIT_MS = START_LIMIT_MINUTES * 60_000;
