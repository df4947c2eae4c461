import type { Page } from 'playwright/test';
import * as z from 'zod/mini';
import { productPage } from '@/lib/contract/product';
import { openSession } from './member';
import { cardsOn, expect, productPathsOn, test, visit } from './site';

const MINUTE_MS = 60_000;
const pageSize = 30;
const submitted = z.object({ product: z.object({ id: z.string() }) });

test('a link with a cursor leads to that page of the list, and Back brings what was loaded after it', async ({
  page,
}) => {
  const firstPage = productPage.parse(await (await page.request.get('/api/products?sort=top')).json());
  const path = `/top/all?after=${firstPage.nextCursor ?? ''}`;
  const secondPage = productPage.parse(
    await (await page.request.get(`/api/products?sort=top&after=${firstPage.nextCursor ?? ''}`)).json(),
  );

  await visit(page, path);
  await expect(cardsOn(page).first().locator('.row-rank')).toHaveText('31');
  expect(await productPathsOn(page)).toEqual(secondPage.products.map(({ slug }) => `/tool/${slug}`));

  await page.getByRole('button', { name: 'Load more' }).click();
  await expect(cardsOn(page)).toHaveCount(2 * pageSize);
  const link = cardsOn(page).nth(45).getByRole('heading').getByRole('link');
  const name = await link.innerText();
  await link.click();
  await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(path);
  await expect(cardsOn(page)).toHaveCount(2 * pageSize);
  await expect(link).toHaveText(name);
  await expect(link).toBeInViewport();
});

/** Adds a listed product with this tag, in the name of the demo's moderator. */
async function addProduct(page: Page, token: string, name: string, tag: string): Promise<void> {
  const headers = { accessToken: `Bearer ${token}` };
  const data = {
    url: `https://${name.toLowerCase().replaceAll(' ', '-')}.example`,
    name,
    tagline: 'Arrives while somebody reads the list',
    tags: [tag],
  };
  const answer = await page.request.post('/api/user/private/products', { headers, data });
  const { product } = submitted.parse(await answer.json());
  const approved = await page.request.post(`/api/moderation/products/${product.id}/approve`, { headers });
  expect(approved.status()).toBe(200);
}

test('a list offers what is new after a minute, does not move, and shows it on request', async ({
  page,
  baseURL,
}) => {
  const token = await openSession(baseURL ?? '', 'edda-birch');
  const tag = `Arrivals ${Date.now()}`;
  const names = [0, 1, 2, 3].map((index) => `${tag} ${index}`);
  const [first = '', ...later] = names;
  await addProduct(page, token, first, tag);
  // The page's minutes pass in a moment. Not Playwright's clock, which hides when the page is interactive.
  await page.addInitScript((minuteMs) => {
    const wait = window.setTimeout.bind(window);
    const faster = (run: () => void, ms = 0) => wait(run, ms === minuteMs ? 500 : ms);
    Object.assign(window, { setTimeout: faster });
  }, MINUTE_MS);
  await visit(page, `/new?tag=${tag.toLowerCase().replace(' ', '-')}`);
  await expect(cardsOn(page)).toHaveCount(1);
  const top = (await cardsOn(page).first().boundingBox())?.y;

  for (const name of later) await addProduct(page, token, name, tag);
  const offer = page.getByRole('status').getByRole('button', { name: '3 new' });
  await expect(offer).toBeInViewport({ ratio: 1 });
  await expect(cardsOn(page)).toHaveCount(1);
  expect((await cardsOn(page).first().boundingBox())?.y).toBe(top);

  await offer.click();
  await expect(cardsOn(page).getByRole('heading')).toHaveText(names.toReversed());
  await expect(offer).toHaveCount(0);
});
