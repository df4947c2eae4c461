import { waitFor } from '@testing-library/react';
import { FakeCache, urlOf } from '../../setup/fake-cache';

const { origin } = window.location;
let stored = new Map<string, FakeCache>();
function cacheOf(name: string): FakeCache {
  const cache = stored.get(name) ?? new FakeCache();
  stored.set(name, cache);
  return cache;
}
const paths = (name: string) => [...cacheOf(name).entries.keys()].map((url) => url.replace(origin, ''));
const [PAGES, FILES] = ['kept-pages-1', 'kept-files-1'];

/** What the network answers, by path. Absent paths: there is no network. */
let network: Record<string, () => Response | Promise<Response>> = {};
let asked: string[] = [];
let done: string[] = [];
const listeners = new Map<string, (event: Event) => void>();

function asBrowser(response: Response, isRedirected = false): Response {
  const clone = response.clone.bind(response);
  return Object.defineProperties(response, {
    type: { value: 'basic' },
    redirected: { value: isRedirected },
    clone: { value: () => asBrowser(clone(), isRedirected) },
  });
}
const page = (title: string, { control = 'public, max-age=60', main = '', status = 200 } = {}) =>
  asBrowser(
    new Response(
      `<html><head><title>${title} · Listgrove</title></head><body><main>${main}</main></body></html>`,
      {
        status,
        headers: { 'content-type': 'text/html', 'cache-control': control, etag: 'a', 'x-policy': 'strict' },
      },
    ),
  );

async function dispatch(type: string, properties: object = {}): Promise<Response | undefined> {
  const waits: Promise<unknown>[] = [];
  let answer: Promise<Response> | undefined;
  const event = Object.assign(new Event(type), properties, {
    waitUntil: (work: Promise<unknown>) => void waits.push(work),
    respondWith: (response: Promise<Response>) => (answer = response),
  });
  listeners.get(type)?.(event);
  const response = await answer;
  await Promise.all(waits);
  return response;
}
const request = (
  path: string,
  mode: string,
  { method = 'GET', preload }: { method?: string; preload?: Promise<Response> } = {},
) =>
  dispatch('fetch', {
    request: { url: new URL(path, origin).href, mode, method },
    preloadResponse: preload ?? Promise.resolve(undefined),
  });
const visit = (path: string) => request(path, 'navigate');

beforeAll(async () => {
  const add = window.addEventListener.bind(window);
  Object.assign(window, {
    addEventListener: (type: string, listener: (event: Event) => void) => listeners.set(type, listener),
    caches: {
      open: (name: string) => Promise.resolve(cacheOf(name)),
      keys: () => Promise.resolve([...stored.keys()]),
      delete: (name: string) => Promise.resolve(stored.delete(name)),
    },
    fetch: (of: string | { url: string }) => {
      const path = urlOf(of).replace(origin, '');
      asked.push(path);
      const answer = network[path];
      return answer ? Promise.resolve(answer()) : Promise.reject(new TypeError('No network'));
    },
    skipWaiting: () => Promise.resolve(void done.push('skipped')),
    clients: {
      claim: () => Promise.resolve(void done.push('claimed')),
      matchAll: () => Promise.resolve([{ url: `${origin}/tags#main` }, { url: `${origin}/account` }]),
    },
    registration: { navigationPreload: { enable: () => Promise.resolve(void done.push('preloading')) } },
  });
  await import('@/lib/offline/worker');
  window.addEventListener = add;
});
beforeEach(() => {
  stored = new Map();
  network = {};
  asked = [];
  done = [];
});

it('keeps the files of its notice when it is installed', async () => {
  const own = ['/offline.css', '/offline.js', '/icons.svg', '/favicon.ico'];
  network = Object.fromEntries(own.map((path) => [path, () => new Response('')]));
  await dispatch('install');
  expect(paths(FILES)).toEqual(own);
  expect(done).toEqual(['skipped']);
});

