import { html } from 'hono/html';
import type * as z from 'zod/mini';
import { LOCAL_SIGN_IN, type localSignInQuery, PROVIDER_NAMES } from '@/lib/contract/sign-in';
import { DEMO_MEMBERS, type DemoMember } from '@/server/identity/demo-members';

/** How many accounts show before "more". */
const shownMax = 6;

export const popupStyles = `
:root { color-scheme: light; font: 15px/1.5 system-ui, sans-serif; }
body { margin: 0; background: #f1f3f4; color: #202124; }
main { max-width: 27rem; margin: 0 auto; padding: 1.5rem 1.25rem 2rem; }
header { display: flex; align-items: center; gap: 0.6rem; font-weight: 600; }
header span { display: inline-grid; place-items: center; width: 1.75rem; height: 1.75rem; border-radius: 50%; color: #fff; }
.google header span { background: #1a73e8; }
.github { background: #0d1117; color: #e6edf3; color-scheme: dark; }
.github header span { background: #6e7681; }
h1 { font-size: 1.35rem; font-weight: 500; margin: 1rem 0 0.25rem; }
p { margin: 0 0 1rem; opacity: 0.85; }
ul { list-style: none; margin: 0; padding: 0; }
li { margin: 0.35rem 0; }
button { width: 100%; min-height: 3rem; padding: 0.4rem 0.9rem; border: 1px solid #dadce0; border-radius: 8px;
  background: #fff; color: inherit; font: inherit; text-align: left; cursor: pointer; }
button small { display: block; opacity: 0.75; font-size: 0.8rem; }
button:hover, button:focus-visible { border-color: #1a73e8; outline: 2px solid #1a73e8; outline-offset: 1px; }
.github button { background: #161b22; border-color: #30363d; }
.github button:hover, .github button:focus-visible { border-color: #58a6ff; outline-color: #58a6ff; }
details { margin-top: 0.75rem; }
summary { padding: 0.5rem 0; cursor: pointer; }
`;

/** Tells the page that opened the popup, and nobody else: a browser delivers to the named origin alone. */
export const popupScript = `
const { origin, state, code } = document.currentScript.dataset;
if (window.opener) {
  window.opener.postMessage({ type: '${LOCAL_SIGN_IN.messageType}', state, code }, origin);
  window.close();
}
`;

export function accountsPage(serverBase: string, query: z.infer<typeof localSignInQuery>) {
  const name = PROVIDER_NAMES[query.provider];
  const body = html`
    <h1>Choose an account</h1>
    <p>These are the demo's own members, none of them a person. No password, and ${name} is not asked.</p>
    <form method="post" action="${serverBase + LOCAL_SIGN_IN.path}">
      ${Object.entries(query).map(([key, value]) => html`<input type="hidden" name="${key}" value="${value}" />`)}
      ${accountList(DEMO_MEMBERS.slice(0, shownMax))}
      <details>
        <summary>${DEMO_MEMBERS.length - shownMax} more</summary>
        ${accountList(DEMO_MEMBERS.slice(shownMax))}
      </details>
    </form>
  `;
  return page(
    serverBase,
    `Sign in with ${name}`,
    query.provider === 'google.com' ? 'google' : 'github',
    body,
  );
}

export function donePage(serverBase: string, message: { state: string; code: string; origin: string }) {
  const script = html`<script
    src="${serverBase + LOCAL_SIGN_IN.path}/popup.js"
    data-origin="${message.origin}"
    data-state="${message.state}"
    data-code="${message.code}"
  ></script>`;
  const body = html`<h1>You are signed in</h1>
    <p>You can close this window.</p>
    ${script}`;
  return page(serverBase, 'Signed in', 'google', body);
}

type Html = ReturnType<typeof html>;

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

const page = (serverBase: string, title: string, look: 'google' | 'github', body: Html) =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} – demo accounts</title>
        <link rel="stylesheet" href="${serverBase + LOCAL_SIGN_IN.path}/popup.css" />
      </head>
      <body class="${look}">
        <main>
          <header><span aria-hidden="true">${title.slice(13, 14) || '✓'}</span>${title}</header>
          ${body}
        </main>
      </body>
    </html>`;
