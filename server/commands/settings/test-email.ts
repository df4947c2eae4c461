import { randomUUID } from 'node:crypto';
import { ApiError } from '@/server/base/errors';
import { sendsEmails } from '@/server/commands/mail-member';
import type { Deps } from '@/server/deps';
import { t, text } from '@/lib/texts/texts';

const REASON_CHARS_MAX = 200;

/** Sends an email at once, so that an admin sees whether the mail server works. @throws ApiError `unavailable` with what the mail server says. */
export async function sendTestEmail(
  { env, logger, mail }: Pick<Deps, 'env' | 'logger' | 'mail'>,
  email: string,
): Promise<void> {
  if (!sendsEmails(env))
    throw new ApiError('unavailable', text('testEmail.noServer', 'This site has no mail server yet.'));
  try {
    await mail.send({
      ...{ id: randomUUID(), to: email },
      subject: t('mail.test.subject', 'A test from {siteName}'),
      text: t(
        'mail.test.body',
        'This email shows that {siteName} can send emails. An admin has asked for it.',
      ),
    });
  } catch (error) {
    const details = new Map<string, unknown>(Object.entries(error ?? {}));
    const [code, responseCode] = [details.get('code'), details.get('responseCode')];
    // What the server says may contain the address.
    logger.warn({ code, responseCode }, 'A test email could not be sent.');
    const reason = reasonOf(details.get('response') ?? code);
    throw new ApiError(
      'unavailable',
      text('testEmail.failed', 'The mail server did not take the email: {reason}', { reason }),
    );
  }
}

/** The reply of the mail server on one line, or else the code of the failure. */
const reasonOf = (said: unknown): string =>
  (typeof said === 'string' ? said : 'unknown')
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .slice(0, REASON_CHARS_MAX);
