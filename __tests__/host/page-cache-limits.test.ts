import { BusyError, RenderQueue } from '@/host/pages/render-queue';
import { buildProduct } from '../setup/build';
import { setUpServedPages } from '../setup/served-pages';
import { setUpTestApp } from '../setup/test-app';
import { until } from '../setup/until';

const api = setUpTestApp();
const KB = 1024;
// An eighth, 50 KB, is for pages that anybody can ask for in any number. Each takes at least 2 KB.
const site = setUpServedPages(api, { bytesMax: 400 * KB });

it('keeps the pages that anybody can make up in a small part of the memory, the latest of them', async () => {
  await buildProduct(api.db, { slug: 'figgle' });
  await site.learnChanges();
  await site.send('/tool/figgle');
  const missing = Array.from({ length: 30 }, (_, index) => `/tool/missing-${index}`);
  for (const path of missing) await site.send(path);
  site.rendered = [];

  for (const path of ['/tool/figgle', '/tool/missing-29', '/tool/missing-20', '/tool/missing-0'])
    await site.send(path);
  expect(site.rendered).toEqual(['/tool/missing-0']);
});

describe('pages that no visitor has asked for lately', () => {
  const from = (address: string) => ({ 'x-forwarded-for': address });

  it('are rendered in turns for the addresses that ask, and keep no other page waiting', async () => {
    const queue = new RenderQueue();
    const rendered: string[] = [];
    let release = () => {};
    const gate = new Promise<void>((resolve) => (release = resolve));
    const render = (name: string, turn: { isUnknown: boolean; address?: string }) =>
      queue.run(turn, () => {
        rendered.push(name);
        return gate;
      });
    const a = { isUnknown: true, address: '192.0.2.1' };
    const b = { isUnknown: true, address: '192.0.2.2' };
    const renders = ['a1', 'a2', 'a3', 'a4', 'a5'].map((name) => render(name, a));
    renders.push(render('b1', b), render('b2', b), render('home', { isUnknown: false }));
    await until(() => rendered.includes('home'));
    expect(rendered).toEqual(['a1', 'a2', 'home']);
    release();
    await Promise.all(renders);
    expect(rendered).toEqual(['a1', 'a2', 'home', 'a3', 'b1', 'a4', 'b2', 'a5']);
  });

  it('have a place left for an address of which none waits', async () => {
    const queue = new RenderQueue();
    let release = () => {};
    const gate = new Promise<void>((resolve) => (release = resolve));
    const ask = (address: string) => queue.run({ isUnknown: true, address }, () => gate);
    const renders = Array.from({ length: 130 }, () => ask('192.0.2.1'));
    await expect(ask('192.0.2.1')).rejects.toThrow(BusyError);
    renders.push(ask('192.0.2.2'));
    await expect(ask('192.0.2.2')).rejects.toThrow(BusyError);
    release();
    await Promise.all(renders);
  });

  it('count apart for a page of another site that loads them', async () => {
    const { rateLimits } = api.deps();
    const image = { ...from('192.0.2.1'), 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image' };
    for (let count = 0; count < 60; count += 1)
      await rateLimits.count([{ limit: 'deepRenderByAddress', key: '192.0.2.1 for other sites' }]);
    expect((await site.send('/search?q=foreign', image)).status).toBe(429);
    // A browser of before 2023 says no more than this.
    const origin = { ...from('192.0.2.1'), origin: 'https://other.example' };
    expect((await site.send('/search?q=foreign', origin)).status).toBe(429);
    expect((await site.send('/search?q=own', from('192.0.2.1'))).status).toBe(404);
  });

  it.each([
    ['deepRenderByAddress', '/search?q=', 60, '5'],
    ['renderByAddress', '/tool/', 70, '60'],
  ] as const)(
    'are refused to an address by %s at %sx after %d, unless they are stored',
    async (limit, path, calls, seconds) => {
      const { rateLimits } = api.deps();
      await site.send(`${path}seen`);
      for (let count = 1; count < calls; count += 1) await rateLimits.count([{ limit, key: '192.0.2.1' }]);
      expect((await site.send(`${path}last`, from('192.0.2.1'))).status).toBe(404);
      const { status, headers, body } = await site.send(`${path}next`, from('192.0.2.1'));
      expect([status, headers['retry-after'], headers['cache-control'], body.toString()]).toEqual([
        429,
        seconds,
        'private, no-store',
        'Too many attempts. Try again in 1 minute.\n',
      ]);
      for (const other of [`${path}seen`, '/', '/no-such-page'])
        expect((await site.send(other, from('192.0.2.1'))).status).not.toBe(429);
      expect((await site.send(`${path}next`, from('192.0.2.2'))).status).toBe(404);
    },
  );

  it('wait until the process has time for them again, while others are rendered', async () => {
    const queue = new RenderQueue({ reserveMs: 20 });
    const rendered: string[] = [];
    const render = (name: string, isUnknown: boolean, busyMs = 0) =>
      queue.run({ isUnknown }, () => {
        for (const endMs = performance.now() + busyMs; performance.now() < endMs;);
        rendered.push(name);
        return Promise.resolve();
      });
    await render('costly', true, 200);
    await Promise.all([render('unknown', true), render('known', false)]);
    expect(rendered).toEqual(['costly', 'known', 'unknown']);
  });
});
