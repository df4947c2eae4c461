import type { Deps } from '@/server/deps';
import { closeAppealsAgainst } from '@/server/queries/account/appeals';
import { mailClosedAppeal } from './mail-appeal';

type CloseDeps = Pick<Deps, 'db' | 'env' | 'now'>;

const REPLACED =
  'Moderators made a new decision about your account. It replaces the one you answered, so your answer is closed. You can answer the new decision, too.';

/** Closes the appeals against measures that another measure has ended, and tells their members. */
export async function closeReplaced(
  deps: CloseDeps,
  measureIds: readonly string[],
  judgeId: string,
): Promise<void> {
  const decision = { outcome: 'upheld' as const, reply: REPLACED, judgeId, decidedAt: deps.now() };
  const closed = await closeAppealsAgainst(deps.db, measureIds, decision);
  for (const { userId } of closed) await mailClosedAppeal(deps, { userId, reason: REPLACED });
}

/** Closes the appeals against measures that were lifted. The caller tells the members. */
export async function closeLifted(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  measureIds: readonly string[],
  judgeId: string,
): Promise<void> {
  await closeAppealsAgainst(db, measureIds, { outcome: 'reversed', reply: null, judgeId, decidedAt: now() });
}
