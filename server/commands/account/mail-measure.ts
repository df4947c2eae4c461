import { formatLastDay, SUSPENSION_EFFECT } from '@/lib/contract/plain/suspension';
import { mailMember, quoteText } from '@/server/commands/mail-member';
import type { Deps } from '@/server/deps';
import { say, t } from '@/lib/texts/texts';

type Told = { userId: string } & (
  | { kind: 'warning' | 'ban'; reason: string }
  | { kind: 'suspension'; reason: string; suspendedUntil: Date }
  /** A suspension or ban is over before its time. */
  | { kind: 'end' }
);

/** Tells a member by email what was decided about the account, on a site that sends emails. Call it in the transaction of the decision. */
export async function mailMeasure(deps: Pick<Deps, 'db' | 'env' | 'now'>, told: Told): Promise<void> {
  const { subject, sentence } = textOf(told);
  const more = t(
    'mail.measure.howToAnswer',
    'Your dashboard says more, and how to answer. Sign in to see it: {address}',
    { address: `${deps.env.siteURL}/account/profile` },
  );
  const paragraphs = [
    sentence,
    ...(told.kind === 'end' ? [] : [quoteText(told.reason), more]),
    t('mail.why.account', 'You get this email because you have an account on {siteName}.'),
  ];
  await mailMember(deps, told.userId, { subject, paragraphs });
}

function textOf(told: Told): { subject: string; sentence: string } {
  switch (told.kind) {
    case 'warning':
      return {
        subject: t('mail.warning.subject', 'A warning from the moderators of {siteName}'),
        sentence: t('mail.warning.intro', 'The moderators of {siteName} ask you to mind this:'),
      };
    case 'suspension': {
      const day = formatLastDay(told.suspendedUntil);
      return {
        subject: t('mail.suspension.subject', 'Your account on {siteName} is suspended through {day}', {
          day,
        }),
        sentence: t(
          'mail.suspension.intro',
          'The moderators of {siteName} have suspended your account through {day}. {effect} The reason:',
          { day, effect: say(SUSPENSION_EFFECT) },
        ),
      };
    }
    case 'ban':
      return {
        subject: t('mail.ban.subject', 'Your account on {siteName} is banned'),
        sentence: t('mail.ban.intro', 'The moderators of {siteName} have banned your account. The reason:'),
      };
    case 'end':
      return {
        subject: t('mail.measureEnded.subject', 'You can use your account on {siteName} again'),
        sentence: t(
          'mail.measureEnded.intro',
          'The moderators of {siteName} have lifted what they had decided about your account. You can use it as before.',
        ),
      };
  }
}
