import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long one slice takes. A longer one would delay every other request by as much. */
const sliceMs = 5;

/**
 * Maps values like `Array.map`, but lets other requests have their turn every few milliseconds. For work on the event
 * loop that is bounded but not short. Work whose cost others choose belongs in `server/workers`.
 */
export async function mapInSlices<Value, Result>(
  values: readonly Value[],
  map: (value: Value) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  let sliceEndsAtMs = performance.now() + sliceMs;
  for (const value of values) {
    results.push(map(value));
    if (performance.now() < sliceEndsAtMs) continue;
    await nextTurn();
    sliceEndsAtMs = performance.now() + sliceMs;
  }
  return results;
}

/**
 * Does the work for each item, one after the other, also after an item whose work has failed.
 *
 * @throws after the last item: the only failure, or an AggregateError of all.
 */
export async function runEach<Item>(
  items: Iterable<Item>,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = [];
  for (const item of items) await work(item).catch((failure: unknown) => failures.push(failure));
  if (failures.length === 1) throw failures[0];
  if (failures.length > 1) throw new AggregateError(failures, `${failures.length} failed.`);
}
