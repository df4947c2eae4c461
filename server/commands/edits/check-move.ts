import type { Rule, RuleCheck } from '@/lib/contract/rule';
import { siteOf } from '@/server/commands/decisions/describe-queue-entry';
import { checkLink, requirePassed } from '@/server/commands/submissions/check-rules';
import { registryOf } from '@/server/commands/submissions/find-age';
import type { Deps } from '@/server/deps';
import { canEditProduct, type Viewer } from '@/server/policies/viewer';
import { findSubmissionById } from '@/server/queries/edits/submission-rows';
import { isVerifiedOwner } from '@/server/queries/products/claims';
import { replaceObservations } from '@/server/queries/products/gate';

/** The results of the site's rules for the new link of an edit, and the rules whose earlier results are outdated. */
export type Move = { rules: readonly Rule[]; checks: readonly RuleCheck[] };

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
