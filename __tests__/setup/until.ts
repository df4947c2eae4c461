import { setTimeout as sleep } from 'node:timers/promises';

type UntilOptions = {
  /** After this time, the wait fails. */
  withinMs?: number;
  /** The pause between two checks. */
  everyMs?: number;
};

/**
 * Waits until the condition is true. An error that the condition throws ends the wait.
 *
 * @throws Error when the condition is still false after `withinMs`.
 */
export async function until(
  condition: () => boolean | Promise<boolean>,
  { withinMs = 30_000, everyMs = 20 }: UntilOptions = {},
): Promise<void> {
  const deadlineMs = performance.now() + withinMs;
  while (!(await condition())) {
    if (performance.now() > deadlineMs) throw new Error(`The condition is still false after ${withinMs} ms.`);
    await sleep(everyMs);
  }
}
