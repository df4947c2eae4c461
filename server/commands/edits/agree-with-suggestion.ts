import { logAction } from '@/server/commands/log-action';
import { AGREEMENT_RULES, canMembersAccept, PRODUCT_PARTS } from '@/lib/contract/plain/product-parts';
import type { Deps } from '@/server/deps';
import { ApiError } from '@/server/base/errors';
import { describeMissingTrust, isTrusted, type Viewer } from '@/server/policies/viewer';
import { listMemberStandings } from '@/server/queries/account/member-standings';
import { insertAgreement, listAgreements } from '@/server/queries/edits/agreements';
import type { SuggestionRow } from '@/server/queries/edits/suggestions';
import { retryConflicts } from '@/server/queries/write-conflict';
import {
  applySuggestion,
  type LockedSuggestion,
  lockOpenSuggestion,
  renderSuggested,
  requireApplicable,
} from './apply-suggestion';
import { requireUnrefused } from '@/server/commands/submissions/check-rules';
import { mailSuggestion } from './mail-suggestion';

type AgreeDeps = Pick<Deps, 'db' | 'env' | 'now' | 'textWorkers'>;
type Viewing = Pick<Viewer, 'userId'>;

/**
 * Adds the viewer's agreement to a suggestion. When enough members agree who are trusted at this moment, the suggestion is
 * applied, as a moderator's decision does it. Exactly one agreement or decision applies it. Safe to repeat.
 *
 * @throws ApiError `not_found`; `forbidden` for changes that only moderators accept, for the suggestion's own member, and
 *   with what is missing for members who are not trusted; `conflict` as `acceptSuggestion`, and then nothing is stored.
 */
export async function agreeWithSuggestion(
  deps: AgreeDeps,
  viewer: Viewer,
  id: string,
): Promise<{ isAccepted: boolean; count: number }> {
  const descriptionHTML = await renderSuggested(deps, viewer, id);
  const agree = () =>
    deps.db.transaction(async (tx) => {
      const at = deps.now();
      const txDeps = { ...deps, db: tx, now: () => at };
      const locked = await lockOpenSuggestion(txDeps, id, { isForMember: true });
      const { suggestion } = locked;
      requireUpToMembers(viewer, locked);
      await requireTrusted(txDeps, viewer);
      const { texts } = await requireApplicable(txDeps, locked);
      requireUnrefused(deps.env.rules, { ...texts, ...suggestion.after, hasIcon: true, hasScreenshot: true });
      await insertAgreement(tx, { suggestionId: id, memberId: viewer.userId, createdAt: at });
      const count = (await countTrustedAgreements(txDeps, [suggestion])).get(id) ?? 0;
      if (count < AGREEMENT_RULES.membersMin) return { isAccepted: false, count };
      await applySuggestion(txDeps, viewer, locked, { descriptionHTML, isByMembers: true });
      await mailSuggestion(txDeps, locked, { entryId: await log(txDeps, locked, count) });
      return { isAccepted: true, count };
    });
  return retryConflicts(agree, ['slug', 'canonicalURL']);
}

/** How many trusted members agree with each of these suggestions. The member who has made a suggestion never counts. */
export async function countTrustedAgreements(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  suggestions: readonly Pick<SuggestionRow, 'id' | 'memberId'>[],
): Promise<Map<string, number>> {
  const agreements = await listAgreements(
    db,
    suggestions.map(({ id }) => id),
  );
  const memberIds = new Set(agreements.map(({ memberId }) => memberId));
  const standings = await listMemberStandings(db, [...memberIds], now());
  return new Map(
    suggestions.map((suggestion) => [
      suggestion.id,
      agreements.filter(
        ({ suggestionId, memberId }) =>
          suggestionId === suggestion.id &&
          memberId !== suggestion.memberId &&
          isTrusted(standings.get(memberId), now()),
      ).length,
    ]),
  );
}

/** The conditions of a trusted member that the viewer does not meet, one sentence each. */
export async function findMissingTrust(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { userId }: Viewing,
): Promise<string[]> {
  const standings = await listMemberStandings(db, [userId], now());
  return describeMissingTrust(standings.get(userId), now());
}

function requireUpToMembers({ userId }: Viewing, { suggestion }: LockedSuggestion): void {
  if (suggestion.memberId === userId) {
    throw new ApiError('forbidden', 'This is your own suggestion. Others decide about it.');
  }
  if (!canMembersAccept(PRODUCT_PARTS.filter((part) => part in suggestion.after))) {
    throw new ApiError('forbidden', 'Only moderators accept a new name or link.');
  }
}

async function requireTrusted(deps: Pick<Deps, 'db' | 'now'>, viewer: Viewing): Promise<void> {
  const missing = await findMissingTrust(deps, viewer);
  if (missing.length > 0) throw new ApiError('forbidden', `You can't agree yet. ${missing.join(' ')}`);
}

/** The entry does not name the members who agreed, because agreements are not public. */
async function log(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { product, suggestion }: LockedSuggestion,
  count: number,
): Promise<string> {
  const { id, name, slug } = product;
  const parts = Object.keys(suggestion.after).join(', ');
  return logAction(db, 'Trusted members', {
    ...{ action: 'suggestion.agree', subject: { productId: id }, createdAt: now() },
    details: { name, slug, parts, memberCount: String(count) },
  });
}
