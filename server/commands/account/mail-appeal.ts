import type { AppealDecision } from '@/lib/contract/appeal';
import { mailMember, quoteText } from '@/server/commands/mail-member';
import type { Deps } from '@/server/deps';

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
  const paragraphs = [
    `The moderators of ${siteName} have looked at your answer.`,
    outcome === 'reversed' ? reversed : 'The decision stands.',
    reply && quoteText(reply),
    whyOf(siteName),
  ];
  const subject = outcome === 'reversed' ? 'Your answer has changed the decision' : 'The decision stands';
  await mailMember(deps, userId, { subject, paragraphs });
}

/** Tells a member by email why an appeal was closed without a decision. Call it in the transaction that closes the appeal. */
export async function mailClosedAppeal(
  deps: MailDeps,
  { userId, reason }: { userId: string; reason: string },
): Promise<void> {
  const { siteName, siteURL } = deps.env;
  const subject = `Your answer to the moderators of ${siteName} is closed`;
  const paragraphs = [reason, `Your dashboard: ${siteURL}/account/profile`, whyOf(siteName)];
  await mailMember(deps, userId, { subject, paragraphs });
}

const whyOf = (siteName: string) => `You get this email because you answered a decision on ${siteName}.`;
