import { DAY_MS } from '@/lib/contract/plain/durations';
import { rejectionReasons } from '@/lib/contract/plain/moderation';
import type { GateFigures } from '@/lib/contract/rule';
import { inEnglish } from '@/lib/texts/language';
import { t, withoutIsolates } from '@/lib/texts/texts';
import type { Deps } from '@/server/deps';
import { listFirstDecisions, upsertGateFigures } from '@/server/queries/products/gate';
import { RULED_DAYS } from './judge-rules';

const entriesMax = 50_000;

const otherReason = () => t('rule.otherReason', 'Other' /* the rejections with another reason */);

/** The figures with their labels in the language of the site. They are kept with those in English. */
export function sayFigures(figures: GateFigures): GateFigures {
  const labels = () => [...rejectionReasons().map(({ label }) => label), otherReason()];
  const english = inEnglish(labels);
  const said = labels();
  const sayLabel = (label: string) => said[english.indexOf(label)] ?? label;
  return {
    ...figures,
    reasons: figures.reasons.map(({ label, count }) => ({ label: sayLabel(label), count })),
  };
}

export async function countGate({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const since = new Date(now().getTime() - RULED_DAYS * DAY_MS);
  const decisions = await listFirstDecisions(db, { since, limit: entriesMax });
  const waits = decisions.map(({ waitedHours }) => waitedHours).toSorted((a, b) => a - b);
  // The log has a reason in the language in which a moderator gave it: that of the site, or English before.
  const english = inEnglish(rejectionReasons);
  const labels = new Map(
    [english, rejectionReasons()].flatMap((reasons) =>
      reasons.map((each, index) => [withoutIsolates(each.text), english[index]?.label] as const),
    ),
  );
  const counts = new Map<string, number>();
  for (const { action, reason, name } of decisions) {
    if (action !== 'product.reject') continue;
    // A reason has the name of its product in place of `{name}`. Free texts may say something personal.
    const label =
      labels.get(reason ?? '') ??
      labels.get((reason ?? '').replaceAll(name ?? '', '{name}')) ??
      inEnglish(otherReason);
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

/**
 * @param share below 1.
 * @returns hours, with one decimal.
 */
function quantile(sorted: readonly number[], share: number): number | null {
  const value = sorted[Math.floor(sorted.length * share)];
  return value === undefined ? null : Math.round(Math.max(0, value) * 10) / 10;
}
