import { ACTORS, logAction } from '@/server/commands/log-action';
import { isFormerSuggester } from '@/server/queries/former-authors';
import { joinSentences } from '@/lib/texts/sentences';
import type { Deps } from '@/server/deps';
import { describeMissingTrust, isTrusted, type Viewer } from '@/server/policies/viewer';
import {
  insertAgreement,
  listAgreements,
  type SuggestionRow,
  updateSuggestion,
} from '@/server/queries/edits/suggestions';
import { inTransaction } from '@/server/queries/write-conflict';
import {
  applySuggestion,
  type LockedSuggestion,
  lockOpenSuggestion,
  renderSuggested,
  requireApplicable,
} from './suggestions';
import { AGREEMENT_RULES, canMembersAccept, PRODUCT_PARTS } from '@/lib/contract/plain/product-parts';
import { ApiError } from '@/server/base/errors';
import { listMemberStandings } from '@/server/queries/account/standings';
import { requireUnrefused } from '@/server/commands/submissions/check-rules';
import { mailSuggestion } from './mail-suggestion';
import { text } from '@/lib/texts/texts';

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
  await inTransaction(
    deps.db,
    async (tx) => {
      const at = deps.now();
      const txDeps = { ...deps, db: tx, now: () => at };
      const locked = await lockOpenSuggestion(txDeps, id);
      await applySuggestion(txDeps, viewer, locked, { descriptionHTML, isByMembers: false });
      const entryId = await logDecision(txDeps, viewer, locked, { action: 'suggestion.accept' });
      await mailSuggestion(txDeps, locked, { entryId });
    },
    ['slug', 'canonicalURL'],
  );
}

/** @throws ApiError `not_found`; `conflict` when it was decided already. */
export async function rejectSuggestion(
  deps: DecisionDeps,
  viewer: Viewer,
  { id, reason }: { id: string; reason: string },
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const at = deps.now();
    const txDeps = { ...deps, db: tx, now: () => at };
    const locked = await lockOpenSuggestion(txDeps, id);
    await updateSuggestion(tx, id, { status: 'rejected', rejectionReason: reason, decidedAt: at });
    const entryId = await logDecision(txDeps, viewer, locked, { action: 'suggestion.reject', reason });
    await mailSuggestion(txDeps, locked, { entryId, reason });
  });
}

async function logDecision(
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
  return inTransaction(
    deps.db,
    async (tx) => {
      const at = deps.now();
      const txDeps = { ...deps, db: tx, now: () => at };
      const locked = await lockOpenSuggestion(txDeps, id, { isForMember: true });
      const { suggestion } = locked;
      requireUpToMembers(viewer, locked);
      if (await isFormerSuggester(tx, { suggestionId: id, memberId: viewer.userId })) throw ownSuggestion();
      await requireTrusted(txDeps, viewer);
      const { texts } = await requireApplicable(txDeps, locked);
      requireUnrefused(deps.env.rules, { ...texts, ...suggestion.after, hasIcon: true, hasScreenshot: true });
      await insertAgreement(tx, { suggestionId: id, memberId: viewer.userId, createdAt: at });
      const count = (await countTrustedAgreements(txDeps, [suggestion])).get(id) ?? 0;
      if (count < AGREEMENT_RULES.membersMin) return { isAccepted: false, count };
      await applySuggestion(txDeps, viewer, locked, { descriptionHTML, isByMembers: true });
      await mailSuggestion(txDeps, locked, { entryId: await logAgreement(txDeps, locked, count) });
      return { isAccepted: true, count };
    },
    ['slug', 'canonicalURL'],
  );
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

export async function findMissingTrust(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { userId }: Viewing,
): Promise<string[]> {
  const standings = await listMemberStandings(db, [userId], now());
  return describeMissingTrust(standings.get(userId), now());
}

const ownSuggestion = () =>
  new ApiError('forbidden', text('suggestion.own', 'This is your own suggestion. Others decide about it.'));

function requireUpToMembers({ userId }: Viewing, { suggestion }: LockedSuggestion): void {
  if (suggestion.memberId === userId) {
    throw ownSuggestion();
  }
  if (!canMembersAccept(PRODUCT_PARTS.filter((part) => part in suggestion.after))) {
    throw new ApiError(
      'forbidden',
      text('suggestion.onlyByModerators', 'Only moderators accept a new name or link.'),
    );
  }
}

async function requireTrusted(deps: Pick<Deps, 'db' | 'now'>, viewer: Viewing): Promise<void> {
  const missing = await findMissingTrust(deps, viewer);
  if (missing.length > 0)
    throw new ApiError(
      'forbidden',
      text('suggestion.cannotAgreeYet', "You can't agree yet. {reasons}", {
        reasons: joinSentences(missing),
      }),
    );
}

/** The entry does not name the members who agreed, because agreements are not public. */
async function logAgreement(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { product, suggestion }: LockedSuggestion,
  count: number,
): Promise<string> {
  const { id, name, slug } = product;
  const parts = Object.keys(suggestion.after).join(', ');
  return logAction(db, ACTORS.trustedMembers, {
    ...{ action: 'suggestion.agree', subject: { productId: id }, createdAt: now() },
    details: { name, slug, parts, memberCount: String(count) },
  });
}
