import { html } from 'hono/html';
import { Hono } from 'hono';
import { CALLS } from '@/lib/contract/calls';
import { type Call, failuresOf, nothing, type Schema } from '@/lib/contract/call';
import type { AppEnv } from '@/server/context';
import { DOCS_POLICY } from '@/server/http/security-headers';
import {
  presentInputSchema,
  presentOpenAPI,
  presentOutputSchema,
  presentRateLimits,
} from '@/server/presenters/openapi';

const headers = { 'cache-control': 'public, max-age=300' };

const stylesheet = `
:root { color-scheme: dark light; font: 15px/1.6 system-ui, sans-serif; }
body { max-width: 60rem; margin: 0 auto; padding: 2rem 1rem; }
section { border-top: 1px solid GrayText; margin-top: 2rem; }
h2 { font-size: 1.1rem; }
code, pre { font: 13px/1.5 ui-monospace, monospace; }
pre { overflow-x: auto; border: 1px solid GrayText; border-radius: 6px; padding: 0.75rem; }
`;

/** The contract for programs (/openapi.json) and for people (/docs), both generated from the calls. */
export const docsRoutes = new Hono<AppEnv>()
  .get('/openapi.json', (c) => c.json(presentOpenAPI(CALLS, c.var.deps.env), 200, headers))
  .get('/docs.css', (c) => c.body(stylesheet, 200, { ...headers, 'content-type': 'text/css; charset=UTF-8' }))
  .get('/docs', (c) => {
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
            <main>
              <h1>${info.title}</h1>
              <p>${info.description}</p>
              <p>
                Base URL: <code>${servers[0]?.url}</code>. Machine-readable:
                <a href="openapi.json">openapi.json</a>.
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
    ${inputBlock('Query', call.query)} ${inputBlock('Body', call.body)}
    <h3>Response</h3>
    <pre>${JSON.stringify(presentOutputSchema(call.answer), null, 2)}</pre>
    <p>Rate limits: ${presentRateLimits(call).map(rateLimitWords).join('; ')}.</p>
    <p>Failures: ${failuresOf(call).join(', ')}.</p>
  </section>
`;

const rateLimitWords = ({ calls, seconds, by }: ReturnType<typeof presentRateLimits>[number]) =>
  `${calls.toLocaleString('en')} calls in ${seconds.toLocaleString('en')} seconds per ${by === 'address' ? 'client address' : by}`;

const inputBlock = (title: string, schema: Schema) =>
  schema === nothing
    ? ''
    : html`<h3>${title}</h3>
        <pre>${JSON.stringify(presentInputSchema(schema), null, 2)}</pre>`;
