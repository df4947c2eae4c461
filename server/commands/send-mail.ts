import * as z from 'zod/mini';
import { DAY_MS, MINUTE_MS } from '@/lib/contract/plain/durations';
import type { Deps } from '@/server/deps';
import { withOperator } from '@/server/presenters/operator';
import { findNoticeRecipient } from '@/server/commands/staff-notices/choices';
import { SiteFault, TaskFailure, type TaskKind, TaskUncertain } from '@/server/commands/tasks';
import { text } from '@/lib/texts/texts';

/** The job to wake when an email was added. */
export const SEND_MAIL = 'send-mail';

const emailPayload = z.object({
  subject: z.string(),
  body: z.string(),
  html: z.optional(z.string()),
  isByPerson: z.optional(z.boolean()),
  /** Of an email that tells a moderator or an admin of the site's work. */
  notice: z.optional(
    z.object({ userId: z.string(), kinds: z.array(z.string()), unsubscribeURL: z.string() }),
  ),
});

/** Sends emails, and deletes what was sent. A mail server that fails is a fault of the site. */
export const emailTasks: TaskKind<
  z.output<typeof emailPayload>,
  Pick<Deps, 'db' | 'env' | 'logger' | 'mail' | 'now'>
> = {
  name: 'email',
  job: SEND_MAIL,
  payload: emailPayload,
  atOnce: 1,
  leaseMs: 2 * MINUTE_MS,
  // The last one follows the first by 4 to 13 hours.
  attemptsMax: 11,
  waitsMsMax: 3 * DAY_MS,
  isRepeatable: true,
  restsGroup: false,
  isKept: false,
  begin:
    ({ db, env, mail, now }) =>
    async ({ id, email, payload: { subject, body, html, notice, isByPerson }, createdAt }) => {
      if (email === null)
        throw new TaskFailure(text('mailServer.noRecipient', 'This email has no recipient.'), {
          isFinal: true,
        });
      const to = notice ? await findNoticeRecipient({ db, now }, notice) : email;
      if (to === undefined) return 'skipped';
      const messageId = `${createdAt.getTime()}.${id.padStart(12, '0')}`;
      await mail
        .send({
          ...{ id: messageId, to, subject, text: withOperator(body, env) },
          ...(isByPerson && { isByPerson }),
          ...(html !== undefined && { html }),
          ...(notice && {
            listName: 'notices' as const,
            unsubscribeURL: notice.unsubscribeURL,
          }),
        })
        .catch((error: unknown) => refuse(error, { isRepeatable: true }));
      return 'done';
    },
};

/**
 * Tells what an error of nodemailer means for the task: errors have a code, and the response of the server. Their messages
 * contain the recipient.
 *
 * @throws TaskFailure
 */
export function refuse(error: unknown, { isRepeatable }: { isRepeatable: boolean }): never {
  const of = new Map<string, unknown>(Object.entries(error ?? {}));
  const [code, responseCode] = [of.get('code'), of.get('responseCode')];
  const response = typeof responseCode === 'number' ? responseCode : undefined;
  const details = { code: String(code), responseCode: response };
  const isAboutEmail = (code === 'EENVELOPE' || code === 'EMESSAGE') && response !== undefined;
  if (of.get('isUncertain') === true && !isRepeatable)
    throw new TaskUncertain(text('mailServer.connectionBroke', 'The connection to the mail server broke.'), {
      details,
    });
  if (!isAboutEmail)
    throw new SiteFault(
      text('mailServer.unreachable', 'The mail server could not be reached, or has failed.'),
      {
        details,
      },
    );
  throw new TaskFailure(text('mailServer.refused', 'The mail server has refused the email.'), {
    isFinal: response >= 500,
    details,
  });
}
