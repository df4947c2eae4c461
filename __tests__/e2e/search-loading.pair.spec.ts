import type { Locator, Page } from 'playwright/test';
import { expect, hold, once, test, visit } from './site';

/** Every script that the page requests after it is interactive, including the code of the modal. */
const scripts = /\/_next\/static\/chunks\/.+\.js/;

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Search' });
const modalField = (page: Page) => dialog(page).getByRole('combobox', { name: 'Search' });
const headerField = (page: Page) => page.getByRole('banner').getByRole('searchbox', { name: 'Search tools' });

const openings = [
  { by: 'Ctrl+K', details: once, open: (page: Page) => page.keyboard.press('Control+k') },
  { by: 'Cmd+K', details: once, open: (page: Page) => page.keyboard.press('Meta+k') },
  { by: 'a slash', details: once, open: (page: Page) => page.keyboard.press('/') },
  {
    by: 'a click on the field or the button of the header',
    details: {},
    open: (page: Page, isLarge: boolean) =>
      isLarge
        ? headerField(page).click()
        : page.getByRole('banner').getByRole('button', { name: 'Search' }).click(),
  },
  {
    by: 'the Tab key',
    details: {},
    open: async (page: Page, isLarge: boolean) => {
      await page.getByRole('banner').getByRole('link', { name: 'Tags' }).focus();
      await page.keyboard.press('Tab');
      // On small screens the Tab key reaches the button, which Enter presses.
      if (!isLarge) await page.keyboard.press('Enter');
    },
  },
] as const;

const expectCaretAtEnd = async (page: Page) =>
  expect(
    await modalField(page).evaluate((field) =>
      field instanceof HTMLInputElement ? [field.selectionStart, field.selectionEnd] : [],
    ),
  ).toEqual(['typescript'.length, 'typescript'.length]);

for (const { by, details, open } of openings) {
  test(
    `text typed after ${by} is kept while the code of the modal loads`,
    details,
    async ({ page, isLarge }) => {
      const code = await hold(page, scripts, () => visit(page, '/'));
      await open(page, isLarge);
      // Not `fill`, and without waiting, as a person types.
      await page.keyboard.type('typesc');
      await expect(headerField(page)).toBeInViewport({ ratio: 1 });
      await expect(headerField(page)).toHaveValue('typesc');
      await expect(dialog(page)).toHaveCount(0);

      code.release();
      await page.keyboard.type('ript');
      await expect(modalField(page)).toBeFocused();
      await expect(modalField(page)).toHaveValue('typescript');
      await expectCaretAtEnd(page);
      await expect(dialog(page).getByRole('option').first()).toContainText('TypeScript');
    },
  );
}

test('every key typed while the modal opens is kept', once, async ({ page }) => {
  await visit(page, '/');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('typescript');
  await expect(modalField(page)).toHaveValue('typescript');
  await expectCaretAtEnd(page);
});

test('Enter opens the page of all results while the code of the modal loads', once, async ({ page }) => {
  const code = await hold(page, /\/_next\/static\/chunks\/(?!pages\/).+\.js/, () => visit(page, '/'));
  await page.keyboard.press('Control+k');
  await page.keyboard.type('typescript');
  await page.keyboard.press('Enter');
  await page.waitForURL('/search?q=typescript', { waitUntil: 'commit' });
  code.release();
  await expect(page.getByRole('main').getByRole('searchbox')).toHaveValue('typescript');
  await expect(dialog(page)).toHaveCount(0);
});

test('a search can be closed while the code of the modal loads', async ({ page, isLarge }) => {
  const code = await hold(page, scripts, () => visit(page, '/'));
  await page.keyboard.press('Control+k');
  await expect(headerField(page)).toBeFocused();
  if (isLarge) await page.keyboard.press('Escape');
  else await page.getByRole('banner').getByRole('button', { name: 'Close' }).click();
  if (!isLarge) await expect(headerField(page)).toBeHidden();

  const loaded = page.waitForEvent('requestfinished', (request) => scripts.test(request.url()));
  code.release();
  await loaded;
  await expect(dialog(page)).toHaveCount(0);
});

test('who goes on to Submit while the code of the modal loads keeps the focus and what was typed', async ({
  page,
  isLarge,
}) => {
  test.skip(!isLarge, 'Small screens have no field to pass by.');
  const code = await hold(page, scripts, () => visit(page, '/'));
  await headerField(page).focus();
  await page.keyboard.type('typescript');
  const submit = page.getByRole('banner').getByRole('button', { name: 'Submit' });
  for (let presses = 0; presses < 6 && !(await isFocused(submit)); presses += 1)
    await page.keyboard.press('Tab');
  await expect(submit).toBeFocused();

  const loaded = page.waitForEvent('requestfinished', (request) => scripts.test(request.url()));
  code.release();
  await loaded;
  await expect(dialog(page)).toHaveCount(0);
  await expect(submit).toBeFocused();
  await page.keyboard.press('Control+k');
  await expect(modalField(page)).toHaveValue('typescript');
  await page.keyboard.press('Escape');
  await expect(headerField(page)).toHaveValue('typescript');
});

const isFocused = (element: Locator) => element.evaluate((each) => each === document.activeElement);
