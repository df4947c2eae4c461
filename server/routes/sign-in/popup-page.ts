import { html } from 'hono/html';

type Html = ReturnType<typeof html>;
type PageOptions = { assets: string; title: string; look: 'google' | 'github'; body: Html };

/** @param assets the URL of the folder of the style and the script. */
export const popupPage = ({ assets, title, look, body }: PageOptions) =>
  html`<!doctype html>
    <html lang="en">
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

/** The last page of a popup. */
export function popupEndPage(assets: string, result: PopupResult) {
  const isDone = 'code' in result;
  const script = html`<script
    src="${assets}/popup.js"
    data-origin="${result.origin}"
    data-state="${result.state}"
    ${isDone ? html`data-code="${result.code}"` : html`data-failure="${result.failure}"`}
  ></script>`;
  const body = html`<h1>${isDone ? 'You are signed in' : result.failure}</h1>
    <p>You can close this window.</p>
    ${script}`;
  return popupPage({ assets, title: isDone ? 'Signed in' : 'Not signed in', look: 'google', body });
}
