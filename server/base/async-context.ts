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

/**
 * Runs work whose database queries must all end within `limitMs`, those that wait for a connection included.
 *
 * @param work must await its queries itself: Drizzle sends a query only when somebody awaits it.
 */
export const withDeadline = <T>(limitMs: number, work: () => Promise<T>): Promise<T> =>
  runInContext({ deadlineMs: performance.now() + limitMs }, work);

/** When the queries of the current work must end, on the clock of `performance.now()`. Undefined without a deadline. */
export const currentDeadlineMs = (): number | undefined => currentContext().deadlineMs;
