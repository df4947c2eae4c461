import { mailMember, quoteText } from '@/server/commands/mail-member';
import type { Deps } from '@/server/deps';
import { formatInstant } from '@/lib/contract/plain/durations';

type Told = { userId: string } & (
  | { kind: 'warning' | 'ban'; reason: string }
  | { kind: 'suspension'; reason: string; suspendedUntil: Date }
  /** A suspension or ban is over before its time. */
  | { kind: 'end' }
);

/** Tells a member by email what was decided about the account, on a site that sends emails. Call it in the transaction of the decision. */
export async function mailMeasure(deps: Pick<Deps, 'db' | 'env' | 'now'>, told: Told): Promise<void> {
  const { siteName, siteURL } = deps.env;
  const { subject, sentence } = textOf(told, siteName);
  const more = `Your dashboard says more, and how to answer. Sign in to see it: ${siteURL}/account/profile`;
  const paragraphs = [
    sentence,
    ...(told.kind === 'end' ? [] : [quoteText(told.reason), more]),
    `You get this email because you have an account on ${siteName}.`,
  ];
  await mailMember(deps, told.userId, { subject, paragraphs });
}

function textOf(told: Told, site: string): { subject: string; sentence: string } {
  switch (told.kind) {
    case 'warning':
      return {
        subject: `A warning from the moderators of ${site}`,
        sentence: `The moderators of ${site} ask you to mind this:`,
      };
    case 'suspension': {
      const end = formatInstant(told.suspendedUntil);
      return {
        subject: `Your account on ${site} is suspended until ${end}`,
        sentence: `The moderators of ${site} have suspended your account. Until ${end} you can read, and change nothing. The reason:`,
      };
    }
    case 'ban':
      return {
        subject: `Your account on ${site} is banned`,
        sentence: `The moderators of ${site} have banned your account. The reason:`,
      };
    case 'end':
      return {
        subject: `You can use your account on ${site} again`,
        sentence: `The moderators of ${site} have lifted what they had decided about your account. You can use it as before.`,
      };
  }
}
