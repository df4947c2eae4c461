import { mapInSlices } from '@/server/base/iterate';

it('maps like Array.map', async () => {
  expect(await mapInSlices([1, 2, 3], (value) => value * 2)).toEqual([2, 4, 6]);
});

it('lets other work have its turn after five milliseconds, and not before', async () => {
  const now = performance.now.bind(performance);
  let nowMs = 0;
  const seen: unknown[] = [];
  performance.now = () => nowMs;
  try {
    const mapping = mapInSlices([2, 2, 2, 4, 1, 1], (ms) => {
      nowMs += ms;
      seen.push(nowMs);
    });
    seen.push('turn 0');
    for (let turn = 1; turn <= 3; turn += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      seen.push(`turn ${turn}`);
    }
    await mapping;
  } finally {
    performance.now = now;
  }
  expect(seen).toEqual([2, 4, 6, 'turn 0', 10, 11, 'turn 1', 12, 'turn 2', 'turn 3']);
});