it('takes over from other versions, and keeps the pages that are open once it is active: navigations wait for that', async () => {
  for (const name of ['kept-pages-0', PAGES, FILES, 'of-others']) cacheOf(name);
  let answer: (response: Response) => void = () => undefined;
  network = { '/tags': () => new Promise<Response>((resolve) => (answer = resolve)) };
  await dispatch('activate');
  expect([...stored.keys()]).toEqual([PAGES, FILES, 'of-others']);
  expect(done).toEqual(['preloading', 'claimed']);
  answer(page('Tags'));
  await waitFor(() => expect(paths(PAGES)).toEqual(['/tags']));
  expect(asked).toEqual(['/tags']);
});

it('shows a page of the network, and without one the kept page with a notice', async () => {
  network = { '/tags': () => page('Tags', { main: '<img src="/api/tiles/1.svg">' }) };
  network['/api/tiles/1.svg'] = () => new Response('<svg/>');
  expect(await (await visit('/tags'))?.text()).not.toContain('offline-notice');
  expect(paths(FILES)).toEqual(['/api/tiles/1.svg']);
  network = {};

  const kept = await visit('/tags');
  expect(kept?.status).toBe(200);
  const text = await kept?.text();
  expect(text).toContain('Tags · Listgrove');
  expect(text).toMatch(/This page was saved on <time datetime="\d{4}-/);
  expect(kept?.headers.get('cache-control')).toBe('no-store');
  expect(kept?.headers.get('x-policy')).toBe('strict');
  expect(kept?.headers.get('etag')).toBeNull();
});

it('lists the kept pages, the last visited first, in place of a page that is not kept', async () => {
  expect(await (await visit('/new'))?.text()).not.toContain('You can read these');
  network = { '/tags': () => page('Tags'), '/top/week?after=1': () => page('Top & more') };
  await visit('/tags');
  await visit('/top/week?after=1');
  network = {};
  const answer = await visit('/new');
  expect(answer?.status).toBe(503);
  const text = (await answer?.text()) ?? '';
  expect(text).toContain('<h1 class="text-2xl font-extrabold sm:text-3xl">This page isn’t saved</h1>');
  expect(text).toContain(
    '<ul><li><a href="/top/week?after=1">Top &amp; more</a></li><li><a href="/tags">Tags</a></li></ul>',
  );
  expect(text).not.toContain('was saved on');
});

it('searches the kept pages', async () => {
  const data = {
    page: '/[noun]/[slug]',
    query: { slug: 'zed' },
    props: { slug: 'zed', name: 'Zed', tagline: 'A <b>' },
  };
  const main = `<script id="__NEXT_DATA__" type="application/json">${JSON.stringify({
    ...data,
    related: { slug: 'vim', name: 'Vim', tagline: 'A zed, too' },
  }).replaceAll('<', '\\u003c')}</script>`;
  network = { '/tool/zed': () => page('Zed', { main }) };
  await visit('/tool/zed');
  network = {};
  const text = (await (await visit('/search?q=zed'))?.text()) ?? '';
  expect(text).toContain('Saved results for “zed”');
  expect(text).toContain('value="zed"');
  expect(text).toContain('<p>From the pages that this browser has saved:</p>');
  expect(text).toContain(
    '<li><a href="/tool/zed">Zed</a>: A &lt;b&gt;</li><li><strong>Vim</strong>: A zed, too</li>',
  );
  expect(await (await visit('/search?q=none'))?.text()).toContain('No saved page has this.');
  const empty = await (await visit('/search'))?.text();
  expect(empty).toContain('Search saved pages');
  expect(empty).not.toContain('No saved page has this.');
});

it.each([
  ['for one member', () => page('A', { control: 'private' })],
  ['with an error', () => page('A', { status: 500 })],
  ['that is gone', () => page('A', { status: 410 })],
  ['that is missing', () => page('A', { status: 404 })],
  ['of another address', () => asBrowser(page('A'), true)],
  ['that is no page', () => asBrowser(new Response('', { headers: { 'cache-control': 'public' } }))],
])('keeps no answer %s', async (_, answer) => {
  network = { '/tags': answer };
  await visit('/tags');
  expect(paths(PAGES)).toEqual([]);
});

it.each(['/tags', '/account', '/api/user/login/google/callback?state=1', '/1/indexes'])(
  'sends a navigation to %s once: by the browser or by the worker',
  async (path) => {
    const preloaded = page('Preloaded');
    expect(await request(path, 'navigate', { preload: Promise.resolve(preloaded) })).toBe(preloaded);
    const lost = await request(path, 'navigate', { preload: Promise.reject(new TypeError('No network')) });
    expect([lost?.headers.get('cache-control'), asked]).toEqual(['no-store', []]);
    await visit(path);
    expect(asked).toEqual([path]);
  },
);

it('forgets a page once it is gone, and keeps no private page, call or what others send', async () => {
  network = { '/tags': () => page('Tags'), '/account': () => page('You'), '/api/docs': () => page('API') };
  await visit('/tags');
  await visit('/account');
  expect(await (await visit('/api/docs'))?.text()).toContain('API');
  expect(await request('/tags', 'navigate', { method: 'POST' })).toBeUndefined();
  expect(await request('https://other.example/tags', 'navigate')).toBeUndefined();
  expect(paths(PAGES)).toEqual(['/tags']);
  network = { '/tags': () => page('Tags', { status: 410 }) };
  await visit('/tags');
  expect(paths(PAGES)).toEqual([]);
});

it('keeps the page whose data a link asks for', async () => {
  network = { '/tags': () => page('Tags') };
  expect(await request('/_next/data/b1/tags.json', 'cors')).toBeUndefined();
  await request('/_next/data/b1/gone.json', 'cors');
  await request('/_next/data/b1/account/settings.json', 'cors');
  expect(paths(PAGES)).toEqual(['/tags']);
  expect(asked).toEqual(['/tags', '/gone']);
});

it('answers with a kept file only without a network, or when a new build no longer has the file', async () => {
  const file = '/l/pt-BR-01ab23cd/_next/static/chunks/a.js';
  await cacheOf(FILES).put(file, new Response('kept'));
  const read = async (path: string) => (await request(path, 'no-cors'))?.text();
  expect(await read(file)).toBe('kept');
  network = { [file]: () => new Response('gone', { status: 404 }) };
  expect(await read(file)).toBe('kept');
  network = { [file]: () => new Response('new'), '/icons.svg': () => new Response('none', { status: 404 }) };
  expect(await read(file)).toBe('new');
  expect(await read('/icons.svg')).toBe('none');
  expect((await request('/favicon.ico', 'no-cors'))?.type).toBe('error');
  expect(await request('/robots.txt', 'no-cors')).toBeUndefined();
});

it('keeps the 40 pages that were visited last, and the files that they show', async () => {
  const numbers = Array.from({ length: 41 }, (_, index) => index);
  network = Object.fromEntries(
    numbers.flatMap((number) => [
      [`/tag/${number}`, () => page('Tag', { main: `<img src="/api/tiles/${number}.svg">` })],
      [`/api/tiles/${number}.svg`, () => new Response('<svg/>')],
    ]),
  );
  await cacheOf(FILES).put('/offline.css', new Response(''));
  for (const number of numbers.slice(0, 40)) await visit(`/tag/${number}`);
  expect(paths(PAGES)).toHaveLength(40);
  await visit('/tag/0');
  await visit('/tag/40');
  expect(paths(PAGES)).toEqual([...numbers.slice(2, 40), 0, 40].map((number) => `/tag/${number}`));
  expect(paths(FILES)).not.toContain('/api/tiles/1.svg');
  expect(paths(FILES)).toHaveLength(41);
});
