import { cardsOn, expect, test, visit } from './site';
import { violationsOn } from './violations';

test('products are collected from a list by keyboard, kept in the browser, and compared', async ({
  page,
}) => {
  await visit(page, '/');
  const links = cardsOn(page).getByRole('heading').getByRole('link');
  await links.first().focus();
  await page.keyboard.press('c');
  await page.keyboard.press('j');
  await page.keyboard.press('c');
  const bar = page.getByRole('region', { name: 'Compare' });
  await expect(bar.getByRole('listitem')).toHaveCount(2);
  expect(await violationsOn(page)).toEqual([]);

  await page.reload();
  await expect(bar.getByRole('listitem')).toHaveCount(2);
  const compare = bar.getByRole('link', { name: 'Compare 2' });
  await compare.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/compare\/.+-vs-/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/ vs /);
  await expect(page.getByRole('table').getByRole('columnheader')).toHaveCount(2);

  await bar.getByRole('button', { name: 'Stop comparing' }).click();
  await expect(bar).toHaveCount(0);
  await page.reload();
  await expect(bar).toHaveCount(0);
});

test('other orders of the same products lead to one path', async ({ request }) => {
  const answer = await request.get('/compare/svelte-vs-react', { maxRedirects: 0 });
  expect([answer.status(), answer.headers().location]).toEqual([308, '/compare/react-vs-svelte']);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 320, height: 640 } });

  test('products are collected from a list, and the labels of four stay beside their values', async ({
    page,
  }) => {
    await visit(page, '/tag/frameworks');
    await page.getByRole('main').getByRole('link', { name: 'Compare' }).click();
    await page.getByRole('button', { name: 'Compare React', exact: true }).click();
    await page.getByRole('button', { name: 'Compare Svelte', exact: true }).click();
    const bar = page.getByRole('region', { name: 'Compare' });
    await expect(bar.getByRole('link', { name: 'Compare 2' })).toHaveAttribute(
      'href',
      '/compare/react-vs-svelte',
    );
    expect(await violationsOn(page)).toEqual([]);

    await visit(page, '/compare/angular-vs-react-vs-svelte-vs-vue-js');
    const table = page.getByRole('table');
    const labelX = async () => (await table.getByRole('rowheader', { name: 'Source code' }).boundingBox())?.x;
    const last = table.getByRole('columnheader', { name: 'Vue.js' });
    await expect(last).not.toBeInViewport();
    const before = await labelX();
    await last.scrollIntoViewIfNeeded();
    await expect(last).toBeInViewport();
    expect([before, await labelX()]).toEqual([16, 16]);
    expect(await violationsOn(page)).toEqual([]);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBe(320);
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the page of a product leads to a form, and the form to the comparison', async ({ page }) => {
    await page.goto('/tool/react');
    await page.getByRole('main').getByRole('link', { name: 'Compare React' }).click();
    await expect(page.getByLabel('Tool 1')).toHaveValue('React');
    await page.getByLabel('Tool 2').fill('qqxxqqxx');
    await page.getByRole('main').getByRole('button', { name: 'Compare' }).click();
    await expect(page.getByText("There's no tool called “qqxxqqxx” here.")).toBeVisible();
    await page.getByLabel('Tool 2').fill('Svelte');
    await page.getByRole('main').getByRole('button', { name: 'Compare' }).click();
    await expect(page).toHaveURL('/compare/react-vs-svelte');
    await expect(page.getByRole('table')).toBeVisible();
  });
});
