import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright/test';
import * as z from 'zod';
import { demo } from './addresses';
import { expect, test, toastsOn, visit } from './site';
import { violationsOn } from './violations';

const outbox = z.object({ messages: z.array(z.object({ to: z.string(), text: z.string() })) });

const form = (page: Page) => page.getByRole('contentinfo').locator('form');
const field = (page: Page) => form(page).getByRole('textbox', { name: 'New tools by email' });
const subscribe = (page: Page) => form(page).getByRole('button', { name: 'Subscribe' }).click();
const thanks = 'Almost there! Please click the link in the email we sent you. We send one a day at most.';

/** The emails in the demo's outbox to one recipient. Requests of the browser look as if they came through a proxy. */
async function emailsTo(recipient: string) {
  const answer = await fetch(`${demo.url}/api/dev/outbox`);
  return outbox.parse(await answer.json()).messages.filter(({ to }) => to === recipient);
}

test('the newsletter form has an email field, and hidden fields hp, list and subform', async ({ page }) => {
  await visit(page, '/');
  await expect(field(page)).toHaveAttribute('type', 'email');
  await expect(field(page)).toHaveAttribute('name', 'email');

  const fields = await form(page).evaluate((element) =>
    element instanceof HTMLFormElement ? [...new FormData(element).entries()] : [],
  );
  expect(fields).toEqual([
    ['email', ''],
    ['hp', ''],
    ['list', expect.any(String)],
    ['subform', 'yes'],
  ]);
  for (const name of ['hp', 'list', 'subform']) {
    await expect(form(page).locator(`[name="${name}"]`)).toBeHidden();
  }
});

test('a visitor subscribes and confirms through the link in the email', async ({ page }) => {
  const recipient = `${randomUUID()}@example.com`;
  await visit(page, '/');
  await field(page).fill(recipient);
  await subscribe(page);
  await expect(form(page).getByRole('status')).toHaveText(thanks);
  await expect(toastsOn(page).filter({ hasText: thanks })).toBeVisible();
  await expect(field(page)).toHaveValue('');

  await expect.poll(() => emailsTo(recipient)).not.toEqual([]);
  const [email, ...more] = await emailsTo(recipient);
  expect(more).toEqual([]);
  const link = /https?:\/\/\S+token=\S+/.exec(email?.text ?? '')?.[0] ?? '';
  await page.goto(link);
  await expect(page.getByRole('main').getByText(recipient)).toBeVisible();
  await page.getByRole('button', { name: 'Confirm my email' }).click();
  await expect(page.getByRole('heading', { name: "You're subscribed" })).toBeVisible();

  await page.goto(link);
  await expect(page.getByRole('heading', { name: "You're subscribed" })).toBeVisible();

  // The preferences, as in an issue. A plain form: it needs no script.
  await page.goto(link.replace('token=', 'preferences='));
  await expect(page.getByRole('main').getByText(recipient)).toBeVisible();
  const all = page.getByRole('radio', { name: 'The best of all' });
  const first = page.getByRole('group', { name: /^Tags/ }).getByRole('checkbox').first();
  await expect(all).toBeChecked();
  expect(await violationsOn(page)).toEqual([]);
  await all.focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: 'Only the tags I choose' })).toBeChecked();
  await page.keyboard.press('Tab');
  await expect(first).toBeFocused();
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Your choice is saved' })).toBeVisible();
  await page.goto(link.replace('token=', 'preferences='));
  await expect(first).toBeChecked();
  await expect(all).not.toBeChecked();
});

test('a bot that fills in the honeypot field is thanked but gets no email', async ({ page }) => {
  const recipient = `${randomUUID()}@example.com`;
  await visit(page, '/');
  await field(page).fill(recipient);
  await form(page)
    .locator('[name="hp"]')
    .evaluate((element) => element instanceof HTMLInputElement && (element.value = 'a bot was here'));
  await subscribe(page);
  await expect(form(page).getByRole('status')).toHaveText(thanks);
  expect(await emailsTo(recipient)).toEqual([]);
});
