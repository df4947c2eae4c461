import type { AppealDecision } from '@/lib/contract/appeal';
import { sendsEmails } from '@/server/commands/sends-emails';
import type { Deps } from '@/server/deps';
import { findVerifiedEmail } from '@/server/queries/account/identities';
import { insertEmail } from '@/server/queries/mail-outbox';

/** Tells a member by email what became of an appeal, on a site that sends emails. Call it in the transaction of the decision. */
export async function mailAppeal(
  { db, env, now }: Pick<Deps, 'db' | 'env' | 'now'>,
  { userId, outcome, reply, isRejection }: AppealDecision & { userId: string; isRejection: boolean },
): Promise<void> {
  if (!sendsEmails(env)) return;
  const email = await findVerifiedEmail(db, userId);
  if (email === undefined) return;
  const { siteName, siteURL } = env;
  const reversed = isRejection
    ? `It waits for the moderators again: ${siteURL}/account/profile?status=pending`
    : 'What was decided about your account no longer holds.';
  const lines = [
    `The moderators of ${siteName} have looked at your answer.`,
    outcome === 'reversed' ? reversed : 'The decision stands.',
    reply && reply.replace(/^/gm, '> '),
    `You get this email because you answered a decision on ${siteName}.`,
  ];
  const subject = outcome === 'reversed' ? 'Your answer has changed the decision' : 'The decision stands';
  await insertEmail(db, { email, subject, body: lines.filter(Boolean).join('\n\n'), createdAt: now() });
}
