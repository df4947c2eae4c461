import { logAction } from '@/server/commands/log-action';
import { cutChars } from '@/lib/contract/plain/text';
import { DAY_MS } from '@/lib/contract/plain/durations';
import { SESSION_LIMITS } from '@/lib/contract/plain/site';
import type { BrakeName } from '@/lib/contract/plain/moderation';
import { PROVIDER_NAMES, type SignInWay } from '@/lib/contract/sign-in';
import { memberName, PROFILE_LIMITS } from '@/lib/contract/user';
import type { Deps } from '@/server/deps';
import { ApiError } from '@/server/base/errors';
import {
  findIdentityOwner,
  findProviderOfVerifiedEmail,
  insertIdentity,
  lockSignUp,
  updateIdentityUsed,
} from '@/server/queries/account/identities';
import { insertSpentIdToken } from '@/server/queries/account/sign-in';
import { insertUser, isFreedHandle, updateFirstAdmin } from '@/server/queries/account/users';
import { isAdminEmail, requireWayReleased } from './admin-exemption';
import { spendInvitation } from './invitations';
import { returnRecords } from './keep-record';
import { mailWay } from './mail-way';
import { freedSince, honestName, suggestHandles } from '@/server/identity/deceptive-names';
import { skeletonOf } from '@/server/identity/skeleton';
import type { VerifiedIdentity } from '@/server/identity/identity';
import { invalidIdentity } from '@/server/identity/identity-provider';
import { formatChoices } from '@/lib/texts/lists';
import { insertSession } from '@/server/queries/account/sessions';
import { isDisposableEmail } from 'disposable-email-domains-js';
import { inLongTransaction } from '@/server/queries/write-conflict';
import { hashToken, newToken } from '@/server/base/token';
import { t, text } from '@/lib/texts/texts';

const WAY_BRAKES = {
  'google.com': 'no-google',
  'github.com': 'no-github',
  oidc: 'no-oidc',
  email: 'no-email-codes',
} as const satisfies Record<SignInWay, BrakeName>;

type SignInDeps = Pick<Deps, 'brakes' | 'db' | 'digestKeys' | 'env' | 'now' | 'rateLimits' | 'sessionTokens'>;

/**
 * Signs in a verified identity. Creates its user at the first sign-in; what outlived an earlier account holds for the new one. Writes everything in one transaction.
 *
 * @param browser.invitation the token of an invitation that this browser has opened.
 * @returns the session token.
 * @throws ApiError `unauthenticated` when the ID token was used before; `conflict`, with the provider in
 *   `fields.linkTo`, when an account with another provider has the same email, verified by both: accounts are never linked
 *   without a request of the user; `forbidden` when the site takes no new account like this one, with `fields.invitation` where
 *   it needs an invitation; `unavailable` while moderators have stopped new accounts, or sign-ins with the provider.
 */
export async function signIn(
  deps: SignInDeps,
  identity: VerifiedIdentity,
  { userAgent, invitation }: { userAgent: string | null; invitation?: string },
): Promise<string> {
  const { brakes } = deps;
  // Before the transaction: brakes and rate limits take a second connection, and the pool may have only one.
  const signUpRefusal = await brakes.findRefusal('no-new-accounts', 'read-only');
  await requireWayReleased(deps, WAY_BRAKES[identity.provider], identity);
  const key = `${identity.issuer} ${identity.subject}`;
  const counted = await deps.rateLimits.count([{ limit: 'signInByIdentity', key }]);
  const signedIn = deps.db.transaction(async (db) => {
    if (identity.spends && !(await insertSpentIdToken(db, identity.spends))) {
      throw invalidIdentity(t('signInFault.used', 'it was used already'));
    }
    const now = deps.now();
    const userId =
      (await updateIdentityUsed(db, identity, now)) ??
      (await signUp({ ...deps, db }, identity, { invitation, refusal: signUpRefusal }));
    if (isAdminEmail(deps, identity)) await makeFirstAdmin(db, userId, now);
    return (await openSession({ ...deps, db }, { userId, userAgent })).token;
  });
  signedIn.catch(counted.fail);
  return signedIn;
}

/** @returns the token for the client. It is not stored: the database has only a hash of its secret. */
export async function openSession(
  { db, now, sessionTokens }: Pick<Deps, 'db' | 'now' | 'sessionTokens'>,
  { userId, userAgent }: { userId: string; userAgent: string | null },
): Promise<{ sessionId: string; token: string }> {
  const secret = newToken();
  const startedAt = now();
  const sessionId = await insertSession(db, {
    userId,
    secretHash: hashToken(secret),
    userAgent: userAgent && cutChars(userAgent, SESSION_LIMITS.userAgentCharsMax),
    now: startedAt,
    expiresAt: new Date(startedAt.getTime() + SESSION_LIMITS.days * DAY_MS),
  });
  return { sessionId, token: await sessionTokens.seal({ sessionId, secret }) };
}

async function signUp(
  deps: Pick<SignInDeps, 'db' | 'digestKeys' | 'env' | 'now'>,
  identity: VerifiedIdentity,
  { invitation, refusal }: { invitation: string | undefined; refusal: ApiError | undefined },
): Promise<string> {
  const { db, env, now } = deps;
  await lockSignUp(db);
  const known = await updateIdentityUsed(db, identity, now());
  if (known !== undefined) return known;
  // Anybody can enter an email at a provider. Only its owner may learn that it has an account here, and with which provider.
  const verifiedEmail = identity.isEmailVerified ? identity.email : null;
  const other = verifiedEmail && (await findProviderOfVerifiedEmail(db, verifiedEmail, identity.provider));
  if (other) throw accountExists(other, identity);
  if (refusal && !isAdminEmail({ env }, identity)) throw refusal;
  if (env.signUp.mode === 'invite') {
    if (!isAdminEmail({ env }, identity)) await spendInvitation(db, invitation, now());
  } else requireOpenSignUp(env, identity);
  if (identity.provider === 'email') requireOwnMailbox(identity);
  const userId = await insertMember({ db, env, now }, identity);
  await insertIdentity(db, { ...identity, userId, createdAt: now(), lastUsedAt: now() });
  await returnRecords(deps, userId, identity);
  return userId;
}

