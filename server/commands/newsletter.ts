import { HOUR_MS } from '@/lib/contract/plain/durations';
import { NEWSLETTER_LIMITS } from '@/lib/contract/newsletter';
import type { Deps } from '@/server/deps';
import { ApiError } from '@/server/errors';
import {
  findSubscriberByToken,
  updateSubscriberConfirmed,
  updateSubscriberUnsubscribed,
  upsertUnconfirmedSubscriber,
} from '@/server/queries/newsletter';
import { hashToken, newToken } from '@/server/token';

type Subscription = { email: string; list: string; sender: string };

/**
 * Asks for the newsletter and sends the confirmation mail.
 *
 * An address that is confirmed already gets no second mail, and the caller is not told: else anyone could
 * find out who reads the newsletter.
 *
 * @throws ApiError `rate_limited`.
 */
export async function subscribeToNewsletter(
  { db, env, mail, now, rateLimits }: Pick<Deps, 'db' | 'env' | 'mail' | 'now' | 'rateLimits'>,
  { email, list, sender }: Subscription,
): Promise<void> {
  await rateLimits.consume('newsletter', sender);
  const token = newToken();
  const isNew = await upsertUnconfirmedSubscriber(db, {
    email: email.toLowerCase(),
    list,
    tokenHash: hashToken(token),
    tokenSentAt: now(),
  });
  if (!isNew) return;
  await mail.send({
    to: email,
    subject: `Confirm your subscription to ${env.siteName}`,
    text: [
      `Someone, most likely you, asked for the ${env.siteName} newsletter with this address.`,
      `Follow this link to confirm it:`,
      `${env.siteURL}/newsletter?token=${token}`,
      `The link works for ${NEWSLETTER_LIMITS.confirmationHours} hours. If it was not you, do nothing: without it we send you nothing.`,
    ].join('\n\n'),
  });
}

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
  if (!subscriber) throw new ApiError('not_found', 'This link is not one of ours. Was it copied whole?');
  return subscriber;
}
