import type * as z from 'zod/mini';
import type { contactMessage } from '@/lib/contract/contact';
import { countEmailTo } from '@/server/commands/count-email';
import { sendsEmails } from '@/server/commands/mail-member';
import { SEND_MAIL } from '@/server/commands/send-mail';
import type { Deps } from '@/server/deps';
import { insertContactMessage } from '@/server/queries/contact-messages';
import { insertEmails } from '@/server/queries/mail-outbox';

type ReceiveDeps = Pick<Deps, 'db' | 'env' | 'jobWaker' | 'logger' | 'now' | 'rateLimits'>;

/** Stores a message of a visitor, and tells the admins. A message is stored also when telling them fails. */
export async function receiveMessage(
  deps: ReceiveDeps,
  { name, email, message }: Omit<z.output<typeof contactMessage>, 'hp'>,
): Promise<void> {
  const createdAt = deps.now();
  await deps.db.transaction(async (tx) => {
    await insertContactMessage(tx, { name, email, message, createdAt });
    try {
      // A transaction of its own, so that the database can take it back alone.
      await tx.transaction((notice) => mailAdmins({ ...deps, db: notice }, createdAt));
    } catch (err) {
      deps.logger.error({ err }, 'The admins could not be told of a message by email. It is in their inbox.');
    }
  });
  deps.jobWaker.wake(SEND_MAIL);
}

/** The emails contain nothing that the visitor has written: an email of the site must not carry a stranger's links. */
async function mailAdmins(deps: ReceiveDeps, createdAt: Date): Promise<void> {
  const { siteName, siteURL, adminEmails } = deps.env;
  if (!sendsEmails(deps.env)) return;
  const emails = [];
  for (const email of adminEmails) {
    const quota = await countEmailTo(deps, 'contactNoticeByRecipient', email);
    if (!quota) continue;
    const paragraphs = [
      `Somebody has sent a message to ${siteName}. Read and answer it here:`,
      `${siteURL}/moderation/messages`,
      quota.remaining === 0 &&
        'Many messages have arrived within the last hour. The next ones wait there without an email.',
      `You get this email because ${siteName} names you in ADMIN_EMAILS.`,
    ];
    const body = paragraphs.filter(Boolean).join('\n\n');
    emails.push({ email, subject: `A new message to ${siteName}`, body, createdAt });
  }
  await insertEmails(deps.db, emails);
}
