import { html } from 'hono/html';
import * as z from 'zod/mini';
import { popupQuery, POPUPS, PROVIDER_NAMES } from '@/lib/contract/sign-in';
import {
  DEMO_MEMBERS,
  type DemoMember,
  isLocalAccount,
  issueLocalCode,
} from '@/server/identity/identity-local';
import { popupEndPage, popupPage, popupScript, popupStyles } from './popup';
import { Hono, type MiddlewareHandler } from 'hono';
import type { AppContext, AppEnv } from '@/server/context';
import { ApiError } from '@/server/base/errors';
import { isLocalRequest, serverBaseOf } from '@/server/http/local-request';
import { popupPolicy } from '@/server/http/security-headers';
import { callbackURL, urlWithParams } from '@/server/identity/identity-provider';
import { t, text } from '@/lib/texts/texts';

const shownMax = 6;

export function accountsPage(serverBase: string, query: z.infer<typeof popupQuery>) {
  const name = PROVIDER_NAMES[query.provider];
  const assets = serverBase + POPUPS.local;
  const title = t('demoSignIn.title', 'Sign in with {name}', { name });
  const more = t('demoSignIn.more', '{count} more' /* members */, {
    count: DEMO_MEMBERS.length - shownMax,
  });
  const body = html`
    <header><span aria-hidden="true">${name.slice(0, 1)}</span>${title}</header>
    <h1>${t('demoSignIn.choose', 'Choose an account')}</h1>
    <p>
      ${t(
        'demoSignIn.about',
        "These are the demo's own members, none of them a person. No password, and {name} is not asked.",
        { name },
      )}
    </p>
    <form method="post" action="${assets}">
      ${Object.entries(query).map(([key, value]) => html`<input type="hidden" name="${key}" value="${value}" />`)}
      ${accountList(DEMO_MEMBERS.slice(0, shownMax))}
      <details>
        <summary>${more}</summary>
        ${accountList(DEMO_MEMBERS.slice(shownMax))}
      </details>
    </form>
  `;
  return popupPage({
    assets,
    title: t('demoSignIn.pageTitle', 'Sign in with {name} – demo accounts', { name }),
    look: query.provider === 'github.com' ? 'github' : 'google',
    body,
  });
}

function describeAccount(email: string, role: DemoMember['role']): string {
  if (role === 'member') return email;
  return role === 'admin'
    ? t('demoSignIn.admin', '{email}, admin' /* an account of the demo */, { email })
    : t('demoSignIn.moderator', '{email}, moderator' /* an account of the demo */, { email });
}

const accountList = (members: readonly DemoMember[]) => html`
  <ul>
    ${members.map(
      ({ handle, name, email, role }) =>
        html`<li>
          <button name="account" value="${handle}">
            ${name} <small>${describeAccount(email, role)}</small>
          </button>
        </li>`,
    )}
  </ul>
`;

const localLoginChoice = z.extend(popupQuery, {
  account: z.string().check(z.refine(isLocalAccount)),
});

const onlyHere: MiddlewareHandler<AppEnv> = async (c, next) => {
  if (!isLocalRequest(c)) throw new ApiError('not_found', text('call.unknown', 'There is no such call.'));
  c.header('cache-control', 'private, no-store');
  // The form of the popup leads to one of these.
  const destinations = [new URL(serverBaseOf(c)).origin, ...c.var.deps.env.siteOrigins];
  c.header('content-security-policy', popupPolicy(destinations));
  // The opener may be another port of this machine, and must still be told.
  c.header('cross-origin-opener-policy', 'unsafe-none');
  await next();
};

/** The local identity provider: nowhere but on the machine that runs a development site or the demo. */
export const localLoginRoutes = new Hono<AppEnv>()
  .use(`${POPUPS.local}/*`, onlyHere)
  .get(`${POPUPS.local}/popup.css`, (c) => c.body(popupStyles, 200, { 'content-type': 'text/css' }))
  .get(`${POPUPS.local}/popup.js`, (c) => c.body(popupScript, 200, { 'content-type': 'text/javascript' }))
  .get(POPUPS.local, (c) => c.html(accountsPage(serverBaseOf(c), read(c, popupQuery, c.req.query()))))
  .post(POPUPS.local, async (c) => {
    const form = new URLSearchParams(await c.req.text());
    const choice = read(c, localLoginChoice, Object.fromEntries(form));
    const { provider, state, origin, account, code_challenge: codeChallenge } = choice;
    const code = await issueLocalCode(c.var.deps, { provider, account, codeChallenge });
    const base = serverBaseOf(c);
    if (origin !== undefined) return c.html(popupEndPage(base + POPUPS.local, { state, code, origin }));
    return c.redirect(urlWithParams(callbackURL(base, provider), { state, code }), 303);
  });

/** @throws ApiError `bad_request` for anything that a page of our own would not ask. */
function read<S extends typeof popupQuery>(c: AppContext, schema: S, given: unknown): z.output<S> {
  const parsed = schema.safeParse(given);
  const isOurs =
    parsed.success &&
    parsed.data.provider !== 'oidc' &&
    (parsed.data.origin === undefined || isOwnOrigin(c, parsed.data.origin));
  if (!isOurs)
    throw new ApiError(
      'bad_request',
      text('signIn.notStartedHere', 'This sign-in was not started from this site.'),
    );
  return parsed.data;
}

function isOwnOrigin(c: AppContext, origin: string): boolean {
  return c.var.deps.env.siteOrigins.includes(origin) || origin === `http://${c.req.header('host')}`;
}
