import type { Page } from 'playwright/test';
import { cardsOn, expect, test, visit } from './site';

const SCREENS = [
  { width: 1280, height: 800, rowsMin: 8 },
  { width: 1600, height: 1000, rowsMin: 10 },
  { width: 390, height: 844, rowsMin: 6 },
] as const;

/** How many rows have their whole name and tagline in view, with nothing in front of them. */
const countReadableRows = (page: Page) =>
  page.evaluate(
    () =>
      [...document.querySelectorAll('main .row')].filter((row) =>
        [...row.querySelectorAll('.row-name, .row-tagline')].every((text) => {
          const { left, top, bottom } = text.getBoundingClientRect();
          return [top + 1, bottom - 1].every(
            (y) => document.elementFromPoint(left + 4, y)?.closest('.row') === row,
          );
        }),
      ).length,
  );

for (const { width, height, rowsMin } of SCREENS) {
  test(`a window of ${width} × ${height} shows the names and taglines of ${rowsMin} products`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await visit(page, '/');
    expect(await countReadableRows(page)).toBeGreaterThanOrEqual(rowsMin);
  });
}

test('rows on a large screen are 76 px high', async ({ page }) => {
  await visit(page, '/');
  const heights = await cardsOn(page).evaluateAll((rows) =>
    rows.map((row) => row.getBoundingClientRect().height),
  );
  expect(new Set(heights)).toEqual(new Set([76]));
});

/** The texts of elements that are wider or higher than what is shown of them. */
const cutTexts = (page: Page, selector: string) =>
  page
    .locator(selector)
    .evaluateAll((elements) =>
      elements
        .filter(
          ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
            scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1,
        )
        .map(({ textContent }) => textContent),
    );

test('phones cut no tagline', async ({ page }) => {
  await visit(page, '/');
  for (const width of [320, 360, 390, 430, 600]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await cutTexts(page, '.row-tagline'), `${width} px`).toEqual([]);
  }
});

test('no width from 320 to 1600 px cuts the label of the link to the website', async ({ page }) => {
  const path = '/tool/webaim-contrast-checker';
  // In a frame, whose width changes at once. The product's page forbids frames, so its headers are left out.
  await page.context().route(`**${path}`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ contentType: 'text/html', body: await response.body() });
  });
  await page
    .context()
    .route('**/frame', (route) =>
      route.fulfill({ contentType: 'text/html', body: `<iframe src="${path}" height="800"></iframe>` }),
    );
  await page.goto('/frame');
  await page.frameLocator('iframe').locator('.visit').waitFor();

  const cutAt = await page.evaluate(() => {
    const frame = document.querySelector('iframe');
    const inside = frame?.contentWindow;
    const link = inside?.document.querySelector('.visit > a');
    const label = link?.querySelector('span');
    if (!frame || !inside || !link || !label) throw new Error('There is no link to the website.');
    const widths = Array.from({ length: 1_600 - 320 + 1 }, (_, index) => 320 + index);
    return widths.filter((width) => {
      frame.width = String(width);
      const [outer, inner] = [link.getBoundingClientRect(), label.getBoundingClientRect()];
      const isWhole =
        label.scrollWidth <= label.clientWidth &&
        inner.left >= outer.left &&
        inner.right <= outer.right &&
        outer.left >= 0 &&
        outer.right <= width;
      return inside.innerWidth !== width || !isWhole;
    });
  });
  expect(cutAt).toEqual([]);
});

test.describe('at 200% zoom', () => {
  test.use({ viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 });

  test('the name and the tagline of a product are on the first screen', async ({ page }) => {
    await visit(page, '/tool/react');
    await expect(page.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 });
    await expect(page.locator('h1 + p')).toBeInViewport({ ratio: 1 });
  });
});
