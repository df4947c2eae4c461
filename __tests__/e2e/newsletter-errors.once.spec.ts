import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright/test';
import { expect, test, visit } from './site';

const form = (page: Page) => page.getByRole('contentinfo').locator('form');
const field = (page: Page) => form(page).getByRole('textbox', { name: 'New tools by email' });
const subscribe = (page: Page) => form(page).getByRole('button', { name: 'Subscribe' }).click();

test('an invalid email is not sent', async ({ page }) => {
  let wasSent = false;
  await page.route('**/newsletter/subscribe', async (route) => {
    wasSent = true;
    await route.continue();
  });
  await visit(page, '/');
  await field(page).fill('not an email');
  await subscribe(page);
  await expect(field(page)).toBeFocused();
  expect(await field(page).evaluate((element) => element.matches(':invalid'))).toBe(true);
  expect(wasSent).toBe(false);
});

test('an email that the server rejects stays in the field, with the reason below', async ({ page }) => {
  await visit(page, '/');
  // The browser accepts this one.
  await field(page).fill('nobody@localhost');
  await subscribe(page);
  await expect(form(page).getByRole('status')).toContainText('not an email address');
  await expect(field(page)).toHaveValue('nobody@localhost');
});

test('a client that subscribed five times in half an hour is asked to wait', async ({ page }) => {
  await visit(page, '/');
  for (let attempt = 0; attempt < 5; attempt++) {
    await field(page).fill(`${randomUUID()}@example.com`);
    await subscribe(page);
    await expect(field(page)).toHaveValue('');
  }
  await field(page).fill(`${randomUUID()}@example.com`);
  await subscribe(page);
  await expect(form(page).getByRole('status')).toContainText('Try again in 30 minutes');
});
