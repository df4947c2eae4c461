import type { Rule } from '@/lib/contract/rule';
import { siteOf } from '@/server/commands/decisions/queue-entry';
import { checkLink, requirePassed } from '@/server/commands/submissions/check-rules';
import { registryOf } from '@/server/commands/submissions/find-age';
import type { FoundCheck } from '@/server/commands/submissions/judge-rules';
import type { Deps } from '@/server/deps';
import { canEditProduct, isAuthorOfLatest, type Viewer } from '@/server/policies/viewer';
import { findSubmissionById } from '@/server/queries/edits/submission-rows';
import { isVerifiedOwner } from '@/server/queries/products/claims';
import { lockSubmitter, replaceObservations } from '@/server/queries/products/gate';
import { ApiError } from '@/server/base/errors';
import { formatRow } from '@/lib/texts/lists';
import { listAnswersToLast } from '@/server/queries/account/appeals';
import { findProductEdit, type ProductVersion } from '@/server/queries/edits/product-edits';
import type { LockedProduct } from '@/server/queries/products/product-rows';
import { t, text } from '@/lib/texts/texts';

/** The results of the site's rules for the new link of an edit, and the rules whose earlier results are outdated. */
export type Move = { rules: readonly Rule[]; checks: readonly FoundCheck[] };

/**
 * Applies the rules about links again when an edit moves a product to another domain or repository. Within the same
 * domain or repository, earlier results stay valid. Call it before the transaction: a registry may take seconds.
 *
 * @throws ApiError as `requirePassed`.
 */
export async function checkMove(
  deps: Pick<Deps, 'db' | 'env' | 'fetchPage' | 'now'>,
  viewer: Viewer,
  id: string,
  url: string,
): Promise<Move> {
  const row = await findSubmissionById(deps.db, id);
  const none: Move = { rules: [], checks: [] };
  if (!row || row.url === url) return none;
  const isOwn = canEditProduct(viewer, row);
  const { publishedURL, publishedStatus: status } = row;
  // Edits by other members are refused anyway.
  if (!isOwn && !(await isVerifiedOwner(deps.db, viewer, { id, url: publishedURL, status }))) return none;
  const rules: Rule[] = [
    ...(registryOf(url)?.subject === registryOf(row.url)?.subject
      ? []
      : (['domainAge', 'repositoryAge'] as const)),
    ...(siteOf(url) === siteOf(row.url) ? [] : (['domainShare'] as const)),
  ];
  // The owner's own submissions do not matter for a product that somebody else submitted.
  const asked = rules.filter((rule) => isOwn || rule !== 'domainShare');
  const checks = await checkLink(deps, viewer, { url, exceptId: id, rules: asked });
  requirePassed(checks);
  return { rules, checks };
}

/**
 * Judges the share of one domain again, one edit or submission of the member after the other. Call this function first in
 * the transaction of the edit.
 *
 * @throws ApiError as `requirePassed`.
 */
export async function requireShare(
  deps: Pick<Deps, 'db' | 'env' | 'fetchPage' | 'now'>,
  viewer: Viewer,
  { id, url, move }: { id: string; url: string; move: Move },
): Promise<void> {
  if (!move.checks.some(({ rule }) => rule === 'domainShare')) return;
  await lockSubmitter(deps.db, viewer.userId);
  requirePassed(await checkLink(deps, viewer, { url, exceptId: id, rules: ['domainShare'] }));
}

/** Stores the results of the rules for the new link, for moderators. Call it in the transaction of the edit. */
export const noteMove = (
  { db, now }: Pick<Deps, 'db' | 'now'>,
  productId: string,
  { rules, checks }: Move,
): Promise<void> =>
  replaceObservations(
    db,
    { productId, rules },
    checks.map(({ rule, outcome, sentence }) => ({ productId, rule, outcome, sentence, observedAt: now() })),
  );

/**
 * Finds the edit that the viewer's next edit of a locked product replaces. The submitter and the verified owners share one
 * edit, so the second editor waits: no edit may end the edit of another member, or appear under another name.
 *
 * @returns undefined without an edit, and for a rejected one of somebody else.
 * @throws ApiError `conflict`, with what waits, while a moderator has to decide about the edit of somebody else.
 */
export async function findReplacedEdit(
  { db }: Pick<Deps, 'db'> & { siteNoun: string },
  viewer: Viewer,
  product: LockedProduct,
): Promise<ProductVersion | undefined> {
  const edit = await findProductEdit(db, product.id);
  if (!edit || isAuthorOfLatest(viewer, { ...product, editorId: edit.editorId })) return edit;
  const answer = (await listAnswersToLast(db, [product.id])).get(product.id);
  const isWaiting = product.editStatus === 'pending' || (answer !== undefined && answer.decidedAt === null);
  if (!isWaiting) return undefined;
  const changes = describe(product, edit);
  throw new ApiError(
    'conflict',
    edit.editorId
      ? text(
          'edit.ownersWaits',
          "A verified owner has edited this {noun}, and a moderator hasn't decided yet. It would say: {changes}. Your changes aren't saved. Send them after the decision.",
          { changes },
        )
      : text(
          'edit.submittersWaits',
          "The submitter has edited this {noun}, and a moderator hasn't decided yet. It would say: {changes}. Your changes aren't saved. Send them after the decision.",
          { changes },
        ),
  );
}

function describe(product: LockedProduct, edit: ProductVersion): string {
  const { name, tagline, url } = edit;
  const changes = [
    name !== product.name && t('edit.waitingName', 'name “{name}”' /* in a list of changes */, { name }),
    tagline !== product.tagline &&
      t('edit.waitingTagline', 'tagline “{tagline}”' /* in a list of changes */, { tagline }),
    url !== product.url && t('edit.waitingLink', 'link “{url}”' /* in a list of changes */, { url }),
    edit.description !== product.description &&
      t('edit.waitingDescription', 'another description' /* in a list of changes */),
    edit.iconId !== product.iconId && t('edit.waitingIcon', 'another icon' /* in a list of changes */),
    edit.screenshotId !== product.screenshotId &&
      t('edit.waitingScreenshot', 'another screenshot' /* in a list of changes */),
  ];
  return formatRow(changes.filter((change) => change !== false));
}
