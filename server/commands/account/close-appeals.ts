import type { Deps } from '@/server/deps';
import { closeAppealsAgainst } from '@/server/queries/account/appeals';
import type { AppealDecision } from '@/lib/contract/measure';
import { mailMember, quoteText } from '@/server/commands/mail-member';
import { say, t, type Text, text } from '@/lib/texts/texts';

type CloseDeps = Pick<Deps, 'db' | 'env' | 'now'>;

const REPLACED = text(
  'appeal.replaced',
  'Moderators made a new decision about your account. It replaces the one you answered, so your answer is closed. You can answer the new decision, too.',
);

export async function closeReplaced(
  deps: CloseDeps,
  measureIds: readonly string[],
  judgeId: string | null,
): Promise<void> {
  const decision = { outcome: 'upheld' as const, reply: REPLACED, judgeId, decidedAt: deps.now() };
  const closed = await closeAppealsAgainst(deps.db, measureIds, decision);
  for (const { userId } of closed) await mailClosedAppeal(deps, { userId, reason: REPLACED });
}

/** Closes the appeals against measures that were lifted. The caller tells the members. */
export async function closeLifted(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  measureIds: readonly string[],
  judgeId: string,
): Promise<void> {
  await closeAppealsAgainst(db, measureIds, { outcome: 'reversed', reply: null, judgeId, decidedAt: now() });
}

type MailDeps = Pick<Deps, 'db' | 'env' | 'now'>;

/** Tells a member by email what became of an appeal, on a site that sends emails. Call it in the transaction of the decision. */
export async function mailAppeal(
  deps: MailDeps,
  { userId, outcome, reply, isRejection }: AppealDecision & { userId: string; isRejection: boolean },
): Promise<void> {
  const { siteURL } = deps.env;
  const reversed = isRejection
    ? t('mail.appeal.backInQueue', 'It is back in the queue: {address}', {
        address: `${siteURL}/account/profile?status=pending`,
      })
    : t('mail.appeal.measureEnded', 'What was decided about your account no longer holds.');
  const paragraphs = [
    t('mail.appeal.lookedAt', 'The moderators of {siteName} have looked at your answer.'),
    outcome === 'reversed' ? reversed : t('appeals.stands', 'The decision stands.'),
    reply && quoteText(reply),
    reasonForEmail(),
  ];
  const subject =
    outcome === 'reversed'
      ? t('mail.appeal.reversedSubject', 'Your answer has changed the decision')
      : t('mail.appeal.standsSubject', 'The decision stands');
  await mailMember(deps, userId, { subject, paragraphs });
}

/** Tells a member by email why an appeal was closed without a decision. Call it in the transaction that closes the appeal. */
export async function mailClosedAppeal(
  deps: MailDeps,
  { userId, reason }: { userId: string; reason: Text },
): Promise<void> {
  const { siteURL } = deps.env;
  const subject = t('mail.appeal.closedSubject', 'Your answer to the moderators of {siteName} is closed');
  const paragraphs = [
    say(reason),
    t('mail.dashboard', 'Your dashboard: {address}', { address: `${siteURL}/account/profile` }),
    reasonForEmail(),
  ];
  await mailMember(deps, userId, { subject, paragraphs });
}

const reasonForEmail = () =>
  t('mail.why.answered', 'You get this email because you answered a decision on {siteName}.');
