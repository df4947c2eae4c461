import { logAction } from '@/server/commands/log-action';
import type { Deps } from '@/server/deps';
import type { Viewer } from '@/server/policies/viewer';
import { updateSuggestion } from '@/server/queries/edits/suggestions';
import { retryConflicts } from '@/server/queries/write-conflict';
import {
  applySuggestion,
  type LockedSuggestion,
  lockOpenSuggestion,
  renderSuggested,
} from './apply-suggestion';
import { mailSuggestion } from './mail-suggestion';

type DecisionDeps = Pick<Deps, 'db' | 'env' | 'now' | 'textWorkers'>;

/**
 * Accepts a suggestion and applies it to its product. The new version names the member who made it. Exactly one
 * decision counts.
 *
 * @throws ApiError `not_found`; `conflict` when it was decided already, when a part that it changes has changed since,
 *   when an edit of the product is in the queue, or when another product has the URL.
 */
export async function acceptSuggestion(deps: DecisionDeps, viewer: Viewer, id: string): Promise<void> {
  const descriptionHTML = await renderSuggested(deps, viewer, id);
  const accept = () =>
    deps.db.transaction(async (tx) => {
      const at = deps.now();
      const txDeps = { ...deps, db: tx, now: () => at };
      const locked = await lockOpenSuggestion(txDeps, id);
      await applySuggestion(txDeps, viewer, locked, { descriptionHTML, isByMembers: false });
      const entryId = await log(txDeps, viewer, locked, { action: 'suggestion.accept' });
      await mailSuggestion(txDeps, locked, { entryId });
    });
  await retryConflicts(accept, ['slug', 'canonicalURL']);
}

/** @throws ApiError `not_found`; `conflict` when it was decided already. */
export async function rejectSuggestion(
  deps: DecisionDeps,
  viewer: Viewer,
  { id, reason }: { id: string; reason: string },
): Promise<void> {
  await retryConflicts(() =>
    deps.db.transaction(async (tx) => {
      const at = deps.now();
      const txDeps = { ...deps, db: tx, now: () => at };
      const locked = await lockOpenSuggestion(txDeps, id);
      await updateSuggestion(tx, id, { status: 'rejected', rejectionReason: reason, decidedAt: at });
      const entryId = await log(txDeps, viewer, locked, { action: 'suggestion.reject', reason });
      await mailSuggestion(txDeps, locked, { entryId, reason });
    }),
  );
}

async function log(
  { db, now }: Pick<DecisionDeps, 'db' | 'now'>,
  viewer: Viewer,
  { product, suggestion }: LockedSuggestion,
  { action, reason }: { action: 'suggestion.accept' | 'suggestion.reject'; reason?: string },
): Promise<string> {
  return logAction(db, viewer, {
    ...{ action, subject: { productId: product.id }, createdAt: now() },
    details: {
      ...{ name: product.name, slug: product.slug, parts: Object.keys(suggestion.after).join(', ') },
      ...(reason !== undefined && { reason }),
    },
  });
}
