import { DAY_MS } from '@/lib/contract/plain/durations';
import { RING_RULES } from '@/lib/contract/ring';
import type { Deps } from '@/server/deps';
import {
  describeMembers,
  findRingOf,
  insertRing,
  lockRing,
  updateRing,
  updateRingMembers,
  updateSetAside,
} from '@/server/queries/reactions/vote-rings';
import {
  countVoters,
  listConnectedLinks,
  takeUncheckedVoters,
  updateLinks,
  type VoteLink,
} from '@/server/queries/reactions/vote-links';
import { inLongTransaction, inTransaction, retryConflicts } from '@/server/queries/write-conflict';
import { logAction } from '@/server/commands/log-action';
import { ApiError } from '@/server/base/errors';
import type { Viewer } from '@/server/policies/viewer';
import { restoreUpvotes, setUpvotesAside } from '@/server/queries/reactions/counted-upvotes';
import { rankingAccountsCreatedUntil } from '@/server/queries/reactions/upvotes';
import { text } from '@/lib/texts/texts';

/** Keeps a statement short: the embedded database does nothing else during one. */
const VOTERS_PER_STEP = 10;

/**
 * Finds the rings of the members who have upvoted since they were checked. Touches no upvotes but those of the
 * same products at about the same time.
 *
 * @returns the number of members checked.
 */
export async function findRings({ db, now }: Pick<Deps, 'db' | 'now'>, signal: AbortSignal): Promise<number> {
  const period = { since: new Date(now().getTime() - RING_RULES.days * DAY_MS), now: now() };
  const voterCount = await countVoters(db);
  let checked = 0;
  while (!signal.aborted) {
    const userIds = await takeUncheckedVoters(db, VOTERS_PER_STEP);
    if (userIds.length === 0) break;
    checked += userIds.length;
    await inTransaction(db, (tx) => updateLinks(tx, userIds, { ...period, voterCount }));
    const seen = new Set<string>();
    for (const userId of userIds) {
      if (seen.has(userId)) continue;
      const links = await listConnectedLinks(db, userId);
      const members = findMembers(links);
      for (const id of members) seen.add(id);
      if (members.length > 0) await retryConflicts(() => saveRing(db, { members, links, ...period }));
    }
  }
  return checked;
}

/**
 * The members of a ring. In its core, each is linked strongly to four others and to a third of them: those who are not
 * drop out, one after the other. Members with weaker links to half of the core are added.
 */
export function findMembers(links: readonly VoteLink[]): string[] {
  const core = linkedMembers(links.filter(({ score }) => score >= RING_RULES.coreLinkMin));
  for (;;) {
    const least = Math.max(RING_RULES.linkedMin, (core.size - 1) * RING_RULES.linkedShare);
    const [weakest] = [...core].sort(([, one], [, other]) => one.size - other.size);
    if (!weakest || weakest[1].size >= least) break;
    core.delete(weakest[0]);
    for (const others of core.values()) others.delete(weakest[0]);
  }
  if (core.size < RING_RULES.membersMin) return [];
  const added = [...linkedMembers(links)].filter(([id, others]) => {
    const inCore = [...others].filter((other) => core.has(other)).length;
    return !core.has(id) && inCore >= core.size * RING_RULES.addedShare;
  });
  return [...core.keys(), ...added.map(([id]) => id)].slice(0, RING_RULES.membersMax);
}

function linkedMembers(links: readonly VoteLink[]): Map<string, Set<string>> {
  const linked = new Map<string, Set<string>>();
  const add = (from: string, to: string) => linked.set(from, (linked.get(from) ?? new Set<string>()).add(to));
  for (const { userId, otherId } of links) {
    add(userId, otherId);
    add(otherId, userId);
  }
  return linked;
}

type Found = { members: readonly string[]; links: readonly VoteLink[]; since: Date; now: Date };

/** Saves a ring, as the one that has half of its members in common if there is one. */
async function saveRing(db: Deps['db'], { members, links, since, now }: Found): Promise<void> {
  const inside = new Set(members);
  const scores = links.flatMap(({ userId, otherId, score }) =>
    inside.has(userId) && inside.has(otherId) ? score : [],
  );
  const score = scores.reduce((sum, each) => sum + each, 0) / scores.length;
  await db.transaction(async (tx) => {
    const ring = { ...(await describeMembers(tx, members, since)), score, now };
    if (ring.productIds.length === 0) return;
    const known = await findRingOf(tx, members);
    const isSame = known && known.common * 2 >= Math.min(known.size, members.length);
    const id = isSame ? known.id : await insertRing(tx, ring);
    if (isSame) await updateRing(tx, id, ring);
    await updateRingMembers(tx, id, members, isSame === true && known.isSetAside);
  });
}

/**
 * Sets the upvotes of a ring aside, or lets them count again. Safe to repeat; setting aside again reaches the upvotes
 * given since.
 *
 * @returns how many upvotes have changed. Without any, and in a ring that already is so, nothing is logged.
 * @throws ApiError `not_found`.
 */
export async function judgeRing(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  viewer: Viewer,
  { id, isSetAside }: { id: string; isSetAside: boolean },
): Promise<number> {
  return inLongTransaction(db, async (tx) => {
    const ring = await lockRing(tx, id);
    if (!ring)
      throw new ApiError(
        'not_found',
        text('ring.deleted', 'No new sign of this ring for 30 days, so it was deleted.'),
      );
    const upvoteCount = isSetAside
      ? await setUpvotesAside(tx, id)
      : await restoreUpvotes(tx, id, rankingAccountsCreatedUntil(now()));
    if (upvoteCount === 0 && ring.isSetAside === isSetAside) return 0;
    await updateSetAside(tx, id, {
      at: isSetAside ? now() : null,
      moderatorId: isSetAside ? viewer.userId : null,
    });
    await logAction(tx, viewer, {
      action: isSetAside ? 'ring.set-aside' : 'ring.restore',
      createdAt: now(),
      details: { ring: id, upvotes: String(upvoteCount), score: ring.score.toFixed(1) },
    });
    return upvoteCount;
  });
}
