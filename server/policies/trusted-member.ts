import { DAY_MS, formatInstant } from '@/lib/contract/plain/durations';
import { AGREEMENT_RULES } from '@/lib/contract/plain/product-parts';

type Standing = {
  accountCreatedAt: Date;
  contributionCount: number;
  /** Within the time that counts. */
  lastRejectedAt: Date | undefined;
  isBarred: boolean;
  isSetAside: boolean;
};

const { accountDaysMin, contributionsMin, calmDays } = AGREEMENT_RULES;

/** The conditions of a trusted member that a member does not meet, one sentence each. Empty for a trusted member. */
export function describeMissingTrust(standing: Standing | undefined, now: Date): string[] {
  if (!standing) return ['Your account is gone.'];
  const { accountCreatedAt, contributionCount, lastRejectedAt, isBarred, isSetAside } = standing;
  const trustedFrom = daysAfter(accountCreatedAt, accountDaysMin);
  return [
    ...(trustedFrom > now
      ? [
          `Your account has to be at least ${accountDaysMin} days old. It will be on ${formatInstant(trustedFrom)}.`,
        ]
      : []),
    ...(contributionCount < contributionsMin
      ? [
          `You need ${contributionsMin} submissions or suggestions that moderators accepted. You have ${contributionCount}.`,
        ]
      : []),
    ...(lastRejectedAt
      ? [
          `Your last rejection has to be at least ${calmDays} days ago. It will be on ${formatInstant(daysAfter(lastRejectedAt, calmDays))}.`,
        ]
      : []),
    ...(isBarred ? ['Your account is suspended, banned or about to be deleted.'] : []),
    ...(isSetAside ? ['A moderator has set your upvotes aside.'] : []),
  ];
}

/** Whether a member may accept suggestions together with others. */
export const isTrusted = (standing: Standing | undefined, now: Date): boolean =>
  describeMissingTrust(standing, now).length === 0;

const daysAfter = (at: Date, days: number): Date => new Date(at.getTime() + days * DAY_MS);
