import { randomInt, randomUUID, timingSafeEqual } from 'node:crypto';
import { MINUTE_MS } from '@/lib/contract/plain/durations';
import { SIGN_IN_LIMITS } from '@/lib/contract/sign-in';
import { ApiError } from '@/server/base/errors';
import { hashToken, newToken } from '@/server/base/token';
import { recipientKey } from '@/server/commands/count-email';
import { sendsEmails } from '@/server/commands/mail-member';
import type { Deps } from '@/server/deps';
import { requireWayReleased } from './admin-exemption';
import type { VerifiedIdentity } from '@/server/identity/identity';
import { foldASCII, nameOf } from '@/server/identity/identity-provider';
import { countSignInCodeAttempt, deleteSignInCode, upsertSignInCode } from '@/server/queries/account/sign-in';
import { say, t, type Text, text } from '@/lib/texts/texts';

/** The issuer of identities that are email addresses. */
export const EMAIL_ISSUER = 'email';

/** The secret is of the browser alone, so the stored hash of a code of six digits cannot be tried out. */
const hashOf = (code: string, browserSecret: string) => hashToken(`${browserSecret} ${code}`);

/**
 * Sends a code to an address, for the browser that asks. Does the same for every address: whether an account has the address
 * is looked at when its owner has shown the code. While moderators have stopped this way, only admins get codes.
 *
 * @param linkSecret of a member who adds the address to an account: only the session knows it.
 *
 * @returns the secret to store in the browser.
 * @throws ApiError `forbidden` on a site without this way, `rate_limited`, `bad_request` when the mail server refuses the address,
 *   `unavailable` when it fails or moderators have stopped this way.
 */
export async function sendEmailCode(
  {
    brakes,
    db,
    env,
    logger,
    mail,
    now,
    rateLimits,
  }: Pick<Deps, 'brakes' | 'db' | 'env' | 'logger' | 'mail' | 'now' | 'rateLimits'>,
  email: string,
  linkSecret?: string,
): Promise<string> {
  if (!offersEmailCodes(env))
    throw new ApiError('forbidden', text('emailCode.notOffered', "This site doesn't sign in by email."));
  await requireWayReleased({ brakes, db, env }, 'no-email-codes', identityOf(email));
  const key = recipientKey(email);
  const counted = await rateLimits.count([
    { limit: 'emailCodeByRecipient', key },
    { limit: 'emailCodeByRecipientPerDay', key },
  ]);
  const code = String(randomInt(10 ** SIGN_IN_LIMITS.emailCodeDigits)).padStart(
    SIGN_IN_LIMITS.emailCodeDigits,
    '0',
  );
  const browserSecret = linkSecret ?? newToken();
  const browserHash = hashToken(browserSecret);
  const codeHash = hashOf(code, browserSecret);
  await upsertSignInCode(db, {
    ...{ browserHash, email, codeHash, attemptCount: 0 },
    expiresAt: new Date(now().getTime() + SIGN_IN_LIMITS.emailCodeMinutes * MINUTE_MS),
  });
  try {
    await mail.send({ id: randomUUID(), to: email, ...messageOf(code, { links: linkSecret !== undefined }) });
  } catch (error) {
    const factOf = (name: string): unknown => Reflect.get(Object(error), name);
    logger.warn({ code: factOf('code') }, 'A sign-in code could not be sent.');
    // Or it could be guessed, without an email that warns the owner of the address.
    await deleteSignInCode(db, browserHash, codeHash);
    const isBeforeRecipient = factOf('isBeforeRecipient') === true;
    const isRefused = !isBeforeRecipient && typeof factOf('responseCode') === 'number';
    const failure = notSent(isRefused ? 'bad_request' : 'unavailable');
    // A code counts that the recipient may have got, or that was refused because of the recipient.
    if (isBeforeRecipient) counted.fail(failure);
    throw failure;
  }
  return browserSecret;
}

function notSent(code: 'bad_request' | 'unavailable'): ApiError {
  const sentence = text(
    'emailCode.notSent',
    "We couldn't send the email. Please check the address, or try again in a minute.",
  );
  return new ApiError(code, sentence, code === 'bad_request' ? { fields: { email: say(sentence) } } : {});
}

function messageOf(code: string, { links }: { links: boolean }): { subject: string; text: string } {
  return {
    subject: t('mail.emailCode.subject', '{code} is your code for {siteName}', { code }),
    text: [
      links
        ? t('mail.emailCode.link', 'Your code to add this address to your account on {siteName}: {code}', {
            code,
          })
        : t('mail.emailCode.code', 'Your code to sign in to {siteName}: {code}', { code }),
      t(
        'mail.emailCode.where',
        'Enter it on the page that asked for it. It works for {minutes} minutes, in that browser only.',
        { minutes: SIGN_IN_LIMITS.emailCodeMinutes },
      ),
      t(
        'mail.emailCode.notYou',
        "If you didn't ask for it, ignore this email, and tell the code to no one. Without it, nobody can sign in with your address.",
      ),
    ].join('\n\n'),
  };
}

/** Whether people can sign in with a code by email. */
export const offersEmailCodes = (env: Deps['env']): boolean => env.signsInByEmail && sendsEmails(env);

/**
 * Takes the code of a browser: once, and each attempt counts before it is compared.
 *
 * @throws ApiError `unauthenticated` for a wrong code, with `fields.code`, and without a code that is still valid.
 */
export async function redeemEmailCode(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { code, browserSecret }: { code: string; browserSecret: string },
): Promise<VerifiedIdentity> {
  const browserHash = hashToken(browserSecret);
  const row = await countSignInCodeAttempt(db, browserHash, {
    attemptsMax: SIGN_IN_LIMITS.emailCodeAttemptsMax,
    now: now(),
  });
  if (!row)
    throw refused(text('emailCode.over', 'This code is no longer valid. Please ask for another one.'));
  const given = hashOf(code.replace(/[\s-]/g, ''), browserSecret);
  if (!timingSafeEqual(given, row.codeHash)) {
    const left = SIGN_IN_LIMITS.emailCodeAttemptsMax - row.attemptCount;
    throw refused(
      left > 0
        ? text('emailCode.wrong', "This isn't the code of the last email. Please check it.")
        : text('emailCode.wrongTooOften', "This isn't the code either. Please ask for another one."),
    );
  }
  if (!(await deleteSignInCode(db, browserHash, row.codeHash)))
    throw refused(text('emailCode.over', 'This code is no longer valid. Please ask for another one.'));
  return identityOf(row.email);
}

/** The identity of the owner of an address. */
const identityOf = (email: string): VerifiedIdentity => ({
  ...{ issuer: EMAIL_ISSUER, subject: foldASCII(email), provider: 'email' },
  ...{ email, isEmailVerified: true },
  // Not made of the address, which stays private.
  name: nameOf(null),
});

const refused = (sentence: Text) =>
  new ApiError('unauthenticated', sentence, { fields: { code: say(sentence) } });
