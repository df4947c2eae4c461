import { createHash } from 'node:crypto';
import type { RateLimitName } from '@/lib/contract/rate-limits';
import type { Deps } from '@/server/deps';
import { ApiError } from '@/server/base/errors';

type CountedEmail = {
  /** False when the recipient has had all emails of the limit, and gets no further one. */
  isWithin: boolean;
  remaining: number;
  /** Until the span of the limit ends. */
  resetSeconds: number;
};

/**
 * Counts an email that somebody else than its recipient asks for. Call it in the transaction that adds the email to the
 * outbox. Until that ends, other emails of the limit to this recipient wait.
 */
export async function countEmailTo(
  { db, rateLimits }: Pick<Deps, 'db' | 'rateLimits'>,
  limit: RateLimitName,
  email: string,
): Promise<CountedEmail> {
  const [counted] = await rateLimits.countInTransaction(db, [[{ limit, key: recipientKey(email) }]]);
  const isWithin = !(counted instanceof ApiError);
  const [quota] = (isWithin ? counted : counted.details.quotas) ?? [];
  if (!quota) throw new Error(`${limit} is not a limit of recipients`);
  return { isWithin, remaining: quota.remaining, resetSeconds: quota.resetSeconds };
}

/** What limits of recipients count by: a hash of the inbox. */
export const recipientKey = (email: string): string =>
  createHash('sha256').update(inboxOf(email)).digest('hex');

/** The inbox of an email, as far as its spelling tells: `Ada+news@Example.com` arrives at `ada@example.com`. */
export function inboxOf(email: string): string {
  const [, local = email, host = ''] = /^(.*)@([^@]*)$/.exec(email.trim().toLowerCase()) ?? [];
  const name = local.replace(/(?!^)\+.*$/, '');
  const isGmail = host === 'gmail.com' || host === 'googlemail.com';
  return isGmail ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${host}`;
}
