import { DAY_MS } from '@/lib/contract/plain/durations';
import { SESSION_LIMITS } from '@/lib/contract/plain/session-cookie';
import type { Deps } from '@/server/deps';
import { insertSession } from '@/server/queries/account/sessions';
import { hashToken, newToken } from '@/server/token';

/**
 * Begins a session of a member.
 *
 * @returns the token to hand out. It is kept nowhere: the row has a hash of its secret only.
 */
export async function openSession(
  { db, now, sessionTokens }: Pick<Deps, 'db' | 'now' | 'sessionTokens'>,
  { userId, userAgent }: { userId: string; userAgent: string | null },
): Promise<{ sessionId: string; token: string }> {
  const secret = newToken();
  const startedAt = now();
  const sessionId = await insertSession(db, {
    userId,
    secretHash: hashToken(secret),
    userAgent: userAgent?.slice(0, SESSION_LIMITS.userAgentCharsMax) ?? null,
    now: startedAt,
    expiresAt: new Date(startedAt.getTime() + SESSION_LIMITS.days * DAY_MS),
  });
  return { sessionId, token: await sessionTokens.seal({ sessionId, secret }) };
}
