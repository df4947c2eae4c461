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
      ...{ id: randomUUID(), to: email, isAutomatic: true },
      subject: t('mail.test.subject', 'A test from {siteName}'),
      text: t(
        'mail.test.body',
        'This email shows that {siteName} can send emails. An admin has asked for it.',
      ),
    });
  } catch (error) {
    const reason = reasonOf(error);
    logger.warn({ reason }, 'A test email could not be sent.');
    throw new ApiError(
      'unavailable',
      text('testEmail.failed', 'The mail server did not take the email: {reason}', { reason }),
    );
  }
}

/** The reply of the mail server on one line, or else the code of the failure. */
function reasonOf(error: unknown): string {
  const details = new Map<string, unknown>(Object.entries(error ?? {}));
  const said = [details.get('response'), details.get('code')].find((each) => typeof each === 'string');
  return (said ?? 'unknown').replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').slice(0, REASON_CHARS_MAX);
}
