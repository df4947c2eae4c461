import type { RequestListener, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { provideInProcessFetch } from '@/lib/in-process';
import { fillDemo } from '@/server/cli/fill-demo';
import { loadEnv } from '@/server/env';
import { runProgram } from '@/server/cli/run-program';
import { requireMatchingBuild } from './build-stamp';
import { openPages } from './pages';
import { runProcess } from './process';

/** Requests that go to the product server without passing through Next.js. */
const productServerPath = /^\/(api|1|healthz|readyz)(?=[/?]|$)/;

const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  // The sign-in popup must be able to send a message to the page that opened it.
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  'x-frame-options': 'DENY',
} as const;

function setSecurityHeaders(res: ServerResponse): void {
  for (const [name, value] of Object.entries(securityHeaders)) res.setHeader(name, value);
}

/** The whole site, pages and product server, as one process on one port. */
await runProgram(async () => {
  const isDevelopment = process.argv.includes('--dev');
  const env = loadEnv();
  if (!isDevelopment) await requireMatchingBuild();
  const url = await runProcess({
    env,
    basePath: '/api',
    prepare: async (deps) => env.appEnv === 'demo' && (await fillDemo(deps)),
    async openFront(app, isDraining) {
      provideInProcessFetch(async (input, init) => app.fetch(new Request(input, init)));
      const pages = await openPages({ isDevelopment });
      const answer = getRequestListener(app.fetch);
      const listener: RequestListener = (req, res) => {
        setSecurityHeaders(res);
        if (isDraining()) res.setHeader('connection', 'close');
        if (productServerPath.test(req.url ?? '')) void answer(req, res);
        else pages.listener(req, res);
      };
      return { listener, attach: (server) => pages.attachUpgrade(server), close: () => pages.close() };
    },
  });
  console.log(`${env.siteName} is ready at ${url}`);
});
