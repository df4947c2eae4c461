import { html, raw } from 'hono/html';
import { POPUPS } from '@/lib/contract/sign-in';
import { t } from '@/lib/texts/texts';
import { rootAttributes } from '@/lib/texts/language';

type Html = ReturnType<typeof html>;
type PageOptions = { assets: string; title: string; look: 'google' | 'github'; body: Html };

/** @param assets the URL of the folder of the style and the script. */
export const popupPage = ({ assets, title, look, body }: PageOptions) =>
  html`<!doctype html>
    <html ${raw(rootAttributes())}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="stylesheet" href="${assets}/popup.css" />
      </head>
      <body class="${look}">
        <main>${body}</main>
      </body>
    </html>`;

/** What the page that opened the popup learns: a code, or the sentence of a failure. */
export type PopupResult = { origin: string; state: string } & ({ code: string } | { failure: string });

export function popupEndPage(assets: string, result: PopupResult) {
  const isDone = 'code' in result;
  const script = html`<script
    src="${assets}/popup.js"
    data-origin="${result.origin}"
    data-state="${result.state}"
    ${isDone ? html`data-code="${result.code}"` : html`data-failure="${result.failure}"`}
  ></script>`;
  const body = html`<h1>${isDone ? t('popup.signedIn', 'You are signed in') : result.failure}</h1>
    <p>${t('popup.close', 'You can close this window.')}</p>
    ${script}`;
  return popupPage({
    assets,
    title: isDone
      ? t('popup.signedInTitle', 'Signed in' /* the title of a window */)
      : t('popup.notSignedInTitle', 'Not signed in' /* the title of a window */),
    look: 'google',
    body,
  });
}

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
  background: #fff; color: inherit; font: inherit; text-align: start; cursor: pointer; }
button small { display: block; opacity: 0.75; font-size: 0.8rem; }
button:hover, button:focus-visible { border-color: #1a73e8; outline: 2px solid #1a73e8; outline-offset: 1px; }
.github button { background: #161b22; border-color: #30363d; }
.github button:hover, .github button:focus-visible { border-color: #58a6ff; outline-color: #58a6ff; }
details { margin-top: 0.75rem; }
summary { padding: 0.5rem 0; cursor: pointer; }
`;

/** Sends the result to the page that opened the popup. The browser delivers the message only to the named origin. */
export const popupScript = `
const { origin, state, code, failure } = document.currentScript.dataset;
if (window.opener) {
  window.opener.postMessage({ type: '${POPUPS.messageType}', state, code, failure }, origin);
  window.close();
}
`;
