import fc from 'fast-check';
import { RecentCalls } from '@/server/limits/recent-calls';

const spanMs = 100;

/** What RecentCalls promises, with a list instead of a queue and counts. */
class ListOfCalls {
  #calls: { key: number; atMs: number }[] = [];

  count(key: number, nowMs: number): number {
    return this.#calls.filter((call) => call.key === key && call.atMs > nowMs - spanMs).length;
  }
  add(key: number, atMs: number) {
    const call = { key, atMs };
    this.#calls.push(call);
    return () => {
      this.#calls = this.#calls.filter((each) => each !== call);
    };
  }
}

const step = fc.record({
  key: fc.nat({ max: 3 }),
  waitMs: fc.nat({ max: 60 }),
  isRemoved: fc.boolean(),
  repeats: fc.nat({ max: 900 }),
});

it('counts the calls of a key within the span, through growth, removals and expiry', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      const recent = new RecentCalls({ spanMs, callsMax: 1_000_000 });
      const list = new ListOfCalls();
      let nowMs = 0;
      for (const { key, waitMs, isRemoved, repeats } of steps) {
        nowMs += waitMs;
        expect(recent.count(key, nowMs)).toBe(list.count(key, nowMs));
        for (let count = 0; count < repeats; count += 1) {
          recent.add(key, nowMs);
          list.add(key, nowMs);
        }
        const position = recent.add(key, nowMs);
        const removeFromList = list.add(key, nowMs);
        if (isRemoved) {
          recent.remove(position);
          removeFromList();
        }
        expect(recent.count(key, nowMs)).toBe(list.count(key, nowMs));
      }
    }),
    { numRuns: 50 },
  );
});

it('forgets the oldest calls beyond its bound', () => {
  const recent = new RecentCalls({ spanMs, callsMax: 2_000 });
  for (let count = 0; count < 500; count += 1) recent.add(1, 0);
  const oldest = recent.add(1, 0);
  for (let count = 0; count < 1_600; count += 1) recent.add(2, 1);

  expect([recent.count(1, 1), recent.count(2, 1)]).toEqual([400, 1_600]);

  for (let count = 0; count < 500; count += 1) recent.add(2, 1);
  recent.remove(oldest);
  expect([recent.count(1, 1), recent.count(2, 1)]).toEqual([0, 2_000]);
});
