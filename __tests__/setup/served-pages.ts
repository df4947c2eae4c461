import { once } from 'node:events';
import {
  createServer,
  request as open,
  type IncomingMessage,
  type RequestListener,
  type Server,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import * as z from 'zod/mini';
import { PageCache } from '@/host/pages/page-cache';
import { createPageKeyReader } from '@/host/pages/page-key';
import { filterFieldsOf } from '@/server/fields/field';
import { renderPage } from '@/host/pages/render-page';
import { createRenderCounter } from '@/host/pages/render-queue';
import { createApp } from '@/server/app';
import { PublicChanges } from '@/server/http/public-changes';
import { ResponseCache } from '@/server/http/response-cache';
import { listPublicChanges } from '@/server/queries/public-changes';
import { facetFields } from './facet-fields';
import type { TestApp } from './signed-in-user';
import { cursorSigner } from './test-app';
import type { FilterField } from '@/lib/contract/plain/filters';

/** By which the lists of the test's site can be filtered. */
const FILTER_FIELDS: readonly FilterField[] = [
  {
    key: 'price',
    label: 'Price',
    filter: { kind: 'choices', choices: ['free', 'paid'].map((value) => ({ value, label: value })) },
  },
  { key: 'license', label: 'License', filter: { kind: 'texts' }, readText: (text) => text.toUpperCase() },
  { key: 'weights', label: 'Weights', filter: { kind: 'range', of: 'number' } },
];

const movedAnswer = z.object({ fields: z.optional(z.object({ movedTo: z.optional(z.string()) })) });

/** The call of the API that a page here is made from, instead of the React components that Next.js renders. */
const callOf: Record<string, (name: string, query: string) => string> = {
  '': (_name, query) => `/products?limit=2&${query}`,
  new: (_name, query) => `/products?limit=2&sort=new&${query}`,
  tool: (slug) => `/products/${slug}`,
  u: (handle) => `/users/${handle}`,
  tags: () => '/tags',
};

/**
 * Serves pages through a page cache that learns of changes from the database alone, as in a second process. The cache
 * is empty before each test.
 */
export function setUpServedPages(api: TestApp, { bytesMax = 8 * 1024 * 1024 } = {}) {
  let server: Server;
  let changes: PublicChanges;
  const site = {
    /** The targets that were rendered, in order. */
    rendered: new Array<string>(),
    /** The headers of the requests that reached a page. */
    seenHeaders: new Array<unknown>(),
    isDatabaseAway: false,
    /** Pages are rendered when this is fulfilled. */
    gate: Promise.resolve(),
    send,
    textOf: async (path: string) => (await send(path)).body.toString(),
    /** Tells the cache of every change that was committed before the call. Else, a slow reading makes a page old later. */
    learnChanges: () => changes.catchUp(),
  };

  beforeEach(async () => {
    Object.assign(site, { rendered: [], seenHeaders: [], isDatabaseAway: false, gate: Promise.resolve() });
    changes = new PublicChanges((since) =>
      site.isDatabaseAway ? Promise.reject(new Error('away')) : listPublicChanges(api.db, since),
    );
    const app = createApp(
      { ...api.deps(), publicChanges: changes, responseCache: new ResponseCache(changes) },
      { basePath: '/api' },
    );
    async function answer(target: string): Promise<Response> {
      await site.gate;
      if (site.isDatabaseAway) return new Response('away', { status: 503 });
      const { pathname, searchParams } = new URL(target, 'http://localhost');
      const [, first = '', second = ''] = pathname.split('/');
      return app.request(`/api${callOf[first]?.(second, searchParams.toString()) ?? '/no-such-call'}`);
    }
    const render: RequestListener = (req, res) => {
      const { url = '', headers } = req;
      site.rendered.push(url);
      site.seenHeaders.push(headers);
      void answer(url).then(async (response) => {
        res.statusCode = response.status;
        if (response.ok) res.setHeader('cache-control', 'public, max-age=0, s-maxage=1');
        res.setHeader('content-type', 'text/html; charset=utf-8');
        res.end(await response.text());
      });
    };
    const cache = new PageCache({
      readKey: createPageKeyReader({
        buildId: 'b1',
        noun: () => 'tool',
        isMissing: (path) => path === '/no-such-page' || path.startsWith('/old/'),
        checkCursor: (cursor) => cursorSigner.check(cursor),
        filterFields: [
          ...FILTER_FIELDS,
          ...filterFieldsOf(facetFields).filter(
            ({ key }) => key !== 'price' && key !== 'license' && key !== 'weights',
          ),
        ],
      }),
      render: (target) => renderPage(render, target),
      countRender: createRenderCounter(
        { ...api.deps().env, trustedProxyHops: 1, unlimitedAddresses: ['127.0.0.1'] },
        api.deps().rateLimits,
      ),
      findMoved: async (path) => {
        if (site.isDatabaseAway) throw new Error('away');
        const response = await app.request(`/api/products/${encodeURIComponent(decodeURIComponent(path))}`);
        const { fields } = movedAnswer.parse(await response.json());
        return fields?.movedTo && `/tool/${fields.movedTo}`;
      },
      changes,
      begin: () => ({ requestId: 'r1', added: ['x-request-id', 'r1'] }),
      headers: new Map([['cache-control', 'private, no-store']]),
      bytesMax,
    });
    server = createServer((req, res) => {
      if (!cache.answer(req, res)) res.writeHead(418).end('Left to Next.js');
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    await changes.catchUp();
  });

  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  /** Sends a request for a path exactly as it is written. */
  async function send(path: string, headers: Record<string, string> = {}, method = 'GET') {
    const address: AddressInfo | string | null = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const sent = open({ host: '127.0.0.1', port, path, method, headers });
    sent.end();
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      sent.once('response', resolve).once('error', reject);
    });
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    await once(response, 'end');
    return { status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) };
  }

  return site;
}
