import { PROVIDER_NAMES } from '@/lib/contract/sign-in';
import type { Deps } from '@/server/deps';
import { ApiError } from '@/server/base/errors';
import { findIdentityOwner, insertIdentity, lockSignUp } from '@/server/queries/account/identities';
import { insertSpentIdToken } from '@/server/queries/account/sign-in';
import type { VerifiedIdentity } from '@/server/identity/identity';
import { returnRecords } from './keep-record';
import { invalidIdentity } from '@/server/identity/identity-provider';

/**
 * Adds an identity to a user's account, as another way to sign in. A ban of an earlier account with that identity comes back.
 *
 * @throws ApiError `unauthenticated` when the ID token was used before, `conflict` when the identity belongs to another user.
 */
export async function linkIdentity(
  { db, digestKeys, now }: Pick<Deps, 'db' | 'digestKeys' | 'now'>,
  userId: string,
  identity: VerifiedIdentity,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockSignUp(tx);
    if (identity.spends && !(await insertSpentIdToken(tx, identity.spends))) {
      throw invalidIdentity('it was used already');
    }
    const isNew = await insertIdentity(tx, { ...identity, userId, createdAt: now(), lastUsedAt: now() });
    if (isNew) return returnRecords({ db: tx, digestKeys, now }, userId, identity);
    if ((await findIdentityOwner(tx, identity)) === userId) return;
    const name = PROVIDER_NAMES[identity.provider];
    throw new ApiError('conflict', `This ${name} account already belongs to another member.`);
  });
}
