import type { AppealDecision } from '@/lib/contract/appeal';
import { sendsEmails } from '@/server/commands/sends-emails';
import type { Deps } from '@/server/deps';
import { findVerifiedEmail } from '@/server/queries/account/identities';
import { insertEmail } from '@/server/queries/mail-outbox';

type MailDeps = Pick<Deps, 'db' | 'env' | 'now'>;

/** Tells a member by email what became of an appeal, on a site that sends emails. Call it in the transaction of the decision. */
export async function mailAppeal(
  deps: MailDeps,
  { userId, outcome, reply, isRejection }: AppealDecision & { userId: string; isRejection: boolean },
): Promise<void> {
  const { siteName, siteURL } = deps.env;
  const reversed = isRejection
    ? `It is back in the queue: ${siteURL}/account/profile?status=pending`
    : 'What was decided about your account no longer holds.';
  const lines = [
    `The moderators of ${siteName} have looked at your answer.`,
    outcome === 'reversed' ? reversed : 'The decision stands.',
    reply && reply.replace(/^/gm, '> '),
  ];
  const subject = outcome === 'reversed' ? 'Your answer has changed the decision' : 'The decision stands';
  await send(deps, userId, { subject, lines: lines.filter(Boolean) });
}

/** Tells a member by email why an appeal was closed without a decision. Call it in the transaction that closes the appeal. */
export async function mailClosedAppeal(
  deps: MailDeps,
  { userId, reason }: { userId: string; reason: string },
): Promise<void> {
  const { siteName, siteURL } = deps.env;
  const subject = `Your answer to the moderators of ${siteName} is closed`;
  await send(deps, userId, { subject, lines: [reason, `Your dashboard: ${siteURL}/account/profile`] });
}

async function send(
  { db, env, now }: MailDeps,
  userId: string,
  { subject, lines }: { subject: string; lines: readonly string[] },
): Promise<void> {
  if (!sendsEmails(env)) return;
  const email = await findVerifiedEmail(db, userId);
  if (email === undefined) return;
  const why = `You get this email because you answered a decision on ${env.siteName}.`;
  await insertEmail(db, { email, subject, body: [...lines, why].join('\n\n'), createdAt: now() });
}
