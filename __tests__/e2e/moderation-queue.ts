import type { Locator, Page } from 'playwright/test';
import { expect } from './site';

/** The first product of the queue. The suggested alternatives below the queue may be on the page before it. */
export const firstInQueue = (page: Page): Locator =>
  page
    .getByRole('article')
    .filter({ has: page.getByRole('heading', { level: 2 }) })
    .first();

/** Decides, and waits until the server has accepted the decision: the page removes at once what is decided. */
export async function decide(
  moderator: Page,
  decision: 'approve' | 'reject',
  act: () => Promise<void>,
): Promise<void> {
  const answered = moderator.waitForResponse((response) => response.url().includes(`/${decision}`));
  await act();
  expect((await answered).status()).toBe(200);
}
