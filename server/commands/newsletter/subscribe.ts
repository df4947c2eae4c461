import { HOUR_MS } from '@/lib/contract/plain/durations';
import { NEWSLETTER_LIMITS } from '@/lib/contract/newsletter';
import { countEmailTo } from '@/server/commands/count-email';
import type { Deps } from '@/server/deps';
import { ApiError } from '@/server/base/errors';
import { insertEmail } from '@/server/queries/emails';
import {
  findSubscriber,
  findSubscriberByToken,
  listSubscribedTags,
  updateSubscriberConfirmed,
  updateSubscriberTags,
  updateSubscriberUnsubscribed,
  upsertUnconfirmedSubscriber,
} from '@/server/queries/newsletter';
import { listPublicTagIds } from '@/server/queries/tags/tag-names';
import { hashToken, newToken } from '@/server/base/token';
import { SEND_MAIL } from '@/server/commands/send-mail';
import { say, t, text } from '@/lib/texts/texts';

type Subscription = { email: string; list: string };

/**
 * Requests a subscription and queues the confirmation email.
 *
 * Sends nothing to an email that is already subscribed, nor a second confirmation within a day, and does not tell the
 * caller: otherwise anyone could find out who is subscribed. The link of the first confirmation goes on to work.
 *
 * @throws ApiError `unavailable` on a site without a mail server.
 */
export async function subscribeToNewsletter(
  { db, env, jobWaker, now, rateLimits }: Pick<Deps, 'db' | 'env' | 'jobWaker' | 'now' | 'rateLimits'>,
  { email, list }: Subscription,
): Promise<void> {
  if (!env.newsletter.isOffered)
    throw new ApiError('unavailable', text('newsletter.noEmails', 'This site sends no emails yet.'));
  const token = newToken();
  const createdAt = now();
  await db.transaction(async (tx) => {
    const { isWithin } = await countEmailTo({ db: tx, rateLimits }, 'newsletterByRecipient', email);
    if (!isWithin) return;
    const isNew = await upsertUnconfirmedSubscriber(tx, {
      email: email.toLowerCase(),
      list,
      tokenHash: hashToken(token),
      tokenSentAt: createdAt,
    });
    if (!isNew) return;
    const subject = t('mail.subscription.subject', 'Confirm your subscription to {siteName}');
    await insertEmail(tx, { email, subject, body: confirmationText(env.siteURL, token), createdAt });
  });
  jobWaker.wake(SEND_MAIL);
}

const confirmationText = (siteURL: string, token: string) =>
  [
    t(
      'mail.subscription.asked',
      'Someone, most likely you, asked for the {siteName} newsletter with this email address.',
    ),
    t('mail.subscription.click', 'Click this link to confirm:'),
    `${siteURL}/newsletter?token=${token}`,
    t(
      'mail.subscription.expiry',
      "The link works for {hours, plural, one {# hour} other {# hours}}. If it wasn't you, ignore this email: we won't send you anything else.",
      { hours: NEWSLETTER_LIMITS.confirmationHours },
    ),
  ].join('\n\n');

/** @throws ApiError `not_found` for an unknown token, `gone` for one that has expired. */
export async function findNewsletterConfirmation({ db, now }: Pick<Deps, 'db' | 'now'>, token: string) {
  const subscriber = await requireSubscriber(db, token);
  const expiresAt = subscriber.tokenSentAt.getTime() + NEWSLETTER_LIMITS.confirmationHours * HOUR_MS;
  if (subscriber.status !== 'confirmed' && expiresAt < now().getTime()) {
    throw new ApiError(
      'gone',
      text('newsletter.linkExpired', 'This link has expired. Subscribe again to get a new one.'),
    );
  }
  return subscriber;
}

/** Safe to repeat. @throws ApiError as {@link findNewsletterConfirmation}. */
export async function confirmNewsletter(deps: Pick<Deps, 'db' | 'now'>, token: string): Promise<void> {
  const subscriber = await findNewsletterConfirmation(deps, token);
  await updateSubscriberConfirmed(deps.db, subscriber.id, deps.now());
}

/** Safe to repeat, also after the subscription was deleted. @throws ApiError `not_found` for an unknown token. */
export async function unsubscribeFromNewsletter(deps: LinkDeps, token: string): Promise<void> {
  const subscriber = await findLinkedSubscriber(deps, token);
  if (subscriber) await updateSubscriberUnsubscribed(deps.db, subscriber.id, deps.now());
}

type LinkDeps = Pick<Deps, 'db' | 'newsletterLinks' | 'now'>;

/** @throws ApiError `not_found` for an unknown token, `gone` for an email that is not subscribed. */
export async function findNewsletterPreferences(deps: LinkDeps, token: string) {
  const { id, email } = await requireSubscribed(deps, token);
  return { email, tags: await listSubscribedTags(deps.db, id, NEWSLETTER_LIMITS.offeredTags) };
}

/**
 * Stores which products a subscriber wants to read about. Ignores tags that do not exist any more.
 *
 * @param tagSlugs null for all products.
 * @throws ApiError as {@link findNewsletterPreferences}, and `bad_request` without a known tag.
 */
export async function updateNewsletterPreferences(
  deps: LinkDeps,
  token: string,
  tagSlugs: readonly string[] | null,
): Promise<void> {
  const { id } = await requireSubscribed(deps, token);
  const tagIds = tagSlugs && (await listPublicTagIds(deps.db, tagSlugs));
  if (tagIds?.length === 0) {
    const message = text('newsletter.chooseTag', 'Choose at least one tag, or all.');
    throw new ApiError('bad_request', message, { fields: { tags: say(message) } });
  }
  await updateSubscriberTags(deps.db, id, tagIds);
}

async function requireSubscribed(deps: LinkDeps, token: string) {
  const subscriber = await findLinkedSubscriber(deps, token);
  if (subscriber?.status !== 'confirmed') {
    throw new ApiError(
      'gone',
      text('newsletter.notSubscribed', 'This email is not subscribed any more. Subscribe again to choose.'),
    );
  }
  return subscriber;
}

/**
 * Finds the subscriber whose issue or confirmation email has the link with the token. Undefined for the link of an issue
 * whose subscriber was deleted.
 */
async function findLinkedSubscriber({ db, newsletterLinks }: LinkDeps, token: string) {
  const id = newsletterLinks.read(token);
  return id === undefined ? requireSubscriber(db, token) : findSubscriber(db, id);
}

async function requireSubscriber(db: Deps['db'], token: string) {
  const subscriber = await findSubscriberByToken(db, hashToken(token));
  if (!subscriber)
    throw new ApiError(
      'not_found',
      text('newsletter.linkUnknown', "This link doesn't work. Was the whole link copied?"),
    );
  return subscriber;
}
