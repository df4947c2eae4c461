import { CALLS } from '@/lib/contract/calls';
import { createApp } from '@/server/app';
import { buildHiddenWorld } from '../setup/hidden-world';
import { noRateLimits } from '../setup/no-rate-limits';
import { type Asking, PUBLIC_ROUTES } from '../setup/public-routes';
import { setUpTestApp } from '../setup/test-app';

const api = setUpTestApp({}, { rateLimits: noRateLimits });

/** Routes that a path without a method, or any other method than GET, may be middleware of. */
const isRead = (method: string, path: string) =>
  method === 'GET' || (method === 'POST' && path.startsWith('/1/')) || (method === 'ALL' && path === '/mcp');

/** The routes of the product server, but for calls with a session. */
function listRoutes(): string[] {
  const { routes } = createApp(api.deps(), { basePath: '/api' });
  const rows = routes.flatMap(({ method, path }) => {
    const call = CALLS.find((each) => `/api${each.path}` === path && each.method.toUpperCase() === method);
    const isAsked = call
      ? call.access === 'anyone' && method === 'GET'
      : isRead(method, path) || method === 'POST';
    return isAsked ? `${method} ${path}` : [];
  });
  return [...new Set(rows)];
}

const ask = (asking: Asking, headers = {}) =>
  typeof asking === 'string'
    ? api.request('GET', asking, { headers })
    : api.request('POST', asking.path, {
        body: asking.body,
        headers: { ...headers, accept: 'application/json, text/event-stream' },
      });

/** Whether the response says that there is no such thing, in the way of its format. */
const isAbsence = ({ status, text }: { status: number; text: string }) =>
  status === 404 || status === 410 || text.includes('"nbHits":0') || text.includes('"isError":true');

/** What finds or lists the target of a merged tag in its place, without a word. */
const FOLLOWS = /^\/(?:1\/|mcp)/;

/** The page of a product that was removed says where else to go. */
const LEAD_ON = /alternativesTo=|\/alternatives$|list_alternatives/;

it('knows how each route shows each noun', () => {
  expect(listRoutes().sort()).toEqual(Object.keys(PUBLIC_ROUTES).sort());
});

it('shows what is not public in no format', async () => {
  const { hidden, secrets } = await buildHiddenWorld(api);
  const faults = new Array<string>();
  const pathOf = (asking: Asking) =>
    typeof asking === 'string' ? asking : `${asking.path} ${JSON.stringify(asking.body)}`;
  for (const [route, { lists = [], ...asks }] of Object.entries(PUBLIC_ROUTES)) {
    for (const asking of lists) {
      const { status, text, headers } = await ask(asking);
      const shown = text + (headers.get('location') ?? '');
      if (status >= 400) faults.push(`${pathOf(asking)} answers ${status}`);
      for (const secret of secrets)
        if (shown.includes(secret)) faults.push(`${pathOf(asking)} shows “${secret}”`);
    }
    for (const { noun, state, name, secrets: own, movedTo } of hidden) {
      for (const asking of asks[noun]?.(name) ?? []) {
        const about = `${route}: ${noun} ${state}, ${pathOf(asking)}`;
        const answer = await ask(asking);
        const isMoved =
          movedTo !== undefined &&
          (FOLLOWS.test(pathOf(asking)) ||
            answer.text.includes(movedTo) ||
            answer.headers.get('location')?.includes(movedTo));
        const isShared =
          noun === 'pair' || noun === 'claim' || (state === 'removed' && LEAD_ON.test(pathOf(asking)));
        if (!isShared && !isMoved && !isAbsence(answer)) faults.push(`${about} answers ${answer.status}`);
        const shown = answer.text.replaceAll(name, '');
        for (const secret of own) if (shown.includes(secret)) faults.push(`${about} shows “${secret}”`);
      }
    }
  }
  expect(faults).toEqual([]);
}, 300_000);
