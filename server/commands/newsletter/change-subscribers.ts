import { NEWSLETTER_LIMITS } from '@/lib/contract/newsletter';
import { MINUTE_MS } from '@/lib/contract/plain/durations';
import { SUBSCRIBER_LIMITS } from '@/lib/contract/subscriber';
import { t, text } from '@/lib/texts/texts';
import { ApiError } from '@/server/base/errors';
import { hashToken, newToken } from '@/server/base/token';
import { logAction } from '@/server/commands/log-action';
import type { Deps } from '@/server/deps';
import { insertEmails } from '@/server/queries/emails';
import { findSubscriber, updateSubscriberUnsubscribed } from '@/server/queries/newsletter';
import {
  deleteEmailsToSubscriber,
  findLastConfirmationDueAt,
  insertUnconfirmedSubscribers,
  listKnownAddresses,
  lockSubscriberImports,
} from '@/server/queries/subscribers';
import { readAddresses } from './read-addresses';

type By = Parameters<typeof logAction>[1];

/** Rows of one statement. */
const ROWS_AT_ONCE = 500;

export type ImportedSubscribers = {
  newCount: number;
  knownCount: number;
  leftCount: number;
  invalidCount: number;
  invalidLines: number[];
  lastSentAt: Date | null;
};

/**
 * Asks the addresses of a list by email whether they want the newsletter. Each is a subscriber only after it has confirmed. Addresses
 * that are known get no email, whatever their state, so that the import is safe to repeat. The emails go out at the pace of the
 * newsletter, after those of earlier imports.
 *
 * @throws ApiError `bad_request` naming `text` for a list without addresses or with too many; `unavailable` on a site without a mail
 *   server.
 */
export async function importSubscribers(
  { db, env, now }: Pick<Deps, 'db' | 'env' | 'now'>,
  by: By,
  list: string,
): Promise<ImportedSubscribers> {
  if (!env.newsletter.isOffered)
    throw new ApiError('unavailable', text('newsletter.noEmails', 'This site sends no emails yet.'));
  const { emails, leftCount, repeatedCount, invalidCount, invalidLines } = readAddresses(list);
  if (emails.length === 0 && leftCount === 0)
    throw refuseList(t('subscribers.noAddresses', 'There is no email address in this list.'));
  if (emails.length > SUBSCRIBER_LIMITS.importMax)
    throw refuseList(
      t('subscribers.tooMany', 'An import can have {importMax} addresses. This list has {count}.', {
        ...{ importMax: SUBSCRIBER_LIMITS.importMax, count: emails.length },
      }),
    );
  return db.transaction(async (tx) => {
    await lockSubscriberImports(tx);
    const createdAt = now();
    const gapMs = MINUTE_MS / env.newsletter.perMinute;
    const lastDueAt = await findLastConfirmationDueAt(tx);
    let dueAtMs = Math.max(createdAt.getTime(), (lastDueAt?.getTime() ?? 0) + gapMs);
    let newCount = 0;
    let lastSentAt: Date | null = null;
    for (let from = 0; from < emails.length; from += ROWS_AT_ONCE) {
      const some = emails.slice(from, from + ROWS_AT_ONCE);
      const known = await listKnownAddresses(tx, some);
      const asked = some
        .filter((email) => !known.has(email))
        .map((email, index) => ({ email, token: newToken(), dueAt: new Date(dueAtMs + index * gapMs) }));
      const added = await insertUnconfirmedSubscribers(
        tx,
        asked.map(({ email, token, dueAt }) => ({
          ...{ email, tokenHash: hashToken(token), tokenSentAt: dueAt },
        })),
      );
      const ids = new Map(added.map(({ id, email }) => [email, id]));
      const subject = t('mail.subscription.subject', 'Confirm your subscription to {siteName}');
      await insertEmails(
        tx,
        asked.flatMap(({ email, token, dueAt }) => {
          // Somebody has just subscribed with the form.
          const subscriberId = ids.get(email);
          if (subscriberId === undefined) return [];
          return [
            { ...{ email, subject, createdAt, dueAt, subscriberId }, body: invitation(env.siteURL, token) },
          ];
        }),
      );
      newCount += added.length;
      dueAtMs += asked.length * gapMs;
      lastSentAt = asked.at(-1)?.dueAt ?? lastSentAt;
    }
    const knownCount = emails.length - newCount + repeatedCount;
    await logAction(tx, by, {
      action: 'subscribers.import',
      details: { new: String(newCount), known: String(knownCount), invalid: String(invalidCount) },
      createdAt,
    });
    return { newCount, knownCount, leftCount, invalidCount, invalidLines, lastSentAt };
  });
}

const refuseList = (sentence: string) =>
  new ApiError('bad_request', text('subscribers.refused', "The list can't be imported."), {
    fields: { text: sentence },
  });

const invitation = (siteURL: string, token: string) =>
  [
    t(
      'mail.subscriptionAgain.asked',
      'Your email address is on a list of subscribers that now belongs to {siteName}. You get its newsletter only if you confirm this.',
    ),
    t('mail.subscription.click', 'Click this link to confirm:'),
    `${siteURL}/newsletter?token=${token}`,
    t(
      'mail.subscriptionAgain.expiry',
      "The link works for {hours, plural, one {# hour} other {# hours}}. If you don't want the newsletter, ignore this email: we won't send you anything else.",
      { hours: NEWSLETTER_LIMITS.confirmationHours },
    ),
  ].join('\n\n');

/** Ends a subscription as its link does. Safe to repeat: only the first call writes an entry in the log. @throws ApiError `not_found` */
export async function removeSubscriber(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  by: By,
  id: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const subscriber = await findSubscriber(tx, id);
    if (!subscriber)
      throw new ApiError('not_found', text('subscribers.missing', 'There is no such subscriber.'));
    if (subscriber.status === 'unsubscribed') return;
    await updateSubscriberUnsubscribed(tx, id, now());
    await deleteEmailsToSubscriber(tx, id);
    await logAction(tx, by, { action: 'subscribers.remove', createdAt: now() });
  });
}
