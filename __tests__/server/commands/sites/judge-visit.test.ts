import { DAY_MS, HOUR_MS } from '@/lib/contract/plain/durations';
import { judgeVisit } from '@/server/commands/sites/judge-visit';
import { FetchRefusal } from '@/server/web/fetch-limits';

const now = new Date('2026-01-01T00:00:00Z');

/** Hours until a site that failed this often before, and fails again, is asked again. */
function hoursAfter(failureCount: number): number {
  const due: Parameters<typeof judgeVisit>[0] = {
    ...{
      productId: '1',
      name: 'Forge',
      tagline: 'Builds',
      url: 'https://forge.example/',
      host: 'forge.example',
    },
    ...{
      checkAt: now,
      checkedAt: now,
      finding: 'unsure',
      problem: 'Down.',
      failureCount,
      failingSince: null,
    },
    ...{ baseline: null, observed: null, version: null, movedTo: null, concern: null, concernSince: null },
  };
  const { checkAt } = judgeVisit(due, { kind: 'failed', refusal: new FetchRefusal('target', 'Down.') }, now);
  return ((checkAt ?? now).getTime() - now.getTime()) / HOUR_MS;
}

it.each([
  [0, 6],
  [1, 12],
  [2, 24],
  [4, 96],
  [5, (7 * DAY_MS) / HOUR_MS],
  [50, (7 * DAY_MS) / HOUR_MS],
])('asks a site that failed %i times before again after %i hours, a tenth more or less', (count, hours) => {
  const waited = hoursAfter(count);
  expect(waited).toBeGreaterThanOrEqual(0.9 * hours);
  expect(waited).toBeLessThanOrEqual(1.1 * hours);
});
