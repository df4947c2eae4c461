import { DAY_MS } from '@/lib/contract/plain/durations';
import { SIGN_IN_LIMITS, type ProviderId, POPUPS } from '@/lib/contract/sign-in';
import type { Role } from '@/lib/contract/user';
import { hashToken, newToken, pkceChallenge } from '@/server/base/token';
import type { Db } from '@/server/db/client';
import { deleteLocalCode, insertLocalCode } from '@/server/queries/account/sign-in';
import type { IdentityService, VerifiedIdentity } from './identity';
import { urlWithParams, invalidIdentity } from './identity-provider';
import { t } from '@/lib/texts/texts';

/** Demo accounts are older than the 24 hours after which upvotes count in the ranking. */
const accountAgeDays = 90;

type LocalDeps = { db: Db; now: () => Date };
type NewCode = { provider: ProviderId; account: string; codeChallenge: string };

export const isLocalAccount = (handle: string) => DEMO_MEMBERS.some((account) => account.handle === handle);

/** Issues a code that is valid once, for a minute, together with the verifier of the challenge. */
export async function issueLocalCode({ db, now }: LocalDeps, fresh: NewCode): Promise<string> {
  const code = newToken();
  const expiresAt = new Date(now().getTime() + SIGN_IN_LIMITS.localCodeSeconds * 1000);
  await insertLocalCode(db, { ...fresh, codeHash: hashToken(code), expiresAt });
  return code;
}

/** Replaces Firebase, Google and Github on a machine that only its own user can reach. */
export function createLocalIdentity(deps: LocalDeps): IdentityService {
  return {
    verifyPopup: ({ provider, idToken, providerToken }) =>
      redeem(deps, { provider, code: providerToken, verifier: idToken }),
    redirectURL: (provider, { state, codeChallenge, serverBase }) =>
      urlWithParams(serverBase + POPUPS.local, { provider, state, code_challenge: codeChallenge }),
    verifyRedirect: (provider, { code, verifier }) => redeem(deps, { provider, code, verifier }),
  };
}

async function redeem(
  { db, now }: LocalDeps,
  given: { provider: ProviderId; code: string; verifier: string },
): Promise<VerifiedIdentity> {
  const code = await deleteLocalCode(db, hashToken(given.code));
  if (!code || code.expiresAt <= now())
    throw invalidIdentity(t('signInFault.expiredCode', 'the code is unknown or has expired'));
  if (code.provider !== given.provider)
    throw invalidIdentity(t('signInFault.otherProvider', 'it was created by another provider'));
  if (code.codeChallenge !== pkceChallenge(given.verifier))
    throw invalidIdentity(t('signInFault.otherBrowser', 'the code was issued to another browser'));
  const member = DEMO_MEMBERS.find(({ handle }) => handle === code.account);
  if (!member) throw invalidIdentity(t('signInFault.noAccount', 'there is no such account'));
  return {
    issuer: LOCAL_ISSUER,
    subject: localSubject(given.provider, member.handle),
    provider: given.provider,
    email: member.email,
    isEmailVerified: true,
    name: member.name,
    accountCreatedAt: new Date(now().getTime() - accountAgeDays * DAY_MS),
  };
}

/**
 * The made-up members of the demo. Their email addresses end in `.invalid`, so no email is ever sent to them, and their
 * identities come from the issuer `local`.
 */
const firstNames = [
  'Ada', 'Bo', 'Chi', 'Dara', 'Edda', 'Femi', 'Gwen', 'Hana', 'Ines', 'Juno', 'Kofi', 'Lars', 'Mei', 'Nour', 'Odin', 'Pia',
  'Quim', 'Rana', 'Sol', 'Tove', 'Uma', 'Vik', 'Wren', 'Ximo', 'Yara', 'Zeno',
]; // prettier-ignore
const lastNames = ['Birch', 'Clover', 'Fern', 'Moss'];

/** Handles of the demo members who moderate, and who run the site. */
export const DEMO_MODERATOR = 'edda-birch';
export const DEMO_ADMIN = 'femi-birch';

export type DemoMember = { handle: string; name: string; email: string; role: Role };

/** 104 members: enough for the orders of lists to differ, few enough to fill quickly. */
export const DEMO_MEMBERS: readonly DemoMember[] = lastNames.flatMap((lastName) =>
  firstNames.map((firstName) => {
    const handle = `${firstName}-${lastName}`.toLowerCase();
    return {
      handle,
      name: `${firstName} ${lastName}`,
      email: `${handle}@demo.invalid`,
      role: roleOf(handle),
    };
  }),
);

function roleOf(handle: string): Role {
  if (handle === DEMO_ADMIN) return 'admin';
  return handle === DEMO_MODERATOR ? 'moderator' : 'member';
}

/** The issuer of demo accounts. No real provider has this name. */
export const LOCAL_ISSUER = 'local';

/** The subject of a demo account. Each demo member has an account at both providers, with the same email address. */
export const localSubject = (provider: ProviderId, handle: string) => `${provider}:${handle}`;
