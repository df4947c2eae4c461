import type { BrakeName } from '@/lib/contract/plain/moderation';
import type { Deps } from '@/server/deps';
import type { VerifiedIdentity } from '@/server/identity/identity';
import { isSameEmail } from '@/server/identity/identity-provider';
import { isIdentityOfAdmin } from '@/server/queries/account/identities';

type ProvenIdentity = Pick<VerifiedIdentity, 'issuer' | 'subject' | 'email' | 'isEmailVerified'>;

/** Whether an identity has an address of ADMIN_EMAILS. */
export const isAdminEmail = (
  { env }: Pick<Deps, 'env'>,
  { email, isEmailVerified }: Pick<ProvenIdentity, 'email' | 'isEmailVerified'>,
): boolean =>
  isEmailVerified && email !== null && env.adminEmails.some((listed) => isSameEmail(listed, email));

/**
 * Call it outside of transactions, as it may read the brakes.
 *
 * @throws ApiError `unavailable` while moderators have stopped a way to sign in, except for the identity of an admin, who can
 *   always release the brake.
 */
export async function requireWayReleased(
  { brakes, db, env }: Pick<Deps, 'brakes' | 'db' | 'env'>,
  brake: BrakeName,
  identity: ProvenIdentity,
): Promise<void> {
  const refusal = await brakes.findRefusal(brake);
  if (!refusal || isAdminEmail({ env }, identity) || (await isIdentityOfAdmin(db, identity))) return;
  throw refusal;
}
