import { MINUTE_MS } from '@/lib/contract/plain/durations';
import { type CreatedCredential, PASSKEY_LIMITS, type ShownCredential } from '@/lib/contract/passkey';
import { type StoredText } from '@/server/base/stored-text';
import { ApiError } from '@/server/base/errors';
import { hashToken, newToken } from '@/server/base/token';
import type { Deps } from '@/server/deps';
import type { Viewer } from '@/server/policies/viewer';
import {
  countPasskeys,
  findPasskeyByCredential,
  insertPasskey,
  listPasskeys,
  lockWaysToSignIn,
  takePasskeyChallenge,
  updatePasskeyUsed,
  upsertPasskeyChallenge,
} from '@/server/queries/account/passkeys';
import { findUser } from '@/server/queries/account/users';
import { mailWay } from './mail-way';
import { openSession } from './sign-in';
import { text } from '@/lib/texts/texts';

/** The library loads with the first passkey: it parses certificates of authenticators, too, which a start need not wait for. */
const webAuthn = () => import('@simplewebauthn/server');
const webAuthnHelpers = () => import('@simplewebauthn/server/helpers');

/** Ed25519, ES256 and RS256. Every runtime of the server knows them, and every authenticator one of them. */
const ALGORITHMS = [-8, -7, -257];

const CHALLENGE_MS = PASSKEY_LIMITS.challengeMinutes * MINUTE_MS;

/** The member's key at authenticators, which is no personal data: they replace a passkey of the same key. */
const userHandleOf = (userId: string) => hashToken(`passkey-user ${userId}`);

const hashOfSession = (sessionId: string) => hashToken(`passkey-session ${sessionId}`);
const hashOfBrowser = (secret: string) => hashToken(`passkey-browser ${secret}`);

const expectedBy = ({ siteURL, siteOrigins }: Deps['env']) => ({
  expectedRPID: new URL(siteURL).hostname,
  expectedOrigin: [...siteOrigins],
  // The device has to ask for a fingerprint, a face or a PIN. A passkey is all that a sign-in needs, so a key
  // that was found must not be enough.
  requireUserVerification: true,
});

/** @throws ApiError `forbidden` on a site without this way. */
function requirePasskeys({ env }: Pick<Deps, 'env'>): void {
  if (!env.signsInByPasskey)
    throw new ApiError('forbidden', text('passkey.notOffered', "This site doesn't sign in with passkeys."));
}

/**
 * What a browser needs to make a passkey.
 *
 * @throws ApiError `forbidden` on a site without passkeys, `conflict` for an account that has as many as it may have.
 */
