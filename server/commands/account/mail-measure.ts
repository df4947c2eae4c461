import { sendsEmails } from '@/server/commands/sends-emails';
import type { Deps } from '@/server/deps';
import { findVerifiedEmail } from '@/server/queries/account/identities';
import { insertEmail } from '@/server/queries/mail-outbox';
import { formatDay } from '@/lib/contract/plain/format-day';

type Told = { userId: string } & (
  | { kind: 'warning' | 'ban'; reason: string }
  | { kind: 'suspension'; reason: string; suspendedUntil: Date }
  /** A suspension or ban is over before its time. */
  | { kind: 'end' }
);

/** Tells a member by email what was decided about the account, on a site that sends emails. Call it in the transaction of the decision. */
export async function mailMeasure(
  { db, env, now }: Pick<Deps, 'db' | 'env' | 'now'>,
  told: Told,
): Promise<void> {
  if (!sendsEmails(env)) return;
  const email = await findVerifiedEmail(db, told.userId);
  if (email === undefined) return;
  const { subject, sentence } = textOf(told, env.siteName);
  const lines = [
    sentence,
    ...(told.kind === 'end'
      ? []
      : [
          told.reason.replace(/^/gm, '> '),
          `Your dashboard says more, and how to answer. Sign in to see it: ${env.siteURL}/account/profile`,
        ]),
    `You get this email because you have an account on ${env.siteName}.`,
  ];
  await insertEmail(db, { email, subject, body: lines.join('\n\n'), createdAt: now() });
}

function textOf(told: Told, site: string): { subject: string; sentence: string } {
  switch (told.kind) {
    case 'warning':
      return {
        subject: `A warning from the moderators of ${site}`,
        sentence: `The moderators of ${site} ask you to mind this:`,
      };
    case 'suspension': {
      const day = formatDay(told.suspendedUntil);
      return {
        subject: `Your account on ${site} is suspended until ${day}`,
        sentence: `The moderators of ${site} have suspended your account. Until ${day} you can read, and change nothing. The reason:`,
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
