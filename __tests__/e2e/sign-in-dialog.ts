import type { Page } from 'playwright/test';
import { expect, toastsOn, visit, visitAgain } from './site';

export const dialog = (page: Page) => page.getByRole('dialog', { name: 'Sign in' });

export const signInButton = (page: Page, provider: 'Google' | 'Github') =>
  dialog(page).getByRole('button', { name: `Sign in with ${provider}`, exact: true });

export const continueButton = (page: Page, provider: 'Google' | 'Github') =>
  dialog(page).getByRole('button', { name: `Continue to ${provider}`, exact: true });

export const tryAgainButton = (page: Page) =>
  dialog(page).getByRole('button', { name: 'Try again', exact: true });

const headerButton = (page: Page, name: string) =>
  page.getByRole('banner').getByRole('button', { name, exact: true });

/** Opens the dialog with a button of the header, as a visitor does. */
export async function openDialog(
  page: Page,
  {
    from = '/',
    by = 'Account',
    isSecondVisit = false,
  }: { from?: string; by?: 'Account' | 'Submit'; isSecondVisit?: boolean } = {},
): Promise<void> {
  await (isSecondVisit ? visitAgain : visit)(page, from);
  await headerButton(page, by).click();
  await expect(dialog(page)).toBeVisible();
}

export const expectSignedIn = (page: Page) => expect(headerButton(page, 'Dashboard')).toBeVisible();
export const expectSignedOut = (page: Page) => expect(headerButton(page, 'Account')).toBeVisible();

/** The open windows that the page has opened. */
export const popupsOf = (page: Page) =>
  page
    .context()
    .pages()
    .filter((other) => other !== page);

/** Clicks a button and returns the popup that it opens. */
export async function popupFrom(page: Page, click: () => Promise<void>): Promise<Page> {
  const [popup] = await Promise.all([page.waitForEvent('popup'), click()]);
  return popup;
}

/** Stops the clock of a page, which then moves only with `page.clock.runFor`. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install();
  const nowMs = await page.evaluate(() => Date.now());
  await page.clock.pauseAt(nowMs + 5_000);
}

/**
 * Pauses the clock of the page, opens the sign-in popup, and closes the popup. Expects that both sign-in buttons are
 * disabled until a toast reports the closed popup, 8 to 10 seconds later on the clock of the page.
 */
export async function expectRejectedPopup(page: Page, sentence: string): Promise<void> {
  await stopClock(page);
  const popup = await popupFrom(page, () => signInButton(page, 'Google').click());
  await popup.close();

  await page.clock.runFor(7_900);
  await expect(signInButton(page, 'Google')).toBeDisabled();
  await expect(signInButton(page, 'Github')).toBeDisabled();
  await expect(toastsOn(page)).toHaveCount(0);

  await page.clock.runFor(2_200);
  await expect(toastsOn(page)).toContainText(sentence);
  await expect(signInButton(page, 'Google')).toBeEnabled();
  await expect(signInButton(page, 'Github')).toBeEnabled();
}
