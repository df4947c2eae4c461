import type { Locator, Page } from 'playwright/test';
import { signInAs, takeAccount } from './member';
import { firstInQueue } from './moderation-queue';
import { expect, test, visit } from './site';

test.describe.configure({ retries: 0 });

const CTRL = 2;
/** What the keys of these places write in other layouts. */
const LAYOUTS = {
  Russian: { KeyK: 'л', KeyJ: 'о', KeyR: 'к', KeyS: 'ы', KeyE: 'у', Slash: '.' },
  Greek: { KeyK: 'κ', KeyJ: 'ξ', KeyR: 'ρ', KeyS: 'σ', KeyE: 'ε', Slash: '/' },
  Hebrew: { KeyK: 'ל', KeyJ: 'ח', KeyR: 'ר', KeyS: 'ד', KeyE: 'ק', Slash: '.' },
  'Caps Lock': { KeyK: 'K', KeyJ: 'J', KeyR: 'R', KeyS: 'S', KeyE: 'E', Slash: '/' },
};
type Code = keyof (typeof LAYOUTS)['Russian'];

/** The keyboard and the input method of the system, as Chromium hears of them. */
async function inputOf(page: Page) {
  const session = await page.context().newCDPSession(page);
  const down = (key: string, code: string, windowsVirtualKeyCode: number, modifiers = 0) =>
    session.send('Input.dispatchKeyEvent', {
      ...{ type: key.length === 1 && modifiers === 0 ? 'keyDown' : 'rawKeyDown', modifiers },
      ...{ key, code, windowsVirtualKeyCode, ...(key.length === 1 && { text: key }) },
    });
  const up = (key: string, code: string) =>
    session.send('Input.dispatchKeyEvent', { type: 'keyUp', key, code });
  return {
    async press(key: string, code: string, modifiers = 0) {
      await down(key, code, code.startsWith('Key') ? code.charCodeAt(3) : 191, modifiers);
      await up(key, code);
    },
    /** A key that the input method takes. */
    async pressComposing(key: 'Enter' | 'Escape') {
      await down(key, key, 229);
      await up(key, key);
    },
    compose: (text: string) =>
      session.send('Input.imeSetComposition', {
        text,
        selectionStart: text.length,
        selectionEnd: text.length,
      }),
    /** Ends the composition with what it was converted to. */
    convert: (text: string) => session.send('Input.insertText', { text }),
  };
}

/** The key that ends a conversion in Safari, which comes after the end of the composition. */
const pressInSafari = (field: Locator) =>
  field.evaluate((element) =>
    element.dispatchEvent(
      // oxlint-disable-next-line typescript/no-deprecated -- what Safari sends
      new KeyboardEvent('keydown', { key: 'Enter', keyCode: 229, bubbles: true, cancelable: true }),
    ),
  );

test('keys that belong to an input method neither open a hit nor close the search', async ({ page }) => {
  await visit(page, '/');
  const input = await inputOf(page);
  await page.keyboard.press('Control+k');
  const dialog = page.getByRole('dialog', { name: 'Search' });
  const field = dialog.getByRole('combobox');
  await expect(field).toBeFocused();
  await input.convert('postgr');
  await expect(dialog.getByRole('option').first()).toContainText('PostgreSQL');
  await input.compose('esq');
  await expect(field).toHaveValue('postgresq');
  await input.pressComposing('Enter');
  await input.pressComposing('Escape');
  await input.convert('esql');
  await expect(field).toHaveValue('postgresql');
  await expect(dialog.getByRole('option').first()).toContainText('PostgreSQL');
  await pressInSafari(field);
  await expect(field).toBeFocused();
  await expect(page).toHaveURL('/');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/tool/postgresql');
});

test('a tag is what the input method has converted, and a comma of the East ends it', async ({ page }) => {
  await signInAs(page, await takeAccount());
  await visit(page, '/account/submit');
  const input = await inputOf(page);
  const main = page.getByRole('main');
  await main.getByRole('textbox', { name: 'Paste the link' }).fill('https://tokyo.example');
  await main.getByRole('button', { name: 'Fill it in myself' }).click();
  const field = main.getByRole('combobox', { name: 'Tags' });
  const chosen = main.getByRole('list', { name: 'Chosen tags' }).getByRole('listitem');
  await field.focus();
  await input.compose('とうき');
  await input.pressComposing('Enter');
  await input.compose('とうきょう');
  await input.convert('東京');
  await pressInSafari(field);
  await expect(field).toHaveValue('東京');
  await expect(chosen).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(chosen).toHaveText(['東京']);
  await input.convert('大阪、');
  await expect(chosen).toHaveText(['東京', '大阪']);
  await input.compose('きょうと，');
  await input.convert('京都，');
  await expect(chosen).toHaveText(['東京', '大阪', '京都']);
});

for (const [layout, keys] of Object.entries(LAYOUTS)) {
  test(`shortcuts are in their places with ${layout}`, async ({ page }) => {
    await visit(page, '/');
    const input = await inputOf(page);
    const press = (code: Code, modifiers?: number) => input.press(keys[code], code, modifiers);
    const dialog = page.getByRole('dialog', { name: 'Search' });
    for (const open of [() => press('KeyK', CTRL), () => press('Slash')]) {
      await open();
      await expect(dialog.getByRole('combobox')).toBeFocused();
      await expect(dialog.getByRole('combobox')).toHaveValue('');
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
    }
    const names = page.locator('main .row-name a');
    await page.evaluate(() => window.scrollTo(0, 0));
    await press('KeyJ');
    await expect(names.nth(0)).toBeFocused();
    await press('KeyJ');
    await expect(names.nth(1)).toBeFocused();
    await press('KeyK');
    await expect(names.nth(0)).toBeFocused();

    await signInAs(page, 'edda-birch');
    await visit(page, '/moderation');
    const first = firstInQueue(page);
    await expect(first).toBeVisible();
    await press('KeyJ');
    await expect(first.getByRole('heading', { level: 2 }).first()).toBeFocused();
    await press('KeyR');
    await expect(first.getByRole('button', { name: 'Send rejection' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(first.getByRole('button', { name: 'Reject' })).toBeFocused();
    await press('KeyS');
    await expect(first.getByRole('button', { name: 'Until tomorrow' })).toBeFocused();
    await page.keyboard.press('Escape');
    const name = await first.getByRole('heading', { level: 2 }).first().innerText();
    await press('KeyE');
    await expect(first.getByRole('textbox', { name: 'Name' })).toHaveValue(name);
  });
}
