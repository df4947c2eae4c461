import type { Db } from '@/server/db/client';
import { QUERY_LIMIT_MS } from '@/server/db/database-waits';
import { isDatabaseUnavailable } from '@/server/queries/operations';
import { describeLostStanding, type Viewer } from '@/server/policies/viewer';
import { lockStandings } from '@/server/queries/account/standings';
import type { ReactableProduct } from '@/server/queries/reactions/reactions';
import {
  updateUpvotes,
  type UpvoteChange,
  rankingAccountsCreatedUntil,
} from '@/server/queries/reactions/upvotes';
import { noteVoters } from '@/server/queries/reactions/vote-links';
import { retryConflicts } from '@/server/queries/write-conflict';
import { withDeadline } from '@/server/base/async-context';
import { ApiError } from './base/errors';
import { runAsJob } from './base/log';
import type { RateLimits, UncountedCall } from './limits/rate-limits';

/** Keeps a transaction short when thousands upvote at once: an upvote costs the database about 0.2 ms. */
const GROUP_LENGTH_MAX = 100;

type WaitingUpvote = {
  change: UpvoteChange;
  /** The keyed hash of the client's network; empty if it is not known. */
  network: string;
  call: UncountedCall;
  resolve: (product: ReactableProduct | undefined) => void;
  reject: (error: unknown) => void;
};

/**
 * Commits upvotes one group after the other. What arrives while one group is being committed is the next group, so an
 * upvote waits for two commits at most, and upvotes of one product are not limited by how often the disk can sync.
 */
export class UpvoteQueue {
  readonly #db: Db;
  readonly #rateLimits: RateLimits;
  readonly #now: () => Date;
  #waiting: WaitingUpvote[] = [];
  #isCommitting = false;

  constructor({ db, rateLimits, now }: { db: Db; rateLimits: RateLimits; now: () => Date }) {
    this.#db = db;
    this.#rateLimits = rateLimits;
    this.#now = now;
  }

  /**
   * Sets or removes the viewer's upvote of a product, and counts the call. Safe to repeat.
   *
   * @returns the product after the commit; undefined if there is none.
   * @throws ApiError `rate_limited` when a limit is reached; `forbidden` when the viewer may not act any more. Then nothing changes.
   */
  add(
    { userId, createdAt }: Pick<Viewer, 'userId' | 'createdAt'>,
    { productId, isWanted, network }: { productId: string; isWanted: boolean; network: string },
    call: UncountedCall,
  ): Promise<ReactableProduct | undefined> {
    const now = this.#now();
    const countsInRanking = createdAt <= rankingAccountsCreatedUntil(now);
    const change = { productId, userId, isWanted, createdAt: now, countsInRanking };
    return new Promise((resolve, reject) => {
      this.#waiting.push({ change, network, call, resolve, reject });
      if (!this.#isCommitting) void this.#commitAll();
    });
  }

  async #commitAll(): Promise<void> {
    this.#isCommitting = true;
    while (this.#waiting.length > 0) {
      const group = this.#waiting.splice(0, lengthOfGroup(this.#waiting));
      // Not with the deadline and the id of the request that the first upvote came with.
      await runAsJob('commit-upvotes', () => withDeadline(QUERY_LIMIT_MS, () => this.#commitOrSplit(group)));
    }
    this.#isCommitting = false;
  }

  /** Never rejects. If the group fails, commits its halves, until the upvotes that fail are alone. */
  async #commitOrSplit(group: readonly WaitingUpvote[]): Promise<void> {
    try {
      await retryConflicts(() => this.#commit(group));
    } catch (error) {
      if (group.length === 1 || isDatabaseUnavailable(error)) {
        for (const { reject } of group) reject(error);
        return;
      }
      const middle = Math.ceil(group.length / 2);
      await this.#commitOrSplit(group.slice(0, middle));
      await this.#commitOrSplit(group.slice(middle));
    }
  }

  async #commit(group: readonly WaitingUpvote[]): Promise<void> {
    const { counted, lost, products } = await this.#db.transaction(async (tx) => {
      const calls = group.map(({ call }) => call.counts);
      const counted = await this.#rateLimits.countInTransaction(tx, calls);
      // A member may have been banned while the upvote waited.
      const userIds = [...new Set(group.map(({ change }) => change.userId))];
      const standings = await lockStandings(tx, userIds, this.#now());
      // A suspended member may take an upvote back.
      const lost = group.map(({ change: { userId, isWanted } }) =>
        describeLostStanding(standings.get(userId), { access: 'member', isBarredBySuspension: isWanted }),
      );
      const allowed = group.filter(
        (_, index) => !(counted[index] instanceof ApiError) && lost[index] === undefined,
      );
      const products = await updateUpvotes(tx, distinctChanges(allowed));
      const voters = allowed.filter(({ change }) => change.isWanted && products.has(change.productId));
      await noteVoters(
        tx,
        voters.map(({ change, network }) => ({ userId: change.userId, network })),
        this.#now(),
      );
      return { counted, lost, products };
    });
    for (const [index, { change, call, resolve, reject }] of group.entries()) {
      const quotas = counted[index] ?? [];
      const lostStanding = lost[index];
      if (quotas instanceof ApiError) {
        reject(quotas);
      } else if (lostStanding !== undefined) {
        reject(new ApiError('forbidden', lostStanding));
      } else {
        call.noteQuotas(quotas);
        resolve(products.get(change.productId));
      }
    }
  }
}

const keyOf = ({ productId, userId }: UpvoteChange) => `${productId} ${userId}`;

const distinctChanges = (upvotes: readonly WaitingUpvote[]) => [
  ...new Map(upvotes.map(({ change }) => [keyOf(change), change])).values(),
];

/** A group ends before an upvote that takes another one back, because one statement does not do both. */
function lengthOfGroup(waiting: readonly WaitingUpvote[]): number {
  const wishes = new Map<string, boolean>();
  for (const [index, { change }] of waiting.entries()) {
    const key = keyOf(change);
    if (index === GROUP_LENGTH_MAX || wishes.get(key) === !change.isWanted) return index;
    wishes.set(key, change.isWanted);
  }
  return waiting.length;
}
