import type { Page } from 'playwright/test';
import { expect, toastsOn, visit } from './site';

export const dialog = (page: Page) => page.getByRole('dialog', { name: 'Sign in' });

export const signInButton = (page: Page, provider: 'Google' | 'Github') =>
  dialog(page).getByRole('button', { name: `Sign in with ${provider}`, exact: true });

export const continueButton = (page: Page, provider: 'Google' | 'Github') =>
  dialog(page).getByRole('button', { name: `Continue on the page of ${provider}` });

const headerButton = (page: Page, name: string) =>
  page.getByRole('banner').getByRole('button', { name, exact: true });

/** As a visitor does by the header of a page. */
export async function openDialog(
  page: Page,
  { from = '/', by = 'Account' }: { from?: string; by?: 'Account' | 'Submit' } = {},
): Promise<void> {
  await visit(page, from);
  await headerButton(page, by).click();
  await expect(dialog(page)).toBeVisible();
}

export const expectSignedIn = (page: Page) => expect(headerButton(page, 'Dashboard')).toBeVisible();
export const expectSignedOut = (page: Page) => expect(headerButton(page, 'Account')).toBeVisible();

/** The windows that the page has opened and that are still there. */
export const popupsOf = (page: Page) =>
  page
    .context()
    .pages()
    .filter((other) => other !== page);

/** Presses a button and gives the popup that it opens. */
export async function popupFrom(page: Page, press: () => Promise<void>): Promise<Page> {
  const [popup] = await Promise.all([page.waitForEvent('popup'), press()]);
  return popup;
}

/**
 * Closes a popup; the buttons can be used, and then the toast says so.
 *
 * @returns how long that took.
 */
export async function closeUntilRejected(page: Page, popup: Page, sentence: string): Promise<number> {
  await popup.close();
  const closedAtMs = Date.now();
  await expect(signInButton(page, 'Google')).toBeEnabled();
  await expect(signInButton(page, 'Github')).toBeEnabled();
  await expect(toastsOn(page)).toContainText(sentence, { timeout: 15_000 });
  return Date.now() - closedAtMs;
}
