import { setTimeout } from 'node:timers/promises';
import { CompactEncrypt, compactDecrypt } from 'jose';
import * as z from 'zod/mini';
import { SECOND_MS } from '@/lib/contract/plain/durations';
import { SIGN_IN_FAILURES, type SignInFailure } from '@/lib/contract/plain/sign-in-failure';
import { SIGN_IN_LIMITS, type ProviderId } from '@/lib/contract/sign-in';
import type { Deps } from '@/server/deps';
import type { VerifiedIdentity } from '@/server/identity/identity';
import { isSessionOpen } from '@/server/queries/account/sessions';
import {
  deleteSignInAttempt,
  findTakenAttempt,
  type Opener,
  takeSignInAttempt,
  updateAttemptResponse,
} from '@/server/queries/account/sign-in';
import { hashToken } from '@/server/base/token';
import { nonceOf } from './start-redirect';

type Attempt = NonNullable<Awaited<ReturnType<typeof takeSignInAttempt>>>;

/** What the callback of a sign-in tells the browser. */
const outcome = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('session'), token: z.string() }),
  /** For the page that opened the popup. */
  z.object({ kind: z.literal('code'), code: z.string() }),
  z.object({
    kind: z.literal('failure'),
    reason: z.custom<SignInFailure>((reason) => typeof reason === 'string' && reason in SIGN_IN_FAILURES),
  }),
]);
export type Outcome = z.infer<typeof outcome>;

/** What a browser brings back from the provider of its attempt. */
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

/** What the browser brings from the provider. */
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
