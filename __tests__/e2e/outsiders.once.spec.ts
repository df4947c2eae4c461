import { expect, scrollTo, test, visit, VISITOR_PAGES } from './site';

test('no page of a site without analytics loads anything from another origin', async ({ page, baseURL }) => {
  const origins = new Set<string>();
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith('http')) origins.add(origin);
  });
  for (const { path } of VISITOR_PAGES) {
    await visit(page, path);
    await scrollTo(page, 5_000);
    const scripts = await page
      .locator('script[src]')
      .evaluateAll((all) =>
        all.map((script) => (script instanceof HTMLScriptElement ? new URL(script.src).origin : '')),
      );
    expect(new Set(scripts)).toEqual(new Set([baseURL]));
    expect(await page.evaluate(() => 'dataLayer' in window)).toBe(false);
  }
  expect([...origins]).toEqual([baseURL]);
});

test('a visit sets no cookie', async ({ page, context }) => {
  await visit(page, '/');
  await visit(page, '/tool/react');
  expect(await context.cookies()).toEqual([]);
});
