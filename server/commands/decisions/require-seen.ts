import type { Deps } from '@/server/deps';
import { ApiError } from '@/server/base/errors';
import { findLastEntryOfProduct } from '@/server/queries/audit-entries';
import { listVersions } from '@/server/queries/edits/product-versions';
import type { LockedProduct } from '@/server/queries/products/product-rows';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@/lib/contract/plain/durations';
import { t, text } from '@/lib/texts/texts';

const VERBS: Readonly<Record<string, string>> = {
  'product.approve': 'approved',
  'product.reject': 'rejected',
};

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
  const ago = formatAgo(now().getTime() - changedAt);
  const rest = t(
    'requireSeen.nameAgoYourChanges',
    "{name} {ago}. Your changes aren't saved: look at what it says now first.",
    { name, ago },
  );
  const entry = await findLastEntryOfProduct(db, id);
  if (entry?.createdAt.getTime() === changedAt) {
    throw new ApiError('conflict', `${entry.actorName} ${VERBS[entry.action] ?? 'changed'} ${rest}`);
  }
  const [version] = await listVersions(db, { productId: id, limit: 1 });
  const isOfVersion = version?.createdAt.getTime() === changedAt;
  if (isOfVersion && version.memberHandle) {
    throw new ApiError(
      'conflict',
      text('requireSeen.memberHandleChangedRest', '@{memberHandle} changed {rest}', {
        memberHandle: version.memberHandle,
        rest,
      }),
    );
  }
  // A pending edit is no version. Every change of a pending edit by another member than its submitter is in the log.
  const who =
    reviewStatus === 'pending'
      ? t('requireSeen.theSubmitter', 'The submitter')
      : t('requireSeen.somebody', 'Somebody');
  throw new ApiError('conflict', text('requireSeen.whoChangedRest', '{who} changed {rest}', { who, rest }));
}

/** `just now`, `5 s ago`, `3 min ago`, `2 h ago`, `4 d ago`. */
export function formatAgo(ms: number): string {
  if (ms < SECOND_MS) return t('requireSeen.justNow', 'just now');
  if (ms < MINUTE_MS)
    return t('requireSeen.floorSAgo', '{floor} s ago', { floor: Math.floor(ms / SECOND_MS) });
  if (ms < HOUR_MS)
    return t('requireSeen.floorMinAgo', '{floor} min ago', { floor: Math.floor(ms / MINUTE_MS) });
  if (ms < DAY_MS) return t('requireSeen.floorHAgo', '{floor} h ago', { floor: Math.floor(ms / HOUR_MS) });
  return t('requireSeen.floorDAgo', '{floor} d ago', { floor: Math.floor(ms / DAY_MS) });
}
