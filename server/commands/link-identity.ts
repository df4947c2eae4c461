import { PROVIDER_NAMES } from '@/lib/contract/login';
import type { Deps } from '@/server/deps';
import { ApiError } from '@/server/errors';
import { findIdentityOwner, insertIdentity, lockSignUp } from '@/server/queries/identities';
import { insertSpentIdToken } from '@/server/queries/sign-in';
import type { ProvenIdentity } from '@/server/services/identity';
import { refuseProof } from '@/server/services/provider-request';

/**
 * Adds a way in to a member's account.
 *
 * @throws ApiError `unauthenticated` when the proof was used before, `conflict` when it is another member's.
 */
export async function linkIdentity(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  userId: string,
  identity: ProvenIdentity,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockSignUp(tx);
    if (identity.spends && !(await insertSpentIdToken(tx, identity.spends))) {
      throw refuseProof('it was used already');
    }
    const isNew = await insertIdentity(tx, { ...identity, userId, createdAt: now(), lastUsedAt: now() });
    if (isNew || (await findIdentityOwner(tx, identity)) === userId) return;
    const name = PROVIDER_NAMES[identity.provider];
    throw new ApiError('conflict', `This ${name} account signs in another member already.`);
  });
}
