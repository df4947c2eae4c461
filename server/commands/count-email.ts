import { createHash } from 'node:crypto';
import type { Quota, RateLimitName } from '@/lib/contract/rate-limits';
import type { Deps } from '@/server/deps';
import { ApiError } from '@/server/errors';

/**
 * Counts an email that somebody else than its recipient asks for. Call it in the transaction that adds the email to the
 * outbox.
 *
 * @returns what is left of the limit; undefined when the recipient has had all of it, and gets no email.
 */
export async function countEmailTo(
  { db, rateLimits }: Pick<Deps, 'db' | 'rateLimits'>,
  limit: RateLimitName,
  email: string,
): Promise<Quota | undefined> {
  const key = createHash('sha256').update(inboxOf(email)).digest('hex');
  const [counted] = await rateLimits.countInTransaction(db, [[{ limit, key }]]);
  return counted instanceof ApiError ? undefined : counted?.[0];
}

/** The inbox of an email, as far as its spelling tells: `Ada+news@Example.com` arrives at `ada@example.com`. */
export function inboxOf(email: string): string {
  const [, local = email, host = ''] = /^(.*)@([^@]*)$/.exec(email.trim().toLowerCase()) ?? [];
  const name = local.replace(/(?!^)\+.*$/, '');
  const isGmail = host === 'gmail.com' || host === 'googlemail.com';
  return isGmail ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${host}`;
}
