import { formatInstant } from '@/lib/contract/plain/durations';
import { sendsEmails } from '@/server/commands/mail-member';
import { logAction } from '@/server/commands/log-action';
import { SEND_MAIL } from '@/server/commands/send-mail';
import type { Deps } from '@/server/deps';
import { ApiError } from '@/server/base/errors';
import type { Viewer } from '@/server/policies/viewer';
import { type ContactMessageRow, lockMessage, updateMessage } from '@/server/queries/contact-messages';
import { insertEmail } from '@/server/queries/mail-outbox';

type HandleDeps = Pick<Deps, 'db' | 'env' | 'jobWaker' | 'now'>;

type Act = {
  action: 'message.answer' | 'message.close' | 'message.reopen';
  apply: (db: Deps['db'], message: ContactMessageRow, at: Date) => Promise<void>;
};

/**
 * Answers an open message by email, and closes it.
 *
 * @throws ApiError `not_found`, `conflict` when the message is closed, `unavailable` on a site that sends no emails.
 */
export async function answerMessage(
  deps: HandleDeps,
  viewer: Viewer,
  id: string,
  text: string,
): Promise<void> {
  if (!sendsEmails(deps.env)) {
    throw new ApiError(
      'unavailable',
      'This site sends no emails. Answer with your own mail program, then close the message.',
    );
  }
  await handleMessage(deps, viewer, id, {
    action: 'message.answer',
    async apply(db, { email, createdAt }, at) {
      const { siteName, siteURL } = deps.env;
      const paragraphs = [
        text,
        `To write back, use the form: ${siteURL}/support#contact`,
        // Without a word of the message: who wrote it may have given the email of somebody else.
        `You get this email because somebody wrote to ${siteName} on ${formatInstant(createdAt)}, and gave your email for the answer. If that wasn't you, you don't have to do anything.`,
      ];
      const subject = `Your message to ${siteName}`;
      await insertEmail(db, { email, subject, body: paragraphs.join('\n\n'), createdAt: at });
      await updateMessage(db, id, { answer: text, answeredAt: at, closedAt: at });
    },
  });
  deps.jobWaker.wake(SEND_MAIL);
}

/** Closes an open message without an answer. @throws ApiError `not_found`, `conflict` when it is closed. */
export const closeMessage = (deps: HandleDeps, viewer: Viewer, id: string): Promise<void> =>
  handleMessage(deps, viewer, id, {
    action: 'message.close',
    apply: (db, _message, at) => updateMessage(db, id, { closedAt: at }),
  });

/** @throws ApiError `not_found`, `conflict` when the message is open. */
export const reopenMessage = (deps: HandleDeps, viewer: Viewer, id: string): Promise<void> =>
  handleMessage(deps, viewer, id, {
    action: 'message.reopen',
    apply: (db) => updateMessage(db, id, { closedAt: null }),
  });

/** Changes a message, and writes the audit entry in the same transaction. The entry has nothing of the message but its id. */
async function handleMessage(
  { db, now }: HandleDeps,
  viewer: Viewer,
  id: string,
  { action, apply }: Act,
): Promise<void> {
  await db.transaction(async (tx) => {
    const message = await lockMessage(tx, id);
    if (!message) throw new ApiError('not_found', 'This message is gone.');
    const isOpen = message.closedAt === null;
    if (isOpen === (action === 'message.reopen')) {
      throw new ApiError('conflict', `Somebody else has ${isOpen ? 'reopened' : 'closed'} this message.`);
    }
    const createdAt = now();
    await apply(tx, message, createdAt);
    await logAction(tx, viewer, { action, details: { message: id }, createdAt });
  });
}
