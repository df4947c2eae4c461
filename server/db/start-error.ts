import { MINUTE_MS } from '@/lib/contract/plain/durations';
import { OwnerError } from '@/server/base/errors';

/** The database cannot be opened, for a reason that the owner can fix. */
export class DatabaseStartError extends OwnerError {
  override readonly name: string = 'DatabaseStartError';
}

/** How long a start waits for a slow machine or a busy database before it gives up. */
export const START_LIMIT_MINUTES = 10;
export const START_LIMIT_MS = START_LIMIT_MINUTES * MINUTE_MS;
