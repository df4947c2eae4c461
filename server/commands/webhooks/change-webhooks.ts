import { randomBytes } from 'node:crypto';
import type * as z from 'zod/mini';
import type { LostStanding } from '@/lib/contract/plain/moderation';
import { WEBHOOK_LIMITS, type webhookInput } from '@/lib/contract/webhook';
import { logAction } from '@/server/commands/log-action';
import type { Deps } from '@/server/deps';
import { ApiError } from '@/server/base/errors';
import { findLostRole, type Viewer } from '@/server/policies/viewer';
import { findUser } from '@/server/queries/account/users';
import {
  deleteWebhook as deleteWebhookRow,
  insertTestDelivery,
  insertWebhook,
  listWebhooks,
} from '@/server/queries/webhooks';
import { noteSiteChange } from '@/server/queries/public-changes';
import { retryTask } from '@/server/queries/tasks';
import { privateAddressReason } from '@/server/web/public-address';
import { say, t, text } from '@/lib/texts/texts';

type WebhookDeps = Pick<Deps, 'db' | 'now'>;

type ListedWebhook = Awaited<ReturnType<typeof listWebhooks>>[number];

/** Why nothing is sent to a webhook: it acts for the admin who created it, with the standing that the admin has now. */
export const whyPaused = ({ creator }: Pick<ListedWebhook, 'creator'>): LostStanding | undefined =>
  findLostRole(creator ?? undefined, 'admin');

const SECRET_BYTES = 32;
const newSecret = () => randomBytes(SECRET_BYTES).toString('base64');

/**
 * Creates a webhook, and writes the audit entry in the same transaction.
 *
 * @throws ApiError `bad_request` for a URL outside the public web, `conflict` when there are too many webhooks.
 */
export async function createWebhook(
  { db, now }: WebhookDeps,
  viewer: Viewer,
  input: z.output<typeof webhookInput>,
): Promise<ListedWebhook & { secret: string }> {
  const refusal = privateAddressReason(new URL(input.url));
  if (refusal !== undefined) throw new ApiError('bad_request', refusal, { fields: { url: say(refusal) } });
  return db.transaction(async (tx) => {
    const createdAt = now();
    const secret = newSecret();
    const row = await insertWebhook(tx, { ...input, secret, creatorId: viewer.userId, createdAt });
    await logAction(tx, viewer, { action: 'webhook.create', details: { id: row.id }, createdAt });
    // The log admits one transaction at a time, so no other one adds a webhook now.
    if ((await listWebhooks(tx, createdAt)).length > WEBHOOK_LIMITS.webhooksMax) {
      throw new ApiError(
        'conflict',
        text('webhook.tooMany', 'This site has {webhooksMax} webhooks. Delete one first.', {
          webhooksMax: WEBHOOK_LIMITS.webhooksMax,
        }),
      );
    }
    // The privacy page says whether there are any.
    await noteSiteChange(tx);
    const { role, isBanned, isSuspended, isLeaving } = viewer;
    const creator = await findUser(tx, viewer.userId);
    return {
      ...row,
      restsUntil: null,
      creator: creator ? { handle: creator.handle, role, isBanned, isSuspended, isLeaving } : null,
    };
  });
}

/** Deletes a webhook with its deliveries. Safe to repeat: only the first call writes an audit entry. */
export async function deleteWebhook({ db, now }: WebhookDeps, viewer: Viewer, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await deleteWebhookRow(tx, id))) return;
    await logAction(tx, viewer, { action: 'webhook.delete', details: { id }, createdAt: now() });
    await noteSiteChange(tx);
  });
}

/** @throws ApiError `not_found`; `conflict` while the webhook pauses. */
export async function testWebhook(
  { db, env, now }: Pick<Deps, 'db' | 'env' | 'now'>,
  id: string,
): Promise<void> {
  const product = {
    name: env.siteName,
    tagline: t('webhook.testTagline', 'A message that nothing has happened.'),
    url: env.siteURL,
    isListed: false,
  };
  const webhook = (await listWebhooks(db, now())).find((each) => each.id === id);
  if (!webhook) throw new ApiError('not_found', text('webhook.gone', 'This webhook no longer exists.'));
  if (whyPaused(webhook)) throw new ApiError('conflict', text('webhook.paused', 'This webhook is paused.'));
  await insertTestDelivery(db, id, { product, now: now() });
}

/**
 * Queues a delivery that was given up again, and writes the audit entry in the same transaction.
 *
 * @throws ApiError `not_found`, and `conflict` when the delivery was not given up.
 */
export async function retryDelivery({ db, now }: WebhookDeps, viewer: Viewer, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const isRetried = await retryTask(tx, 'event', { id, now: now() });
    if (isRetried === undefined)
      throw new ApiError('not_found', text('delivery.gone', 'This delivery no longer exists.'));
    if (!isRetried)
      throw new ApiError('conflict', text('delivery.notGivenUp', 'This delivery was not given up.'));
    await logAction(tx, viewer, { action: 'delivery.retry', details: { id }, createdAt: now() });
  });
}
