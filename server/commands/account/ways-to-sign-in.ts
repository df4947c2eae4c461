import { ACCOUNT_LIMITS, type Identity } from '@/lib/contract/account';
import { PROVIDERS, providerId, SOCIAL_PROVIDER_IDS, type SignInWay } from '@/lib/contract/sign-in';
import { ApiError } from '@/server/base/errors';
import type { Deps } from '@/server/deps';
import { offersEmailCodes } from './email-codes';
import { mailWay } from './mail-way';
import { deleteIdentity, type IdentityRow, listIdentities } from '@/server/queries/account/identities';
import { countPasskeys, deletePasskey, lockWaysToSignIn } from '@/server/queries/account/passkeys';
import { text } from '@/lib/texts/texts';

/** What this site signs in with now. An account may have ways that the owner has switched off. */
function offeredWays(env: Deps['env']): readonly SignInWay[] {
  const { identity } = env;
  const providers =
    identity.kind === 'oauth'
      ? PROVIDERS.filter((each) => identity[each]).map(providerId)
      : identity.kind === 'none'
        ? []
        : SOCIAL_PROVIDER_IDS;
  return [...providers, ...(offersEmailCodes(env) ? (['email'] as const) : [])];
}

/**
 * Removes a passkey from an account.
 *
 * @throws ApiError `not_found`; `conflict` when the member could not sign in any more.
 */
export async function removePasskey(
  { db, env, now }: Pick<Deps, 'db' | 'env' | 'now'>,
  own: { userId: string; id: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockWaysToSignIn(tx, own.userId);
    const passkey = await deletePasskey(tx, own);
    if (passkey === undefined) throw passkeyMissing();
    await mailWay({ db: tx, env, now }, own.userId, { removed: { passkey } });
    const offered = offeredWays(env);
    const others = (await listIdentities(tx, own.userId)).filter(({ provider }) =>
      offered.includes(provider),
    );
    if (others.length > 0 || (await countPasskeys(tx, own.userId)) > 0) return;
    throw new ApiError(
      'conflict',
      text('passkey.isLast', 'This is your last way to sign in. Add another one before you remove it.'),
    );
  });
}

export const passkeyMissing = () =>
  new ApiError('not_found', text('passkey.missing', "This passkey doesn't exist any more."));

/** @throws ApiError `conflict` for an account that has as many email addresses as it may have. */
export async function requireRoomForEmail({ db }: Pick<Deps, 'db'>, userId: string): Promise<void> {
  const emails = (await listIdentities(db, userId)).filter(({ provider }) => provider === 'email');
  if (emails.length < ACCOUNT_LIMITS.emailsMax) return;
  throw new ApiError(
    'conflict',
    text(
      'identity.tooManyEmails',
      'You have {count} email addresses, the most an account can have. Remove one first.',
      { count: ACCOUNT_LIMITS.emailsMax },
    ),
  );
}

/**
 * Removes an identity from the ways to sign in, at a provider or of an email address. One always stays, even beside passkeys:
 * without one, each address could make an account, leave it to a passkey, and make the next one.
 *
 * @returns what was removed. @throws ApiError `not_found`; `conflict` when no other identity would stay that this site signs in.
 */
export async function unlinkIdentity(
  { db, env, now }: Pick<Deps, 'db' | 'env' | 'now'>,
  userId: string,
  { provider, subject }: Pick<Identity, 'provider' | 'subject'>,
): Promise<IdentityRow> {
  return db.transaction(async (tx) => {
    await lockWaysToSignIn(tx, userId);
    const before = await listIdentities(tx, userId);
    const removed = before.find((each) => each.provider === provider && each.subject === subject);
    if (!removed)
      throw new ApiError(
        'not_found',
        text('identity.missing', 'This is no way to sign in to your account any more.'),
      );
    const offered = offeredWays(env);
    if (!before.some((each) => each !== removed && offered.includes(each.provider)))
      throw new ApiError(
        'conflict',
        text(
          'identity.isLast',
          'Your account needs this way to sign in: beside passkeys, one has to stay. Add another one before you remove it.',
        ),
      );
    await mailWay({ db: tx, env, now }, userId, { removed });
    await deleteIdentity(tx, removed);
    return removed;
  });
}
