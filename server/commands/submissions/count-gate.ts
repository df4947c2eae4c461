import { REJECTION_REASONS } from '@/lib/contract/plain/moderation';
import { DAY_MS } from '@/lib/contract/plain/durations';
import type { GateFigures } from '@/lib/contract/rule';
import type { Deps } from '@/server/deps';
import { listFirstDecisions, upsertGateFigures } from '@/server/queries/products/gate';
import { RULED_DAYS } from './judge-rules';

/** More entries of the log are not read. */
const entriesMax = 50_000;

/** Counts what became of the submissions of the last 90 days, for everyone. */
export async function countGate({ db, env, now }: Pick<Deps, 'db' | 'env' | 'now'>): Promise<void> {
  const since = new Date(now().getTime() - RULED_DAYS * DAY_MS);
  const decisions = await listFirstDecisions(db, { since, limit: entriesMax });
  const waits = decisions.map(({ waitedHours }) => waitedHours).toSorted((a, b) => a - b);
  const labels = new Map(REJECTION_REASONS(env.siteNoun).map(({ label, text }) => [text, label]));
  const counts = new Map<string, number>();
  for (const { action, reason, name } of decisions) {
    if (action !== 'product.reject') continue;
    // A reason has the name of its product in place of `{name}`. Free texts may say something personal.
    const label =
      labels.get(reason ?? '') ?? labels.get((reason ?? '').replaceAll(name ?? '', '{name}')) ?? 'Other';
    counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  const figures: GateFigures = {
    decidedCount: decisions.length,
    approvedCount: decisions.filter(({ action }) => action === 'product.approve').length,
    waitingHoursMedian: quantile(waits, 0.5),
    waitingHoursP90: quantile(waits, 0.9),
    reasons: [...counts].map(([label, count]) => ({ label, count })).toSorted((a, b) => b.count - a.count),
    countedAt: now().toISOString(),
  };
  await upsertGateFigures(db, figures);
}

/** @returns hours, with one decimal. */
function quantile(sorted: readonly number[], share: number): number | null {
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  return value === undefined ? null : Math.round(Math.max(0, value) * 10) / 10;
}
