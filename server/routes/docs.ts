import { html } from 'hono/html';
import { Hono } from 'hono';
import { CALLS } from '@/lib/contract/calls';
import { type Call, failuresOf, nothing } from '@/lib/contract/call';
import type { AppEnv } from '@/server/context';
import { DOCS_POLICY } from '@/server/http/security-headers';
import {
  presentInputSchema,
  presentOpenAPI,
  presentOutputSchema,
  presentRateLimits,
} from '@/server/presenters/openapi';

const headers = { 'cache-control': 'public, max-age=300' };

/** The colors and sizes of styles/tokens.css, in the theme of the system: the page has no scripts. */
const stylesheet = `
:root {
  color-scheme: dark light;
  --ground: light-dark(#fbfbf9, #0b0d10);
  --surface: light-dark(#ffffff, #12151a);
  --line: light-dark(rgb(20 23 28 / 0.08), rgb(255 255 255 / 0.09));
  --ink: light-dark(#14171c, #e9ecf1);
  --muted: light-dark(#59616e, #9aa3b2);
  --accent: light-dark(#3f6b00, #c8f04b);
  background: var(--ground);
  color: var(--ink);
  font: 0.9375rem/1.5rem figtree, system-ui, sans-serif;
}
body { margin: 0; }
header, main { margin: 0 auto; max-width: 67rem; padding: 0 1.5rem; }
header { align-items: center; display: flex; gap: 0.5rem; height: 3.5rem; }
header a { color: inherit; font-size: 1.0625rem; font-weight: 800; text-decoration: none; }
main { padding-block: 1.5rem 4rem; }
h1 { font-size: 1.875rem; line-height: 2.25rem; margin: 0 0 1rem; }
h2 { font-size: 1.0625rem; line-height: 1.5rem; margin: 0; overflow-wrap: anywhere; }
p { margin: 0.5rem 0 0; max-width: 42rem; }
a { color: var(--accent); text-underline-offset: 3px; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
section { background: var(--surface); border: 1px solid var(--line); border-radius: 12px; margin-top: 1rem; padding: 1rem 1.5rem; }
section > p:last-child { color: var(--muted); font-size: 0.8125rem; line-height: 1.25rem; }
summary { cursor: pointer; font-weight: 600; margin-top: 0.5rem; min-height: 1.5rem; }
code, pre { font: 0.8125rem/1.25rem ui-monospace, monospace; }
h2 code { font-size: inherit; }
pre { background: var(--ground); border: 1px solid var(--line); border-radius: 6px; margin: 0.5rem 0 0; overflow-x: auto; padding: 0.75rem 1rem; }
`;

/** The contract for programs (/openapi.json) and for people (/docs), both generated from the calls. */
export const docsRoutes = new Hono<AppEnv>()
  .get('/openapi.json', (c) => c.json(presentOpenAPI(CALLS, c.var.deps.env), 200, headers))
  .get('/docs.css', (c) => c.body(stylesheet, 200, { ...headers, 'content-type': 'text/css; charset=UTF-8' }))
  .get('/docs', (c) => {
    const { siteName, siteURL } = c.var.deps.env;
    const { info, servers } = presentOpenAPI(CALLS, c.var.deps.env);
    return c.html(
      html`<!doctype html>
        <html lang="en">
          <head>
            <meta charset="utf-8" />
            <meta name="viewport" content="width=device-width, initial-scale=1" />
            <title>${info.title}</title>
            <link rel="stylesheet" href="docs.css" />
          </head>
          <body>
            <header><a href="${siteURL}/">${siteName}</a></header>
            <main>
              <h1>${info.title}</h1>
              <p>${info.description}</p>
              <p>
                Base URL: <code>${servers[0]?.url}</code>. Machine-readable:
                <a href="openapi.json">openapi.json</a>.
              </p>
              <p>
                The whole directory as open data:
                <a href="${siteURL}/data/products.jsonl">products.jsonl</a>,
                <a href="${siteURL}/data/products.csv">products.csv</a>,
                <a href="${siteURL}/data/awesome.md">awesome.md</a>.
              </p>
              ${CALLS.map(callSection)}
            </main>
          </body>
        </html>`,
      200,
      { ...headers, 'content-security-policy': DOCS_POLICY },
    );
  });

const callSection = (call: Call) => html`
  <section>
    <h2><code>${call.method.toUpperCase()} ${call.path}</code></h2>
    <p>${call.summary}</p>
    ${call.query === nothing ? '' : schemaBlock('Query', presentInputSchema(call.query))}
    ${call.body === nothing ? '' : schemaBlock('Body', presentInputSchema(call.body))}
    ${schemaBlock('Response', presentOutputSchema(call.answer))}
    <p>Failures: ${failuresOf(call).join(', ')}.</p>
    <p>Rate limits: ${presentRateLimits(call).map(rateLimitWords).join('; ')}.</p>
  </section>
`;

const rateLimitWords = ({ calls, seconds, by }: ReturnType<typeof presentRateLimits>[number]) =>
  `${calls.toLocaleString('en')} calls in ${seconds.toLocaleString('en')} seconds per ${by === 'address' ? 'client address' : by}`;

const schemaBlock = (title: string, schema: object) =>
  html`<details>
    <summary>${title}</summary>
    <pre tabindex="0">${JSON.stringify(schema, null, 2)}</pre>
  </details>`;