/** @throws ApiError `forbidden` unless the site takes new accounts like this one. Admins of ADMIN_EMAILS always may. */
function requireOpenSignUp(env: SignInDeps['env'], identity: VerifiedIdentity): void {
  const { mode, domains } = env.signUp;
  if (mode === 'open' || isAdminEmail({ env }, identity)) return;
  if (mode === 'closed') {
    throw new ApiError(
      'forbidden',
      text(
        'signIn.closed',
        "This site isn't taking new accounts. If you have one, sign in the way you did before.",
      ),
    );
  }
  const domain = identity.email?.slice(identity.email.lastIndexOf('@') + 1).toLowerCase() ?? '';
  if (identity.isEmailVerified && domains.includes(domain)) return;
  throw new ApiError(
    'forbidden',
    text('signIn.domainNeeded', 'New accounts here need a verified email at {domains}.', {
      domains: formatChoices(domains),
    }),
  );
}

/** @throws ApiError `forbidden` for a mailbox that anyone can open for some minutes. */
function requireOwnMailbox({ email }: VerifiedIdentity): void {
  if (email === null || !isDisposableEmail(email)) return;
  throw new ApiError(
    'forbidden',
    text(
      'signIn.disposableEmail',
      "Accounts here need an email address that you keep. This one is of a service for addresses that don't last.",
    ),
  );
}

/** Applies only while there is no admin. After that, admins appoint admins. */
async function makeFirstAdmin(db: Deps['db'], userId: string, now: Date): Promise<void> {
  await lockSignUp(db);
  if (!(await updateFirstAdmin(db, userId))) return;
  await logAction(db, 'ADMIN_EMAILS', {
    action: 'user.role',
    subject: { memberId: userId },
    details: { to: 'admin' },
    createdAt: now,
  });
}

/** @returns the id of the new user. */
export async function insertMember(
  { db, env: { siteName }, now }: Pick<SignInDeps, 'db' | 'env' | 'now'>,
  identity: Pick<VerifiedIdentity, 'accountCreatedAt' | 'email' | 'name'>,
): Promise<string> {
  const { email, accountCreatedAt: createdAt = now() } = identity;
  const name = presentableName(identity.name, siteName);
  const since = freedSince(now());
  for (const handle of suggestHandles(name, siteName)) {
    const skeleton = skeletonOf(handle);
    if (await isFreedHandle(db, { handle, skeleton, since })) continue;
    const userId = await insertUser(db, { handle, handleSkeleton: skeleton, name, email, createdAt });
    if (userId !== undefined) return userId;
  }
  throw new Error('All suggested handles are taken');
}

/** The name at the provider, changed to follow the rules for names here. */
function presentableName(name: string, siteName: string): string {
  const words = name.replace(/[\p{Cc}\p{Cs}\u2028\u2029\u202A-\u202E\u2066-\u2069]+/gu, ' ').trim();
  const honest = honestName(cutChars(words, PROFILE_LIMITS.nameCharsMax), siteName);
  return (
    memberName.safeParse(honest).data ??
    t('member.defaultName', 'Member' /* the name of a member without one */)
  );
}

function accountExists(other: VerifiedIdentity['provider'], { provider }: VerifiedIdentity): ApiError {
  const names = { other: PROVIDER_NAMES[other], mine: PROVIDER_NAMES[provider] };
  return new ApiError(
    'conflict',
    provider === 'email'
      ? text(
          'signIn.accountExistsElsewhere',
          'You already have an account with this email. Sign in with {other}.',
          {
            other: names.other,
          },
        )
      : text(
          'signIn.accountExists',
          'You already have an account with this email. Sign in with {other} to link {mine}.',
          { other: names.other, mine: names.mine },
        ),
    { fields: { linkTo: other } },
  );
}

/**
 * Adds an identity to a user's account, as another way to sign in. A ban of an earlier account with that identity comes back and takes what any ban takes.
 *
 * @throws ApiError `unauthenticated` when the ID token was used before, `conflict` when the identity belongs to another user,
 *   `forbidden` for an address of a service for mailboxes that don't last.
 */
export async function linkIdentity(
  { db, digestKeys, env, now }: Pick<Deps, 'db' | 'digestKeys' | 'env' | 'now'>,
  userId: string,
  identity: VerifiedIdentity,
): Promise<void> {
  if (identity.provider === 'email') requireOwnMailbox(identity);
  await inLongTransaction(db, async (tx) => {
    await lockSignUp(tx);
    if (identity.spends && !(await insertSpentIdToken(tx, identity.spends))) {
      throw invalidIdentity(t('signInFault.used', 'it was used already'));
    }
    const ownerId = await findIdentityOwner(tx, identity);
    if (ownerId === userId) return;
    if (ownerId !== undefined)
      throw new ApiError(
        'conflict',
        text('signIn.linkedToAnother', 'This {provider} account already belongs to another member.', {
          provider: PROVIDER_NAMES[identity.provider],
        }),
      );
    await mailWay({ db: tx, env, now }, userId, { added: identity });
    await insertIdentity(tx, { ...identity, userId, createdAt: now(), lastUsedAt: now() });
    await returnRecords({ db: tx, digestKeys, env, now }, userId, identity);
  });
}
