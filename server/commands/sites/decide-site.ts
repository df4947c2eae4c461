import type { Deps } from '@/server/deps';
import { ApiError } from '@/server/base/errors';
import type { Viewer } from '@/server/policies/viewer';
import { listProductTagIds } from '@/server/queries/products/tags';
import {
  lockSiteCheck,
  type SiteCheckChanges,
  updateLinkHold,
  updateSiteCheck,
} from '@/server/queries/products/site-checks';
import { moderateProduct } from '@/server/commands/products/moderate-product';
import { applyVersion, changeVersion } from '@/server/commands/edits/versions';
import { requireListableURL } from '@/server/commands/submissions/require-listable-url';
import { requireUnlistedURL } from '@/server/commands/submissions/duplicates';
import { text } from '@/lib/texts/texts';

type SiteDeps = Pick<Deps, 'db' | 'env' | 'now'>;
type SeenSite = { id: string; seen: string };

/**
 * Says that the site of a product is fine as it is now.
 *
 * @throws ApiError `not_found`; `conflict` when the site has changed again since the moderator has seen it.
 */
export async function acceptSite(deps: SiteDeps, viewer: Viewer, { id, seen }: SeenSite): Promise<void> {
  await moderateProduct(deps, viewer, id, {
    action: 'product.accept-site',
    async apply(db, product) {
      const check = await requireSeen(db, { id, seen }, product.name);
      const changes: SiteCheckChanges = {
        ...{
          concern: null,
          concernSince: null,
          problem: null,
          finding: 'fine',
          failureCount: 0,
          failingSince: null,
        },
        ...(check.observed && { baseline: check.observed, observed: null, version: null }),
      };
      await updateSiteCheck(db, check, changes, null);
      return { concern: check.concern };
    },
  });
}

/**
 * Gives a product the URL to which its site has moved.
 *
 * @throws ApiError as `acceptSite`; `bad_request` for a URL that cannot be listed; `conflict` when another product has
 *   it, or the product has an edit in the queue.
 */
export async function followSite(deps: SiteDeps, viewer: Viewer, { id, seen }: SeenSite): Promise<void> {
  await moderateProduct(deps, viewer, id, {
    action: 'product.follow-site',
    async apply(db, product) {
      const { movedTo } = await requireSeen(db, { id, seen }, product.name);
      if (movedTo === null)
        throw new ApiError(
          'conflict',
          text('siteCheck.notMoved', "The site of {name} hasn't moved.", { name: product.name }),
        );
      if (product.editStatus === 'pending') {
        throw new ApiError(
          'conflict',
          text('product.editWaits', '{name} has an edit in the queue. Decide on that first.', {
            name: product.name,
          }),
        );
      }
      const canonicalURL = requireListableURL(deps, movedTo);
      await requireUnlistedURL({ ...deps, db }, viewer, canonicalURL, id);
      const before = { ...product, canonicalURL, tagIds: await listProductTagIds(db, id), fieldValues: null };
      await applyVersion({ ...deps, db }, product, changeVersion(before, { url: movedTo }), {
        kind: 'corrected',
        memberId: viewer.userId,
      });
      await updateLinkHold(db, id, null);
      return { url: movedTo };
    },
  });
}

async function requireSeen(db: SiteDeps['db'], { id, seen }: SeenSite, name: string) {
  const check = await lockSiteCheck(db, id);
  if (!check || check.concern === null) {
    throw new ApiError(
      'conflict',
      text('siteCheck.noDecisionNeeded', 'The site of {name} needs no decision any more.', { name }),
    );
  }
  if (check.checkedAt?.getTime() !== new Date(seen).getTime()) {
    throw new ApiError(
      'conflict',
      text('siteCheck.visitedAgain', 'The site of {name} was visited again. Please look at it again.', {
        name,
      }),
    );
  }
  return check;
}
