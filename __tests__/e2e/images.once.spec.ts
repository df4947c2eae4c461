import { cardsOn, expect, test } from './site';

const marksOfList = /\/api\/marks\?of=/;
const ownTile = /^\/api\/tiles\//;
const widthOf = (element: Element) => (element instanceof HTMLImageElement ? element.naturalWidth : 0);

test('a product shows its tile while the marks of its list are processed, and then its mark', async ({
  page,
}) => {
  let isReady = false;
  await page
    .context()
    .route(marksOfList, (route) =>
      isReady ? route.continue() : route.fulfill({ status: 423, body: 'processing' }),
    );
  await page.clock.install();
  await page.goto('/');
  const image = cardsOn(page).first().locator('img');
  await expect(image).toHaveAttribute('src', ownTile);
  await expect.poll(() => image.evaluate(widthOf)).toBe(192);

  isReady = true;
  // The page asks again after 8 seconds or less.
  await page.clock.runFor(8_000);
  await expect(image).toHaveAttribute('src', /#m0$/);
  await expect.poll(() => image.evaluate(widthOf)).toBe(192);
});

test('marks that fail for another reason are not requested again, and tiles replace them', async ({
  page,
}) => {
  let requests = 0;
  await page.context().route(marksOfList, async (route) => {
    requests += 1;
    await route.fulfill({ status: 404, body: 'gone' });
  });
  await page.clock.install();
  await page.goto('/');
  const image = cardsOn(page).first().locator('img');
  await expect(image).toHaveAttribute('src', ownTile);
  await expect.poll(() => image.evaluate(widthOf)).toBe(192);
  await page.waitForLoadState('networkidle');
  const before = requests;
  // Proves that no other request follows.
  await page.clock.runFor(10_000);
  expect(requests).toBe(before);
});
