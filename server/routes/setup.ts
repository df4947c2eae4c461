import { Hono } from 'hono';
import { findSetupCall, redeemSetupLinkCall, SETUP_STEPS, type SetupStep } from '@/lib/contract/setup';
import { offersEmailCodes } from '@/server/commands/account/email-codes';
import { redeemSetupLink } from '@/server/commands/account/setup-link';
import { sendsEmails } from '@/server/commands/mail-member';
import type { AppContext, AppEnv } from '@/server/context';
import { setSessionCookie } from '@/server/http/cookies';
import { endpoint } from '@/server/http/endpoint';
import { findMember, memberEndpoint } from '@/server/http/member-endpoint';
import { isLoopbackName } from '@/server/identity/identity-config';
import type { Viewer } from '@/server/policies/viewer';
import { hasWayToSignIn } from '@/server/queries/account/identities';
import { hasProducts } from '@/server/queries/setup';
import { t } from '@/lib/texts/texts';

export const setupRoutes = new Hono<AppEnv>();

endpoint(setupRoutes, redeemSetupLinkCall, async (c, { body }) => {
  const viewer = await findMember(c);
  const userAgent = c.req.header('user-agent') ?? null;
  const token = await redeemSetupLink(c.var.deps, body, { viewer, userAgent });
  if (token !== undefined) setSessionCookie(c, token);
  return {
    encrypted_token: token ?? '',
    message: t('setup.isAdmin', 'You are the admin of this site.'),
  };
});

memberEndpoint(setupRoutes, findSetupCall, async (c, { viewer }) => {
  const isDone = await doneSteps(c, viewer);
  return {
    siteURL: c.var.deps.env.siteURL,
    steps: SETUP_STEPS.map((name) => ({ name, isDone: isDone[name] })),
  };
});

async function doneSteps(
  { var: { deps } }: AppContext,
  viewer: Viewer,
): Promise<Readonly<Record<SetupStep, boolean>>> {
  const { db, env, settings } = deps;
  const isSet = (name: string) => Boolean(settings.source[name]?.trim() || settings.applied.stored[name]);
  return {
    account: await hasWayToSignIn(db, viewer.userId),
    name: isSet('NEXT_PUBLIC_SITE_NAME'),
    look: isSet('SITE_COLOR') || isSet('SITE_LOGO'),
    people: env.identity.kind !== 'none' || offersEmailCodes(env) || isSet('SIGN_UP'),
    mail: sendsEmails(env),
    products: await hasProducts(db),
    address: !isLoopbackName(new URL(env.siteURL).hostname),
  };
}
