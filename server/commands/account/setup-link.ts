import type { Deps } from '@/server/deps';
import { ApiError } from '@/server/base/errors';
import { newToken } from '@/server/base/token';
import { logAction } from '@/server/commands/log-action';
import type { Viewer } from '@/server/policies/viewer';
import { lockSignUp } from '@/server/queries/account/identities';
import { updateFirstAdmin } from '@/server/queries/account/users';
import { deleteSetupNonce, deleteSetupNonces, hasAdmin, upsertSetupNonce } from '@/server/queries/setup';
import { text } from '@/lib/texts/texts';
import { insertMember, openSession } from './sign-in';

type SetupDeps = Pick<Deps, 'db' | 'env' | 'now' | 'setupLinks'>;

/**
 * The link with which somebody becomes the first admin, the same until the site has an admin. Undefined on a site with an admin,
 * where no former link works again once that admin has left.
 */
export async function findSetupLink({ db, env, now, setupLinks }: SetupDeps): Promise<string | undefined> {
  const nonce = await db.transaction(async (tx) => {
    await lockSignUp(tx);
    if (!(await hasAdmin(tx))) return upsertSetupNonce(tx, { nonce: newToken(), createdAt: now() });
    await deleteSetupNonces(tx);
    return undefined;
  });
  return nonce === undefined ? undefined : setupLinkOf({ env, setupLinks }, nonce);
}

/** The token is in the fragment, which browsers do not send. */
export const setupLinkOf = (
  { env, setupLinks }: { env: Pick<Deps['env'], 'siteURL'>; setupLinks: Deps['setupLinks'] },
  nonce: string,
): string => `${env.siteURL}/setup#${setupLinks.sign(nonce)}`;

/**
 * Makes the first admin of the site: the viewer, who keeps the own name, or a new account under a name. The link works once, and only while the
 * site has no admin.
 *
 * @returns the session token of a new account.
 * @throws ApiError `not_found` for a token that is not the one of the current link; `unauthenticated` without a viewer and a name.
 */
export async function redeemSetupLink(
  deps: SetupDeps & Pick<Deps, 'sessionTokens'>,
  { token, name }: { token: string; name?: string },
  { viewer, userAgent }: { viewer: Pick<Viewer, 'userId'> | undefined; userAgent: string | null },
): Promise<string | undefined> {
  const { env, now, setupLinks } = deps;
  const nonce = setupLinks.read(token);
  // Before the lock, which sign-ups wait for.
  if (nonce === undefined) throw unknownLink();
  return deps.db.transaction(async (db) => {
    await lockSignUp(db);
    if (!(await deleteSetupNonce(db, nonce))) throw unknownLink();
    const userId = viewer?.userId ?? (await insertAdmin({ db, env, now }, name));
    if (!(await updateFirstAdmin(db, userId))) throw unknownLink();
    await logAction(
      db,
      text('setup.logged', 'Setup link' /* who has appointed the first admin, in a log */),
      {
        action: 'user.role',
        subject: { memberId: userId },
        details: { to: 'admin' },
        createdAt: now(),
      },
    );
    return viewer ? undefined : (await openSession({ ...deps, db }, { userId, userAgent })).token;
  });
}

async function insertAdmin(
  deps: Pick<Deps, 'db' | 'env' | 'now'>,
  name: string | undefined,
): Promise<string> {
  // The session of the member has ended since the page was opened.
  if (name === undefined) throw new ApiError('unauthenticated', text('signIn.needed', 'Sign in to do this.'));
  return insertMember(deps, { name, email: null });
}

const unknownLink = () =>
  new ApiError(
    'not_found',
    text(
      'setup.unknownLink',
      'This link does not work: it was used already, it was not copied whole, or the site has an admin. While the site has no admin, the command “listgrove doctor” shows the link.',
    ),
  );
