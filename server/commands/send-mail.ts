import { MINUTE_MS } from '@/lib/contract/plain/durations';
import { ATTEMPTS_MAX, nextAttemptAt } from '@/server/commands/next-attempt';
import type { Deps } from '@/server/deps';
import {
  claimDueEmail,
  type ClaimedEmail,
  deleteEmail,
  giveUpEmail,
  postponeEmail,
} from '@/server/queries/mail-outbox';

/** The job to wake when an email was added to the outbox. */
export const SEND_MAIL = 'send-mail';

/** Longer than one attempt takes, so that no other process sends the same email at the same time. */
const leaseMs = 2 * MINUTE_MS;

type SendDeps = Pick<Deps, 'db' | 'logger' | 'mail' | 'now'>;

/**
 * Sends the email of the outbox that has been due for longest, and deletes it. An email that cannot be sent is tried
 * again later, and given up after 11 attempts, or at once when the mail server refuses it for good.
 *
 * @returns whether to go on with the next one: false when no email is due, or when the mail server has failed.
 */
export async function sendNextEmail({ db, logger, mail, now }: SendDeps): Promise<boolean> {
  const startedAt = now();
  const email = await claimDueEmail(db, {
    now: startedAt,
    claimedUntil: new Date(startedAt.getTime() + leaseMs),
  });
  if (!email) return false;
  const { id, attemptCount: attempt } = email;
  try {
    await mail.send(messageOf(email));
  } catch (error) {
    const { isFinal, failure } = describeFailure(error);
    if (isFinal || attempt >= ATTEMPTS_MAX) {
      await giveUpEmail(db, id, now());
      logger.error({ email: id, attempt, ...failure }, 'An email could not be sent, and was given up.');
      return isFinal;
    }
    await postponeEmail(db, id, nextAttemptAt(attempt, now()));
    logger.warn({ email: id, attempt, ...failure }, 'An email could not be sent. It is tried again later.');
    return false;
  }
  await deleteEmail(db, id);
  return true;
}

const messageOf = ({ id, email, subject, body, createdAt }: ClaimedEmail) => ({
  id: `${createdAt.getTime()}.${id.padStart(12, '0')}`,
  to: email,
  subject,
  text: body,
});

/** Errors of nodemailer: a code, and the response of the server. Their messages contain the recipient. */
export function describeFailure(error: unknown) {
  const details = new Map<string, unknown>(Object.entries(error ?? {}));
  const [code, responseCode] = [details.get('code'), details.get('responseCode')];
  const isAboutEmail = code === 'EENVELOPE' || code === 'EMESSAGE';
  const response = typeof responseCode === 'number' ? responseCode : undefined;
  return {
    /** Whether the server has answered to this email, rather than failed for any. */
    isAboutEmail: isAboutEmail && response !== undefined,
    isFinal: isAboutEmail && response !== undefined && response >= 500,
    isUncertain: details.get('isUncertain') === true,
    failure: { code: String(code), responseCode: response },
  };
}
