import { once } from 'node:events';
import { createServer } from 'node:http';
import { demo } from './addresses';
import { expect, test as base, toastsOn, visit } from './site';

/** The URL of another site, whose page shows badges, and cards in frames. */
const test = base.extend<{ otherURL: string }>({
  otherURL: async ({}, provide) => {
    const server = createServer((_, res) => res.setHeader('content-type', 'text/html').end(otherPage));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    await provide(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`);
    server.closeAllConnections();
    server.close();
  },
  knownOrigins: async ({ otherURL }, provide) => provide([otherURL]),
});

const widths = [200, 360, 600];
const frames = widths.map(
  (width) =>
    `<p><iframe src="${demo.url}/embed/tool/react" width="${width}" height="152" style="border:0"></iframe>`,
);
const badges = ['small', 'medium', 'large'].map(
  (size) => `<p><img src="${demo.url}/badge/tool/react.svg?size=${size}" alt="${size}">`,
);
const otherPage = `<!doctype html><title>Blog</title><link rel="icon" href="data:,">${badges.join('')}${frames.join('')}`;

test('the code of a badge is copied by keyboard', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await visit(page, '/tool/react');
  const summary = page.locator('summary').filter({ hasText: 'Badge' });
  await summary.focus();
  await page.keyboard.press('Enter');
  const badge = page.getByRole('img', { name: /^Featured on/ });
  await expect.poll(() => badge.evaluate((image: HTMLImageElement) => image.naturalHeight)).toBe(36);
  await page.getByRole('button', { name: 'Copy Markdown' }).focus();
  await page.keyboard.press('Enter');
  await expect(toastsOn(page)).toContainText('Markdown copied.');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain('/badge/tool/react.svg)](');
  await expect(page.getByText(copied)).toBeVisible();
  await expect(page.locator('link[type="application/json+oembed"]')).toHaveAttribute(
    'href',
    /\/oembed\?url=http.+%2Ftool%2Freact$/,
  );
});

test('another site shows the badge and the card, which leads to the page of the product', async ({
  page,
  otherURL,
}) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto(otherURL);
    for (const [index, width] of widths.entries()) {
      const card = page.locator('iframe').nth(index).contentFrame().getByRole('link', { name: /React/ });
      await expect(card).toBeVisible();
      const box = await card.boundingBox();
      expect([box?.width, box?.height]).toEqual([width, 152]);
    }
    for (const image of await page.getByRole('img').all())
      expect(await image.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBeGreaterThan(100);
    if (process.env.SHOTS)
      await page.screenshot({ path: `${process.env.SHOTS}/other-${colorScheme}.png`, fullPage: true });
  }
  const opened = page.waitForEvent('popup');
  await page.locator('iframe').last().contentFrame().getByRole('link').click();
  await expect(await opened).toHaveURL(`${demo.url}/tool/react`);
});
