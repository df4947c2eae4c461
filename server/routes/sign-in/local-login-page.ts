import { html } from 'hono/html';
import type * as z from 'zod/mini';
import { PROVIDER_NAMES, POPUPS, type popupQuery } from '@/lib/contract/sign-in';
import { DEMO_MEMBERS, type DemoMember } from '@/server/identity/identity-local';
import { popupPage } from './popup-page';

/** How many accounts show before "more". */
const shownMax = 6;

export function accountsPage(serverBase: string, query: z.infer<typeof popupQuery>) {
  const name = PROVIDER_NAMES[query.provider];
  const assets = serverBase + POPUPS.local;
  const title = `Sign in with ${name}`;
  const body = html`
    <header><span aria-hidden="true">${name.slice(0, 1)}</span>${title}</header>
    <h1>Choose an account</h1>
    <p>These are the demo's own members, none of them a person. No password, and ${name} is not asked.</p>
    <form method="post" action="${assets}">
      ${Object.entries(query).map(([key, value]) => html`<input type="hidden" name="${key}" value="${value}" />`)}
      ${accountList(DEMO_MEMBERS.slice(0, shownMax))}
      <details>
        <summary>${DEMO_MEMBERS.length - shownMax} more</summary>
        ${accountList(DEMO_MEMBERS.slice(shownMax))}
      </details>
    </form>
  `;
  return popupPage({
    assets,
    title: `${title} – demo accounts`,
    look: query.provider === 'github.com' ? 'github' : 'google',
    body,
  });
}

const accountList = (members: readonly DemoMember[]) => html`
  <ul>
    ${members.map(
      ({ handle, name, email, role }) =>
        html`<li>
          <button name="account" value="${handle}">
            ${name} <small>${email}${role === 'member' ? '' : `, ${role}`}</small>
          </button>
        </li>`,
    )}
  </ul>
`;
