import { Hono } from 'hono';
import {
  linkEmailCall,
  linkIdentityCall,
  listIdentitiesCall,
  sendIdentityCodeCall,
  unlinkIdentityCall,
} from '@/lib/contract/account';
import {
  addPasskeyCall,
  listPasskeysCall,
  removePasskeyCall,
  renamePasskeyCall,
  startPasskeyCall,
} from '@/lib/contract/passkey';
import { PROVIDER_NAMES } from '@/lib/contract/sign-in';
import { redeemEmailCode, sendEmailCode } from '@/server/commands/account/email-codes';
import { addPasskey, startPasskey } from '@/server/commands/account/passkeys';
import { linkIdentity } from '@/server/commands/account/sign-in';
import {
  passkeyMissing,
  removePasskey,
  requireRoomForEmail,
  unlinkIdentity,
} from '@/server/commands/account/ways-to-sign-in';
import type { AppContext, AppEnv } from '@/server/context';
import { requireReachableIdentity } from '@/server/http/local-request';
import { memberEndpoint, readAccessToken } from '@/server/http/member-endpoint';
import { presentIdentity, presentPasskey } from '@/server/presenters/people';
import { listIdentities } from '@/server/queries/account/identities';
import { listPasskeys, updatePasskeyName } from '@/server/queries/account/passkeys';
import { t } from '@/lib/texts/texts';

/** How the viewer signs in: identities at providers, email addresses and passkeys. */
export const waysToSignInRoutes = new Hono<AppEnv>();

memberEndpoint(waysToSignInRoutes, listIdentitiesCall, async (c, { viewer }) =>
  presentIdentities(c, viewer.userId),
);

memberEndpoint(waysToSignInRoutes, linkIdentityCall, async (c, { viewer, body }) => {
  requireReachableIdentity(c);
  const { identity } = c.var.deps;
  await linkIdentity(c.var.deps, viewer.userId, await identity.verifyPopup(body));
  const message = t('account.providerLinked', 'You can now sign in with {provider}.', {
    provider: PROVIDER_NAMES[body.provider],
  });
  return { ...(await presentIdentities(c, viewer.userId)), message };
});

memberEndpoint(waysToSignInRoutes, sendIdentityCodeCall, async (c, { viewer, body }) => {
  await requireRoomForEmail(c.var.deps, viewer.userId);
  await sendEmailCode(c.var.deps, body.email, linkSecretOf(c));
  return { message: t('emailCode.sent', 'We sent a code to {email}.', { email: body.email }) };
});

memberEndpoint(waysToSignInRoutes, linkEmailCall, async (c, { viewer, body }) => {
  const proven = await redeemEmailCode(c.var.deps, { code: body.code, browserSecret: linkSecretOf(c) });
  await linkIdentity(c.var.deps, viewer.userId, proven);
  const message = t('account.emailLinked', 'You can now sign in with a code that we send to {email}.', {
    email: proven.email ?? '',
  });
  return { ...(await presentIdentities(c, viewer.userId)), message };
});

memberEndpoint(waysToSignInRoutes, unlinkIdentityCall, async (c, { viewer, body }) => {
  const { provider, email } = await unlinkIdentity(c.var.deps, viewer.userId, body);
  const message =
    provider === 'email'
      ? t('account.emailUnlinked', '{email} no longer signs in to your account.', { email: email ?? '' })
      : t('account.providerUnlinked', '{provider} no longer signs in to your account.', {
          provider: PROVIDER_NAMES[provider],
        });
  return { ...(await presentIdentities(c, viewer.userId)), message };
});

memberEndpoint(waysToSignInRoutes, listPasskeysCall, async (c, { viewer }) =>
  presentPasskeys(c, viewer.userId),
);

memberEndpoint(waysToSignInRoutes, startPasskeyCall, async (c, { viewer }) => ({
  options: await startPasskey(c.var.deps, viewer),
}));

memberEndpoint(waysToSignInRoutes, addPasskeyCall, async (c, { viewer, body }) => {
  await addPasskey(c.var.deps, viewer, body);
  const message = t('account.passkeyAdded', 'You can now sign in with this passkey.');
  return { ...(await presentPasskeys(c, viewer.userId)), message };
});

memberEndpoint(waysToSignInRoutes, renamePasskeyCall, async (c, { viewer: { userId }, params, body }) => {
  const isRenamed = await updatePasskeyName(c.var.deps.db, { userId, id: params.id }, body.name);
  if (!isRenamed) throw passkeyMissing();
  return presentPasskeys(c, userId);
});

memberEndpoint(waysToSignInRoutes, removePasskeyCall, async (c, { viewer: { userId }, params }) => {
  await removePasskey(c.var.deps, { userId, id: params.id });
  const message = t(
    'account.passkeyRemoved',
    'This passkey no longer signs in to your account. You can also delete it from your device.',
  );
  return { ...(await presentPasskeys(c, userId)), message };
});

async function presentIdentities(c: AppContext, userId: string) {
  return { identities: (await listIdentities(c.var.deps.db, userId)).map(presentIdentity) };
}

async function presentPasskeys(c: AppContext, userId: string) {
  return { passkeys: (await listPasskeys(c.var.deps.db, userId)).map(presentPasskey) };
}

/** What ties a code to the session: its token, which the server does not store. */
const linkSecretOf = (c: AppContext) => `link ${readAccessToken(c) ?? ''}`;
