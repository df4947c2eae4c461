import type { Page } from 'playwright/test';
import { expect, toastsOn, visit } from './site';

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
  { from = '/', by = 'Account' }: { from?: string; by?: 'Account' | 'Submit' } = {},
): Promise<void> {
  await visit(page, from);
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

/**
 * Closes a popup. Both buttons are disabled until the toast says that the popup was closed.
 *
 * @returns how long that took, in milliseconds.
 */
export async function closeUntilRejected(page: Page, popup: Page, sentence: string): Promise<number> {
  await popup.close();
  const closedAtMs = Date.now();
  await expect(signInButton(page, 'Google')).toBeDisabled();
  await expect(signInButton(page, 'Github')).toBeDisabled();
  await expect(toastsOn(page)).toContainText(sentence, { timeout: 15_000 });
  const waitedMs = Date.now() - closedAtMs;
  await expect(signInButton(page, 'Google')).toBeEnabled();
  await expect(signInButton(page, 'Github')).toBeEnabled();
  return waitedMs;
}
