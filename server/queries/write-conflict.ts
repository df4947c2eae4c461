/** Did the write lose against another one, so that doing it again may succeed: a deadlock, or a slug just taken? */
function isWriteConflict(error: unknown): boolean {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && (cause.code === '40P01' || cause.code === '40001' || cause.code === '23505'))
      return true;
  }
  return false;
}

const TRIES_MAX = 5;

/** Does a write again that lost against another one. It must be whole: a transaction, begun anew each time. */
export async function retryConflicts<T>(write: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await write();
    } catch (error) {
      if (tries === TRIES_MAX || !isWriteConflict(error)) throw error;
    }
  }
}
