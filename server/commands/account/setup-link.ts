import type { Deps } from '@/server/deps';
import { ApiError } from '@/server/base/errors';
import { newToken } from '@/server/base/token';
import { logAction } from '@/server/commands/log-action';
import type { Viewer } from '@/server/policies/viewer';
import { lockSignUp } from '@/server/queries/account/identities';
import { updateFirstAdmin } from '@/server/queries/account/users';
import { deleteSetupNonce, hasAdmin, upsertSetupNonce } from '@/server/queries/setup';
import { text } from '@/lib/texts/texts';
import { insertMember, openSession } from './sign-in';

type SetupDeps = Pick<Deps, 'db' | 'env' | 'now' | 'setupLinks'>;

/** The link with which somebody becomes the first admin, the same until it is used. Undefined on a site with an admin. */
export async function findSetupLink({ db, env, now, setupLinks }: SetupDeps): Promise<string | undefined> {
  if (await hasAdmin(db)) return undefined;
  const nonce = await upsertSetupNonce(db, { nonce: newToken(), createdAt: now() });
  return setupLinkOf({ env, setupLinks }, nonce);
}

/** The token is in the fragment, which browsers do not send. */
export const setupLinkOf = (
  { env, setupLinks }: { env: Pick<Deps['env'], 'siteURL'>; setupLinks: Deps['setupLinks'] },
  nonce: string,
): string => `${env.siteURL}/setup#${setupLinks.sign(nonce)}`;

/**
 * Makes the first admin of the site: the viewer, or a new account under a name. The link works once, and only while the
 * site has no admin.
 *
 * @returns the session token of a new account.
 * @throws ApiError `not_found` for a token that is not the one of the current link.
 */
export async function redeemSetupLink(
  deps: SetupDeps & Pick<Deps, 'sessionTokens'>,
  { token, name }: { token: string; name: string },
  { viewer, userAgent }: { viewer: Pick<Viewer, 'userId'> | undefined; userAgent: string | null },
): Promise<string | undefined> {
  const { env, now, setupLinks } = deps;
  const nonce = setupLinks.read(token);
  // Before the lock, which sign-ups wait for.
  if (nonce === undefined) throw unknownLink();
  return deps.db.transaction(async (db) => {
    await lockSignUp(db);
    if (!(await deleteSetupNonce(db, nonce))) throw unknownLink();
    const userId = viewer?.userId ?? (await insertMember({ db, env, now }, { name, email: null }));
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

const unknownLink = () =>
  new ApiError(
    'not_found',
    text(
      'setup.unknownLink',
      'This link does not work: it was used already, it was not copied whole, or the site has an admin. While the site has no admin, the command “listgrove doctor” shows the link.',
    ),
  );
