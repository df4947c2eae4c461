import { canParseURL } from '@/lib/contract/plain/can-parse-url';
import { MINUTE_MS, SECOND_MS } from '@/lib/contract/plain/durations';
import { type ProviderId, SIGN_IN_LIMITS } from '@/lib/contract/sign-in';
import { DEFAULT_DESTINATION } from '@/lib/contract/plain/site';
import type { Deps } from '@/server/deps';
import {
  deleteSignInAttempt,
  findTakenAttempt,
  insertSignInAttempt,
  type Opener,
  takeSignInAttempt,
  updateAttemptResponse,
} from '@/server/queries/account/sign-in';
import { hashToken, newToken, pkceChallenge } from '@/server/base/token';
import { setTimeout } from 'node:timers/promises';
import { compactDecrypt, CompactEncrypt } from 'jose';
import * as z from 'zod/mini';
import { SIGN_IN_FAILURES, type SignInFailure } from '@/lib/contract/plain/sign-in-failure';
import type { VerifiedIdentity } from '@/server/identity/identity';
import { isSessionOpen } from '@/server/queries/account/sessions';

type Start = {
  provider: ProviderId;
  destination: string;
  serverBase: string;
  /** The page that opened the popup. Absent: the sign-in takes the whole window. */
  opener?: Opener;
};

/**
 * Starts a sign-in on the provider's own page, in a popup or in the whole window.
 *
 * @returns the URL to redirect the browser to, and a secret to store in it: only this browser can finish the sign-in.
 * @throws ApiError `unavailable` when the provider is not configured.
 */
export async function startRedirect(
  { db, identity, now }: Pick<Deps, 'db' | 'identity' | 'now'>,
  { provider, destination, serverBase, opener }: Start,
): Promise<{ redirectUrl: string; state: string; browserSecret: string }> {
  const [state, browserSecret, verifier] = [newToken(), newToken(), newToken()];
  const codeChallenge = pkceChallenge(verifier);
  const nonce = nonceOf(verifier);
  const redirectUrl = await identity.redirectURL(provider, { state, codeChallenge, nonce, serverBase });
  await insertSignInAttempt(db, {
    stateHash: hashToken(state),
    browserHash: hashToken(browserSecret),
    provider,
    verifier,
    destination: ownPath(destination),
    opener,
    expiresAt: new Date(now().getTime() + SIGN_IN_LIMITS.redirectMinutes * MINUTE_MS),
  });
  return { redirectUrl, state, browserSecret };
}

/** Only this server knows the verifier, so it can tell the nonce of the ID token from it. */
export const nonceOf = (verifier: string) => hashToken(`nonce ${verifier}`).toString('base64url');

/** The destination if it is a path of this site, else the default. Browsers read some paths as another origin. */
export function ownPath(destination: string): string {
  const base = 'http://own.invalid';
  if (!destination.startsWith('/') || !canParseURL(destination, base)) return DEFAULT_DESTINATION;
  const { origin, pathname, search, hash } = new URL(destination, base);
  // `/.//host` is normalized to `//host`, which is a URL of another host.
  return origin === base && !pathname.startsWith('//') ? pathname + search + hash : DEFAULT_DESTINATION;
}

type Attempt = NonNullable<Awaited<ReturnType<typeof takeSignInAttempt>>>;

const outcome = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('session'), token: z.string() }),
  z.object({ kind: z.literal('code'), code: z.string() }),
  z.object({
    kind: z.literal('failure'),
    reason: z.custom<SignInFailure>((reason) => typeof reason === 'string' && reason in SIGN_IN_FAILURES),
  }),
]);
export type Outcome = z.infer<typeof outcome>;

type Returned = { provider: ProviderId; state: string; browserSecret: string };

/** The provider has 5 seconds for each of two responses. */
const FIRST_RESPONSE_WITHIN_MS = 12 * SECOND_MS;
const LOOK_EVERY_MS = 100;

/**
 * Finishes a sign-in that this browser started with this provider at most ten minutes ago, once. A browser may repeat
 * the request, for example when it loses the response: within a minute it gets the outcome of the first one, and no second session.
 *
 * @returns undefined without such an attempt, or without a first outcome.
 */
export async function finishOnce(
  { db, now, sessionTokens }: Pick<Deps, 'db' | 'now' | 'sessionTokens'>,
  { provider, state, browserSecret }: Returned,
  finish: (attempt: Attempt) => Promise<Outcome>,
): Promise<{ attempt: Attempt; outcome: Outcome } | undefined> {
  const key = { provider, stateHash: hashToken(state), browserHash: hashToken(browserSecret) };
  const expiresAt = new Date(now().getTime() + SIGN_IN_LIMITS.repeatSeconds * SECOND_MS);
  const attempt = await takeSignInAttempt(db, key, { now: now(), expiresAt });
  if (attempt) {
    try {
      const outcome = await finish(attempt);
      await updateAttemptResponse(db, key.stateHash, await seal(outcome, browserSecret));
      return { attempt, outcome };
    } catch (error) {
      await deleteSignInAttempt(db, key.stateHash, { isTaken: true });
      throw error;
    }
  }
  for (let waitedMs = 0; waitedMs < FIRST_RESPONSE_WITHIN_MS; waitedMs += LOOK_EVERY_MS) {
    const taken = await findTakenAttempt(db, key, now());
    if (!taken) break;
    if (taken.response !== null) {
      const first = await open(taken.response, browserSecret);
      // The member may have signed out since.
      const isOver =
        first.kind === 'session' && !(await isOpenToken({ db, now, sessionTokens }, first.token));
      return isOver ? undefined : { attempt: taken, outcome: first };
    }
    await setTimeout(LOOK_EVERY_MS);
  }
  // What another browser brings is used up.
  await deleteSignInAttempt(db, key.stateHash, { isTaken: false });
  return undefined;
}

const keyOf = (browserSecret: string) => hashToken(`response of a sign-in ${browserSecret}`);

const seal = (response: Outcome, browserSecret: string): Promise<string> =>
  new CompactEncrypt(Buffer.from(JSON.stringify(response)))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .encrypt(keyOf(browserSecret));

async function open(sealed: string, browserSecret: string): Promise<Outcome> {
  const { plaintext } = await compactDecrypt(sealed, keyOf(browserSecret));
  return outcome.parse(JSON.parse(Buffer.from(plaintext).toString()));
}

async function isOpenToken(
  { db, now, sessionTokens }: Pick<Deps, 'db' | 'now' | 'sessionTokens'>,
  token: string,
): Promise<boolean> {
  const opened = await sessionTokens.open(token);
  return opened !== undefined && (await isSessionOpen(db, opened.sessionId, now()));
}

type Return = { state: string; code: string; serverBase: string; answerIssuer?: string };

/** Asks the provider who signed in. @throws ApiError as `verifyRedirect` of the identity service. */
export const verifyAttempt = async (
  { identity }: Pick<Deps, 'identity'>,
  { provider, verifier }: Attempt,
  given: Return,
): Promise<VerifiedIdentity> =>
  identity.verifyRedirect(provider, { ...given, verifier, nonce: nonceOf(verifier) });

/** A code for the page that opened the popup. Only that page has the verifier that exchanges the code for a session. */
export async function sealForOpener(
  { identity }: Pick<Deps, 'identity'>,
  verified: VerifiedIdentity,
  { codeChallenge }: Opener,
): Promise<string> {
  if (!identity.sealForOpener) throw new Error('Only the popup of the product server has an opener');
  return identity.sealForOpener(verified, codeChallenge);
}