export async function startPasskey(
  { db, env, now }: Pick<Deps, 'db' | 'env' | 'now'>,
  { userId, sessionId }: Viewer,
) {
  requirePasskeys({ env });
  const own = await listPasskeys(db, userId);
  requireRoom(own.length);
  const user = await findUser(db, userId);
  if (!user) throw new Error('A user was deleted while signed in');
  const { generateRegistrationOptions } = await webAuthn();
  const options = await generateRegistrationOptions({
    rpName: env.siteName,
    rpID: new URL(env.siteURL).hostname,
    userID: new Uint8Array(userHandleOf(userId)),
    userName: user.handle,
    userDisplayName: user.name,
    timeout: CHALLENGE_MS,
    attestationType: 'none',
    excludeCredentials: own.map(({ credentialId, transports }) => ({
      id: credentialId.toString('base64url'),
      transports,
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  });
  const expiresAt = new Date(now().getTime() + CHALLENGE_MS);
  await upsertPasskeyChallenge(db, {
    browserHash: hashOfSession(sessionId),
    challenge: options.challenge,
    expiresAt,
  });
  const { rp, user: account, challenge, pubKeyCredParams, excludeCredentials } = options;
  return {
    rp: { id: rp.id ?? '', name: rp.name },
    ...{ user: account, challenge, pubKeyCredParams, timeout: CHALLENGE_MS },
    excludeCredentials: (excludeCredentials ?? []).map(({ id, transports }) => ({
      ...{ id, type: 'public-key' as const },
      ...(transports && { transports }),
    })),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    attestation: 'none',
  } as const;
}

/**
 * Adds the passkey that the browser has made for the challenge of this session.
 *
 * @throws ApiError `bad_request` when it doesn't answer the challenge, `conflict` when an account has it already or this one has as many as it may have.
 */
export async function addPasskey(
  { db, env, now }: Pick<Deps, 'db' | 'env' | 'now'>,
  { userId, sessionId }: Viewer,
  { name, credential: { id, response } }: { name: string; credential: CreatedCredential },
): Promise<void> {
  requirePasskeys({ env });
  const expectedChallenge = await takePasskeyChallenge(db, hashOfSession(sessionId), now());
  if (expectedChallenge === undefined)
    throw notAdded(text('passkey.addOver', 'This took too long. Please add the passkey again.'));
  if (await hasCertificate(response.attestationObject)) throw notAdded(notVerifiedNew());
  const { verifyRegistrationResponse } = await webAuthn();
  const { registrationInfo } = await verifyRegistrationResponse({
    ...expectedBy(env),
    response: { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} },
    expectedChallenge,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => ({ registrationInfo: undefined }));
  if (!registrationInfo) throw notAdded(notVerifiedNew());
  const { id: credentialId, publicKey, counter } = registrationInfo.credential;
  await db.transaction(async (tx) => {
    await lockWaysToSignIn(tx, userId);
    requireRoom(await countPasskeys(tx, userId));
    const isNew = await insertPasskey(tx, {
      ...{ userId, name, transports: response.transports, createdAt: now() },
      credentialId: Buffer.from(credentialId, 'base64url'),
      publicKey: Buffer.from(publicKey),
      signCount: counter,
    });
    if (!isNew)
      throw new ApiError('conflict', text('passkey.taken', 'This passkey already belongs to an account.'));
    await mailWay({ db: tx, env, now }, userId, { added: { passkey: name } });
  });
}

/**
 * Whether an attestation may come with a certificate, or can't be read. The library would fetch the revocation list from the
 * address in such a certificate, which anybody can make, with no guard of ours. Browsers that are asked for no attestation send
 * `none`, or `packed` signed by the new key itself (Web Authentication, section 5.1.3).
 */
async function hasCertificate(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject } = await webAuthnHelpers();
  try {
    const attestation = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')));
    const format = attestation.get('fmt');
    return format !== 'none' && (format !== 'packed' || attestation.get('attStmt').get('x5c') !== undefined);
  } catch {
    return true;
  }
}

function requireRoom(passkeyCount: number): void {
  if (passkeyCount < PASSKEY_LIMITS.perAccountMax) return;
  throw new ApiError(
    'conflict',
    text('passkey.tooMany', 'You have {count} passkeys, the most an account can have. Remove one first.', {
      count: PASSKEY_LIMITS.perAccountMax,
    }),
  );
}

const notVerifiedNew = () =>
  text('passkey.notVerified', "We couldn't verify the passkey. Please try again, or use another device.");

const notAdded = (sentence: StoredText) => new ApiError('bad_request', sentence);

/**
 * What a browser needs to show a passkey. Asks for no address: the authenticator knows which accounts it has passkeys of.
 *
 * @returns also the secret to store in the browser.
 * @throws ApiError `forbidden` on a site without passkeys.
 */
export async function startPasskeySignIn({ db, env, now }: Pick<Deps, 'db' | 'env' | 'now'>) {
  requirePasskeys({ env });
  const { generateAuthenticationOptions } = await webAuthn();
  const rpId = new URL(env.siteURL).hostname;
  const { challenge } = await generateAuthenticationOptions({ rpID: rpId });
  const browserSecret = newToken();
  const expiresAt = new Date(now().getTime() + CHALLENGE_MS);
  await upsertPasskeyChallenge(db, { browserHash: hashOfBrowser(browserSecret), challenge, expiresAt });
  const options = { rpId, challenge, timeout: CHALLENGE_MS, userVerification: 'required' } as const;
  return { browserSecret, options };
}

/**
 * Signs in to the account of a passkey. The challenge is used up before the answer is looked at.
 *
 * @returns the session token.
 * @throws ApiError `unauthenticated` when the answer is not of a passkey of an account, for the challenge of this browser;
 *   `unavailable` while moderators have stopped this way, except for admins.
 */
export async function signInByPasskey(
  deps: Pick<Deps, 'brakes' | 'db' | 'env' | 'now' | 'rateLimits' | 'sessionTokens'>,
  { id, response }: ShownCredential,
  { browserSecret, userAgent }: { browserSecret: string; userAgent: string | null },
): Promise<string> {
  const { brakes, db, env, now } = deps;
  requirePasskeys(deps);
  const expectedChallenge = await takePasskeyChallenge(db, hashOfBrowser(browserSecret), now());
  if (expectedChallenge === undefined)
    throw refused(text('passkey.over', 'This took too long. Please try again.'));
  const passkey = await findPasskeyByCredential(db, Buffer.from(id, 'base64url'));
  if (!passkey)
    throw refused(
      text('passkey.unknown', 'This passkey signs in to no account here. Perhaps it was removed from yours.'),
    );
  const { userHandle } = response;
  const isOfOwner = !userHandle || userHandle === userHandleOf(passkey.userId).toString('base64url');
  const { verifyAuthenticationResponse } = await webAuthn();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    ...expectedBy(env),
    response: {
      ...{ id, rawId: id, type: 'public-key', clientExtensionResults: {} },
      response: { ...response, userHandle: userHandle ?? undefined },
    },
    expectedChallenge,
    credential: {
      id: passkey.credentialId.toString('base64url'),
      publicKey: new Uint8Array(passkey.publicKey),
      counter: passkey.signCount,
    },
  }).catch(() => ({ verified: false, authenticationInfo: undefined }));
  if (!verified || !authenticationInfo || !isOfOwner) throw refused(notVerified());
  const { userId } = passkey;
  // An admin can always release the brake.
  if ((await findUser(db, userId))?.role !== 'admin') await brakes.requireReleased('no-passkeys');
  const counted = await deps.rateLimits.count([{ limit: 'signInByIdentity', key: `passkey ${passkey.id}` }]);
  const signedIn = db.transaction(async (tx) => {
    const use = { id: passkey.id, signCount: authenticationInfo.newCounter, now: now() };
    if (!(await updatePasskeyUsed(tx, use))) throw refused(notVerified());
    return (await openSession({ ...deps, db: tx }, { userId, userAgent })).token;
  });
  signedIn.catch(counted.fail);
  return signedIn;
}

const notVerified = () =>
  text('passkey.wrong', "We couldn't verify this passkey. Please try again, or sign in in another way.");

/** The error names the field, so that the browser of a member does not sign out. */
const refused = (sentence: StoredText) =>
  new ApiError('unauthenticated', sentence, { fields: { credential: '' } });
