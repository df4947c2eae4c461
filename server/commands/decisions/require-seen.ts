import { sayActor } from '@/server/commands/log-action';
import type { Deps } from '@/server/deps';
import { ApiError } from '@/server/base/errors';
import { findLastEntryOfProduct } from '@/server/queries/audit-entries';
import { listVersions } from '@/server/queries/edits/product-versions';
import type { LockedProduct } from '@/server/queries/products/product-rows';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@/lib/contract/plain/durations';
import { t, type Text, text } from '@/lib/texts/texts';

/**
 * Checks that a form started from the present version of a product, which is locked.
 *
 * @param seen when that version was made.
 * @throws ApiError `conflict` that says who has changed the product since, and when.
 */
export async function requireSeen(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { id, name, updatedAt, reviewStatus }: LockedProduct,
  seen: string,
): Promise<void> {
  const changedAt = updatedAt.getTime();
  if (changedAt === new Date(seen).getTime()) return;
  const values = { name, ago: formatAgo(now().getTime() - changedAt) };
  const entry = await findLastEntryOfProduct(db, id);
  if (entry?.createdAt.getTime() === changedAt)
    throw new ApiError('conflict', changeOf(entry.action, { ...values, actor: sayActor(entry) }));
  const [version] = await listVersions(db, { productId: id, limit: 1 });
  const isOfVersion = version?.createdAt.getTime() === changedAt;
  if (isOfVersion && version.memberHandle)
    throw new ApiError('conflict', changeOf(undefined, { ...values, actor: `@${version.memberHandle}` }));
  // A pending edit is no version. Every change of a pending edit by another member than its submitter is in the log.
  throw new ApiError(
    'conflict',
    reviewStatus === 'pending'
      ? text(
          'seen.changedBySubmitter',
          "The submitter changed {name} {ago}. Your changes aren't saved: look at what it says now first.",
          values,
        )
      : text(
          'seen.changedBySomebody',
          "Somebody changed {name} {ago}. Your changes aren't saved: look at what it says now first.",
          values,
        ),
  );
}

function changeOf(action: string | undefined, values: { actor: string; name: string; ago: string }): Text {
  if (action === 'product.approve')
    return text(
      'seen.approved',
      "{actor} approved {name} {ago}. Your changes aren't saved: look at what it says now first.",
      values,
    );
  if (action === 'product.reject')
    return text(
      'seen.rejected',
      "{actor} rejected {name} {ago}. Your changes aren't saved: look at what it says now first.",
      values,
    );
  return text(
    'seen.changed',
    "{actor} changed {name} {ago}. Your changes aren't saved: look at what it says now first.",
    values,
  );
}

/** `just now`, `5 s ago`, `3 min ago`, `2 h ago`, `4 d ago`. */
export function formatAgo(ms: number): string {
  if (ms < SECOND_MS) return t('time.justNow', 'just now' /* when something happened */);
  if (ms < MINUTE_MS)
    return t('time.shortSeconds', '{seconds} s ago', { seconds: Math.floor(ms / SECOND_MS) });
  if (ms < HOUR_MS)
    return t('time.shortMinutes', '{minutes} min ago', { minutes: Math.floor(ms / MINUTE_MS) });
  if (ms < DAY_MS) return t('time.shortHours', '{hours} h ago', { hours: Math.floor(ms / HOUR_MS) });
  return t('time.shortDays', '{days} d ago', { days: Math.floor(ms / DAY_MS) });
}
