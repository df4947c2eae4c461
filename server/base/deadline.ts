import { currentContext, runInContext } from './async-context';

/**
 * Runs work whose database queries must all end within `limitMs`, those that wait for a connection included.
 *
 * @param work must await its queries itself: Drizzle sends a query only when somebody awaits it.
 */
export const withDeadline = <T>(limitMs: number, work: () => Promise<T>): Promise<T> =>
  runInContext({ deadlineMs: performance.now() + limitMs }, work);

/** When the queries of the current work must end, on the clock of `performance.now()`. Undefined without a deadline. */
export const currentDeadlineMs = (): number | undefined => currentContext().deadlineMs;
