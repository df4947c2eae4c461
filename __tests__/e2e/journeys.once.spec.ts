import type { Locator, Page } from 'playwright/test';
import { expectSignedIn, popupFrom, signInButton } from './sign-in-dialog';
import { expect, test, visit, visitAgain } from './site';

// The demo's accounts sign in on this machine only: what came through a proxy is refused.
test.use({ extraHTTPHeaders: {} });
test.describe.configure({ retries: 0 });

const main = (page: Page) => page.getByRole('main');
const search = (page: Page) => page.getByRole('dialog', { name: 'Search' });
const field = (page: Page, name: string) => main(page).getByRole('textbox', { name });
const upvoteOf = (page: Page, name: string) => main(page).getByRole('button', { name: `Upvote ${name}` });

const urlOf = (name: string) => `https://${name.toLowerCase().replace(' ', '-')}.example`;

/** The product waits on the dashboard of its submitter. */
async function expectOnDashboard(page: Page, name: string): Promise<void> {
  await expect(page).toHaveURL('/account/profile?status=pending');
  await expect(main(page).getByRole('heading', { name })).toBeVisible();
}

for (const { visits, open, member } of [
  { visits: 'first', open: visit, member: 'Gwen Fern' },
  { visits: 'second', open: visitAgain, member: 'Dara Fern' },
]) {
  test(`on a ${visits} visit, with the keyboard alone: find, open, sign in, upvote, submit, see it on the dashboard`, async ({
    page,
  }) => {
    const { keyboard } = page;
    const product = `Keyboard ${Date.now()}`;
    /** Presses Tab until the element has the focus. */
    async function tabTo(target: Locator, on: Page = page): Promise<void> {
      await expect(target).toBeVisible();
      for (let presses = 0; presses < 60; presses++) {
        if (await target.evaluate((element) => element === document.activeElement)) return;
        // The header's field opens the search as soon as it has the focus.
        if (await search(on).isVisible()) await on.keyboard.press('Escape');
        await on.keyboard.press('Tab');
      }
      await expect(target).toBeFocused();
    }

    await open(page, '/');
    await keyboard.press('/');
    await keyboard.type('postgresq');
    await expect(search(page).getByRole('option').first()).toContainText('PostgreSQL');
    await keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'PostgreSQL' })).toBeVisible();
    // Its field takes the keys until then.
    await expect(search(page)).toHaveCount(0);

    await keyboard.press('u');
    await tabTo(signInButton(page, 'Google'));
    const popup = await popupFrom(page, () => keyboard.press('Enter'));
    await tabTo(popup.locator('summary'), popup);
    await popup.keyboard.press('Enter');
    await tabTo(popup.getByRole('button', { name: member }), popup);
    // The popup closes on this key before the key is up.
    await popup.keyboard.down('Enter');
    await expectSignedIn(page);
    await expect(upvoteOf(page, 'PostgreSQL')).toHaveAttribute('aria-pressed', 'true');

    await keyboard.press('/');
    await keyboard.type('submit');
    const action = search(page).getByRole('option', { name: 'Submit', exact: true });
    // The answer puts its best result first.
    await expect(search(page).getByRole('option', { name: 'Formspree' })).toBeVisible();
    while ((await action.getAttribute('aria-selected')) !== 'true') await keyboard.press('ArrowDown');
    await keyboard.press('Enter');
    await tabTo(field(page, 'Paste the link'));
    await keyboard.type(urlOf(product));
    await tabTo(main(page).getByRole('button', { name: 'Fill it in myself' }));
    await keyboard.press('Enter');
    await tabTo(field(page, 'Name'));
    await keyboard.type(product);
    await tabTo(field(page, 'Tagline'));
    await keyboard.type('Works with keys alone');
    await tabTo(main(page).getByRole('combobox', { name: 'Tags' }));
    await keyboard.type('Keys,');
    await tabTo(main(page).getByRole('button', { name: 'Submit this tool' }));
    await keyboard.press('Enter');
    await expectOnDashboard(page, product);
  });
}

test.describe('on a touch screen of 360 px', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  for (const { visits, open, member } of [
    { visits: 'first', open: visit, member: 'Hana Fern' },
    { visits: 'second', open: visitAgain, member: 'Sol Fern' },
  ]) {
    test(`on a ${visits} visit, by touch alone: find, open, sign in, upvote, submit, see it on the dashboard`, async ({
      page,
    }) => {
      const bar = page.getByRole('banner');
      const product = `Touch ${Date.now()}`;
      /** Taps a field and types, as the keyboard on the screen does. */
      async function fill(target: Locator, text: string): Promise<void> {
        await target.tap();
        await expect(target).toBeFocused();
        await page.keyboard.insertText(text);
      }

      await open(page, '/');
      await bar.getByRole('button', { name: 'Search' }).tap();
      await fill(search(page).getByRole('combobox'), 'postgresq');
      await search(page).getByRole('option', { name: 'PostgreSQL' }).tap();
      await expect(page).toHaveURL('/tool/postgresql');

      await upvoteOf(page, 'PostgreSQL').tap();
      const popup = await popupFrom(page, () => signInButton(page, 'Google').tap());
      await popup.locator('summary').tap();
      await popup.getByRole('button', { name: member }).tap();
      await expectSignedIn(page);
      await expect(upvoteOf(page, 'PostgreSQL')).toHaveAttribute('aria-pressed', 'true');

      await bar.getByRole('button', { name: 'Submit' }).tap();
      await fill(field(page, 'Paste the link'), urlOf(product));
      await main(page).getByRole('button', { name: 'Fill it in myself' }).tap();
      await fill(field(page, 'Name'), product);
      await fill(field(page, 'Tagline'), 'Works with a finger alone');
      await fill(main(page).getByRole('combobox', { name: 'Tags' }), 'Fingers,');
      await main(page).getByRole('button', { name: 'Submit this tool' }).tap();
      await expectOnDashboard(page, product);
    });
  }
});
