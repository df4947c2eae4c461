import { createServer, request as open, type Server } from 'node:http';
import { demo, navigationSite } from './addresses';
import { expect, test, visitAgain } from './site';

// The demo's accounts sign in on this machine only: what came through a proxy is refused.
test.use({ baseURL: navigationSite.url, extraHTTPHeaders: {} });

/** Between the browser and the demo: counts the requests for each address. */
const counts = new Map<string, number>();
let server: Server;

test.beforeAll(async () => {
  server = createServer((req, res) => {
    const url = req.url ?? '/';
    counts.set(url, (counts.get(url) ?? 0) + 1);
    const forwarded = open(demo.url + url, { method: req.method, headers: req.headers }, (answer) => {
      res.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(res);
    });
    forwarded.on('error', () => res.destroy());
    req.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(navigationSite.port, '127.0.0.1', resolve));
});

test.afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const callback = '/api/user/login/google/callback?state=none&code=none';

test('each navigation of a second visit is one request', async ({ page }) => {
  await visitAgain(page, '/support');
  for (const path of [
    '/',
    '/tool/react',
    '/tool/react.md',
    '/search?q=react',
    '/account/settings',
    '/newsletter?token=none',
    '/no-such-page',
    '/feed.xml',
    '/api/products?limit=1',
    '/api/no-such-call',
    '/api/user/login/popup?provider=none',
    callback,
  ]) {
    counts.clear();
    await page.goto(path);
    await page.waitForLoadState();
    expect(counts.get(path), path).toBe(1);
  }
  // The callback led to a page, which is a navigation of its own.
  await expect(page).toHaveURL('/');
  expect(counts.get('/?loginFailure=expired')).toBe(1);
});
