import { AsyncLocalStorage } from 'node:async_hooks';

/** What the current work carries along its promises and timers. Each further member is declared where it is read. */
export interface AsyncContext {
  /** When the queries of the work must end, on the clock of `performance.now()`. */
  deadlineMs?: number;
}

/**
 * One for all members: Node.js 20 copies the value of each `AsyncLocalStorage` to every promise, timer and socket of the
 * process. With five of them, promises took twice the time.
 */
const contexts = new AsyncLocalStorage<AsyncContext>();
const empty: AsyncContext = {};

export const currentContext = (): AsyncContext => contexts.getStore() ?? empty;

/** Runs work with these members of the context; the others stay as they are. */
export const runInContext = <T>(members: AsyncContext, work: () => T): T =>
  contexts.run({ ...contexts.getStore(), ...members }, work);
