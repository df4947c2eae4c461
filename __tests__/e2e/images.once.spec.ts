import { cardsOn, expect, test } from './site';

const tile = `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="200"><rect width="320" height="200"/></svg>`;
const beingMade = '/images/being-made.svg';

test.beforeEach(async ({ page }) => {
  // The demo's products have generated tiles. The first product gets an uploaded image: in the HTML, and in its data.
  await page.route('/', async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    const body = html
      .replace(/\/api\/tiles\?[^"]+#0(?=")/, beingMade)
      .replace('"tagline":', `"imageURL":"${beingMade}","tagline":`);
    await route.fulfill({ response, body });
  });
});

test('an image that is still being processed is requested again until it is ready, then shown', async ({
  page,
}) => {
  const statuses: number[] = [];
  await page.route(beingMade, async (route) => {
    const status = statuses.length < 3 ? 423 : 200;
    statuses.push(status);
    await route.fulfill(
      status === 200 ? { status, contentType: 'image/svg+xml', body: tile } : { status, body: 'processing' },
    );
  });
  await page.goto('/');
  const image = cardsOn(page).first().locator('img');
  await expect(image).not.toHaveAttribute('src', beingMade);
  await expect(image).toHaveAttribute('src', beingMade);
  await expect
    .poll(() => image.evaluate((element) => element instanceof HTMLImageElement && element.naturalWidth))
    .toBe(320);
  expect(statuses.slice(0, 4)).toEqual([423, 423, 423, 200]);
});

test('an image that fails for another reason is not requested again, and a tile replaces it', async ({
  page,
}) => {
  let requests = 0;
  await page.route(beingMade, async (route) => {
    requests += 1;
    await route.fulfill({ status: 404, body: 'gone' });
  });
  await page.goto('/');
  const image = cardsOn(page).first().locator('img');
  await expect(image).toHaveAttribute('src', /^\/api\/tiles\//);
  await expect
    .poll(() => image.evaluate((element) => element instanceof HTMLImageElement && element.naturalWidth))
    .toBe(320);
  // One request for the image, and one for the reason of the failure. The wait proves that no other follows.
  await page.waitForTimeout(1_500);
  expect(requests).toBe(2);
});
