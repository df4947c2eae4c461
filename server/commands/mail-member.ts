import type { Deps } from '@/server/deps';
import { findVerifiedEmail } from '@/server/queries/account/identities';
import { insertEmail } from '@/server/queries/emails';

/** Whether the site sends emails. Outside of production, they are files in the data folder. */
export const sendsEmails = ({ smtp, appEnv }: Deps['env']): boolean =>
  smtp !== undefined || appEnv !== 'production';

/** A text of somebody else as a quotation. */
export const quoteText = (text: string): string => text.replace(/^/gm, '> ');

type Message = {
  subject: string;
  /** Empty paragraphs are left out. */
  paragraphs: readonly (string | undefined)[];
  /** When the email is sent; at once by default. */
  dueAt?: Date;
  /** The entry of the log that the email is about. */
  entryId?: string;
};

/**
 * Sends a member an email, on a site that sends emails, if a provider has verified the member's email. Call it in the transaction
 * of what the email is about.
 */
export async function mailMember(
  { db, env, now }: Pick<Deps, 'db' | 'env' | 'now'>,
  userId: string,
  { paragraphs, ...message }: Message,
): Promise<void> {
  if (!sendsEmails(env)) return;
  const email = await findVerifiedEmail(db, userId);
  if (email === undefined) return;
  await insertEmail(db, {
    ...message,
    email,
    body: paragraphs.filter(Boolean).join('\n\n'),
    createdAt: now(),
  });
}
