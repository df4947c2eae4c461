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
