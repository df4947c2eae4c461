import { SECOND_MS } from '@/lib/contract/plain/durations';
import { logAction } from '@/server/commands/log-action';
import type { Deps } from '@/server/deps';
import { ApiError } from '@/server/base/errors';
import type { Viewer } from '@/server/policies/viewer';
import {
  type ComparedTag,
  dismissProposal,
  type FoundPair,
  listSharedTags,
  listSimilarTags,
  listUncomparedTags,
  replaceProposals,
} from '@/server/queries/tags/tag-proposals';
import { inTransaction } from '@/server/queries/write-conflict';
import { editCost } from '@/server/text/edit-distance';
import { text } from '@/lib/texts/texts';

/** Words in which one letter may differ. */
const TYPO_CHARS_MIN = 5;
const SAMPLE = { sampledMax: 200, sharedMin: 5, shareMin: 0.8 } as const;
/** Of all products with one of both tags, how many have both. */
const TOGETHER_MIN = 0.7;
const tagsPerStep = 20;
const runMs = 45 * SECOND_MS;

export async function proposeMerges(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  signal: AbortSignal,
): Promise<void> {
  const endAt = now().getTime() + runMs;
  for (;;) {
    const subjects = await listUncomparedTags(db, tagsPerStep);
    if (subjects.length === 0) return;
    for (const subject of subjects) {
      if (signal.aborted || now().getTime() >= endAt) return;
      await inTransaction(db, async (tx) => {
        const pairs = subject.isListed && subject.productCount > 0 ? await findPairs(tx, subject) : [];
        await replaceProposals(tx, subject, { pairs, now: now() });
      });
    }
  }
}

async function findPairs(db: Deps['db'], subject: ComparedTag): Promise<FoundPair[]> {
  const best = new Map<string, FoundPair>();
  const add = (other: ComparedTag, pair: Omit<FoundPair, 'otherId'> | undefined) => {
    const isFamily = other.parentId === subject.id || subject.parentId === other.id;
    if (!pair || isFamily || pair.score <= (best.get(other.id)?.score ?? 0)) return;
    best.set(other.id, { otherId: other.id, ...pair });
  };
  for (const other of await listSimilarTags(db, subject)) add(other, judgeSpelling(subject, other));
  for (const other of await listSharedTags(db, subject, SAMPLE)) add(other, judgeShared(subject, other));
  return [...best.values()];
}

const none = { sharedCount: null, sampledCount: null };
const squeeze = (slug: string) => slug.replaceAll('-', '');
const digitsOf = (slug: string) => slug.replace(/\D+/g, ' ').trim();

function judgeSpelling(one: ComparedTag, other: ComparedTag): Omit<FoundPair, 'otherId'> | undefined {
  if (squeeze(one.slug) === squeeze(other.slug)) return { reason: 'spelling', score: 95, ...none };
  if (one.matchKey === other.matchKey) return { reason: 'plural', score: 90, ...none };
  const chars = Math.min(one.matchKey.length, other.matchKey.length);
  // Versions, such as Vue 2 and Vue 3, are no typing mistakes.
  const isTypo =
    chars >= TYPO_CHARS_MIN &&
    digitsOf(one.slug) === digitsOf(other.slug) &&
    editCost(one.matchKey, other.matchKey, 1).whole < Infinity;
  return isTypo ? { reason: 'typo', score: 60 + Math.min(20, chars), ...none } : undefined;
}

function judgeShared(
  { productCount }: ComparedTag,
  other: ComparedTag & { sharedCount: number; sampledCount: number },
): Omit<FoundPair, 'otherId'> | undefined {
  const { sharedCount, sampledCount } = other;
  const shared = (sharedCount / sampledCount) * productCount;
  const share = shared / (productCount + other.productCount - shared);
  if (share < TOGETHER_MIN) return undefined;
  return { reason: 'together', score: Math.min(Math.round(share * 100), 100), sharedCount, sampledCount };
}

/** Keeps two tags apart for good. @throws ApiError `not_found` for a proposal that is gone or was dismissed. */
export async function dismissTagProposal(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  viewer: Viewer,
  id: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const names = await dismissProposal(tx, id, now());
    if (!names)
      throw new ApiError(
        'not_found',
        text('tag.notSimilar', 'These two tags are no longer listed as similar.'),
      );
    await logAction(tx, viewer, {
      action: 'tag.dismiss-proposal',
      createdAt: now(),
      details: { one: names.low, other: names.high },
    });
  });
}
