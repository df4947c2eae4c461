import type * as z from 'zod/mini';
import type { contactMessage } from '@/lib/contract/contact';
import { formatInstant, SECOND_MS } from '@/lib/contract/plain/durations';
import { countEmailTo } from '@/server/commands/count-email';
import { sendsEmails } from '@/server/commands/mail-member';
import { SEND_MAIL } from '@/server/commands/send-mail';
import type { Deps } from '@/server/deps';
import {
  type ContactMessageRow,
  countOpenMessages,
  insertContactMessage,
  lockMessage,
  updateMessage,
} from '@/server/queries/contact-messages';
import { listChoosingAdmins } from '@/server/queries/staff-notices';
import { insertEmail, lockWaitingEmail, rewriteEmail } from '@/server/queries/emails';
import { logAction } from '@/server/commands/log-action';
import { ApiError } from '@/server/base/errors';
import type { Viewer } from '@/server/policies/viewer';
import { formatNumber } from '@/lib/texts/language';
import { t, text } from '@/lib/texts/texts';

type ReceiveDeps = Pick<Deps, 'db' | 'env' | 'jobWaker' | 'logger' | 'now' | 'rateLimits'>;

/** How far a summary counts, so that a message of a flood costs no more than another one. */
const SUMMARY_COUNT_MAX = 100;

/** Stores a message of a visitor, and tells those of ADMIN_EMAILS who have no account. A message is stored also when telling them fails. */
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
  const { adminEmails } = deps.env;
  if (!sendsEmails(deps.env)) return;
  const choosers = await listChoosingAdmins(deps.db, adminEmails, createdAt);
  for (const email of adminEmails) {
    // An admin with an account is told of messages as of other work.
    if (choosers.has(email.toLowerCase())) continue;
    const { isWithin, remaining, resetSeconds } = await countEmailTo(deps, 'contactNoticeByRecipient', email);
    const hourEndsAt = new Date(createdAt.getTime() + resetSeconds * SECOND_MS);
    if (!isWithin) {
      await summarize(deps, { email, createdAt, dueAt: hourEndsAt });
      continue;
    }
    const news = [
      t('mail.message.intro', 'Somebody has sent a message to {siteName}. Read and answer it here:'),
      remaining === 0 &&
        t(
          'mail.message.manyWithinHour',
          'Many messages have arrived within the last hour. One email at the end of the hour tells you of the next ones.',
        ),
    ] as const;
    const body = bodyOf(deps.env, ...news);
    await insertEmail(deps.db, {
      email,
      subject: t('mail.message.subject', 'A new message to {siteName}'),
      body,
      createdAt,
    });
  }
}

type Summary = { email: string; createdAt: Date; dueAt: Date };

/**
 * Tells an admin at the end of the hour how many messages have come without a notice. There is one email, and each message
 * replaces its text. Call this after `countEmailTo`, which locks the recipient's counter, so that one message at a time
 * replaces the text.
 */
async function summarize({ db, env }: ReceiveDeps, { email, createdAt, dueAt }: Summary): Promise<void> {
  const subject = t('mail.messages.subject', 'More messages to {siteName}');
  const waiting = await lockWaitingEmail(db, { email, subject, now: createdAt });
  const count = await countOpenMessages(db, {
    since: waiting?.createdAt ?? createdAt,
    countMax: SUMMARY_COUNT_MAX + 1,
  });
  const body = bodyOf(
    env,
    count > SUMMARY_COUNT_MAX
      ? t(
          'mail.messages.waitingMany',
          'More than {count} more messages are waiting in the inbox of {siteName}:',
          { count: formatNumber(SUMMARY_COUNT_MAX) },
        )
      : t(
          'mail.messages.waiting',
          '{count, plural, one {# more message is waiting in the inbox of {siteName}:} other {# more messages are waiting in the inbox of {siteName}:}}',
          { count },
        ),
  );
  if (waiting) await rewriteEmail(db, waiting.id, { subject, body });
  else await insertEmail(db, { email, subject, body, createdAt, dueAt });
}

const bodyOf = ({ siteURL }: Deps['env'], news: string, more?: string | false): string =>
  [
    news,
    `${siteURL}/moderation/messages`,
    more,
    t('mail.why.admin', 'You get this email because {siteName} names you in ADMIN_EMAILS.'),
  ]
    .filter(Boolean)
    .join('\n\n');

type HandleDeps = Pick<Deps, 'db' | 'env' | 'jobWaker' | 'now'>;

type Act = {
  action: 'message.answer' | 'message.close' | 'message.reopen';
  apply: (db: Deps['db'], message: ContactMessageRow, at: Date) => Promise<void>;
};

/** @throws ApiError `not_found`, `conflict` when the message is closed, `unavailable` on a site that sends no emails. */
export async function answerMessage(
  deps: HandleDeps,
  viewer: Viewer,
  id: string,
  answer: string,
): Promise<void> {
  if (!sendsEmails(deps.env)) {
    throw new ApiError(
      'unavailable',
      text(
        'message.noEmails',
        'This site sends no emails. Answer with your own mail program, then close the message.',
      ),
    );
  }
  await handleMessage(deps, viewer, id, {
    action: 'message.answer',
    async apply(db, { email, createdAt }, at) {
      const paragraphs = [
        answer,
        t('mail.answer.writeBack', 'To write back, use the form: {address}', {
          address: `${deps.env.siteURL}/support#contact`,
        }),
        // Without a word of the message: who wrote it may have given the email of somebody else.
        t(
          'mail.why.wroteMessage',
          "You get this email because somebody wrote to {siteName} on {moment}, and gave your email for the answer. If that wasn't you, you don't have to do anything.",
          { moment: formatInstant(createdAt) },
        ),
      ];
      const subject = t('mail.answer.subject', 'Your message to {siteName}');
      await insertEmail(db, {
        ...{ email, subject, body: paragraphs.join('\n\n'), createdAt: at },
        isByPerson: true,
      });
      await updateMessage(db, id, { answer, answeredAt: at, closedAt: at });
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
    if (!message) throw new ApiError('not_found', text('message.gone', 'This message is gone.'));
    const isOpen = message.closedAt === null;
    if (isOpen === (action === 'message.reopen')) {
      throw new ApiError(
        'conflict',
        isOpen
          ? text('message.alreadyReopened', 'Somebody else has reopened this message.')
          : text('message.alreadyClosed', 'Somebody else has closed this message.'),
      );
    }
    const createdAt = now();
    await apply(tx, message, createdAt);
    await logAction(tx, viewer, { action, details: { message: id }, createdAt });
  });
}
