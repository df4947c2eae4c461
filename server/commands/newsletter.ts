import { HOUR_MS } from '@/lib/contract/plain/durations';
import { NEWSLETTER_LIMITS } from '@/lib/contract/newsletter';
import type { Deps } from '@/server/deps';
import { ApiError } from '@/server/errors';
import { insertEmail } from '@/server/queries/mail-outbox';
import {
  findSubscriberByToken,
  updateSubscriberConfirmed,
  updateSubscriberUnsubscribed,
  upsertUnconfirmedSubscriber,
} from '@/server/queries/newsletter';
import { hashToken, newToken } from '@/server/token';
import { SEND_MAIL } from './send-mail';

type Subscription = { email: string; list: string };

/**
 * Requests a subscription and queues the confirmation email.
 *
 * Sends nothing to an email that is already subscribed, and does not tell the caller: otherwise anyone could find out
 * who is subscribed.
 */
export async function subscribeToNewsletter(
  { db, env, jobWaker, now }: Pick<Deps, 'db' | 'env' | 'jobWaker' | 'now'>,
  { email, list }: Subscription,
): Promise<void> {
  const token = newToken();
  const createdAt = now();
  await db.transaction(async (tx) => {
    const isNew = await upsertUnconfirmedSubscriber(tx, {
      email: email.toLowerCase(),
      list,
      tokenHash: hashToken(token),
      tokenSentAt: createdAt,
    });
    if (!isNew) return;
    const subject = `Confirm your subscription to ${env.siteName}`;
    await insertEmail(tx, { email, subject, body: confirmationText(env, token), createdAt });
  });
  jobWaker.wake(SEND_MAIL);
}

const confirmationText = ({ siteName, siteURL }: Deps['env'], token: string) =>
  [
    `Someone, most likely you, asked for the ${siteName} newsletter with this email address.`,
    'Click this link to confirm:',
    `${siteURL}/newsletter?token=${token}`,
    `The link works for ${NEWSLETTER_LIMITS.confirmationHours} hours. If it wasn't you, ignore this email: we won't send you anything else.`,
  ].join('\n\n');

/** @throws ApiError `not_found` for an unknown token, `gone` for one that has expired. */
export async function findNewsletterConfirmation({ db, now }: Pick<Deps, 'db' | 'now'>, token: string) {
  const subscriber = await requireSubscriber(db, token);
  const expiresAt = subscriber.tokenSentAt.getTime() + NEWSLETTER_LIMITS.confirmationHours * HOUR_MS;
  if (subscriber.status !== 'confirmed' && expiresAt < now().getTime()) {
    throw new ApiError('gone', 'This link has expired. Subscribe again to get a new one.');
  }
  return subscriber;
}

/** Safe to repeat. @throws ApiError as {@link findNewsletterConfirmation}. */
export async function confirmNewsletter(deps: Pick<Deps, 'db' | 'now'>, token: string): Promise<void> {
  const subscriber = await findNewsletterConfirmation(deps, token);
  await updateSubscriberConfirmed(deps.db, subscriber.id, deps.now());
}

/** Safe to repeat. @throws ApiError `not_found` for an unknown token. */
export async function unsubscribeFromNewsletter(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  token: string,
): Promise<void> {
  const subscriber = await requireSubscriber(db, token);
  await updateSubscriberUnsubscribed(db, subscriber.id, now());
}

async function requireSubscriber(db: Deps['db'], token: string) {
  const subscriber = await findSubscriberByToken(db, hashToken(token));
  if (!subscriber) throw new ApiError('not_found', "This link doesn't work. Was the whole link copied?");
  return subscriber;
}
