import { randomUUID } from 'node:crypto';
import type { APIRequestContext, Page } from 'playwright/test';
import * as z from 'zod';
import { expect, test, toastsOn, visit } from './site';

const outbox = z.object({ messages: z.array(z.object({ to: z.string(), text: z.string() })) });

const form = (page: Page) => page.getByRole('contentinfo').locator('form');
const field = (page: Page) => form(page).getByRole('textbox', { name: 'New tools by email' });
const press = (page: Page) => form(page).getByRole('button', { name: 'Subscribe' }).click();
const thanks = 'Almost there: follow the link in the mail that we have sent you.';

/** The mails to one address that the demo would have sent. */
async function mailsTo(request: APIRequestContext, address: string) {
  const answer = await request.get('/api/dev/outbox');
  return outbox.parse(await answer.json()).messages.filter(({ to }) => to === address);
}

test('the newsletter form asks for an address, and carries hp, list and subform unseen', async ({ page }) => {
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

test('a visitor subscribes, and the link in the mail confirms the address', async ({ page, request }) => {
  const address = `${randomUUID()}@example.com`;
  await visit(page, '/');
  await field(page).fill(address);
  await press(page);
  await expect(form(page).getByRole('status')).toHaveText(thanks);
  await expect(toastsOn(page).filter({ hasText: thanks })).toBeVisible();
  await expect(field(page)).toHaveValue('');

  const [mail, ...more] = await mailsTo(request, address);
  expect(more).toEqual([]);
  const link = /https?:\/\/\S+token=\S+/.exec(mail?.text ?? '')?.[0] ?? '';
  await page.goto(link);
  await expect(page.getByRole('main').getByText(address)).toBeVisible();
  await page.getByRole('button', { name: 'Confirm my email' }).click();
  await expect(page.getByRole('heading', { name: "You're subscribed" })).toBeVisible();

  await page.goto(link);
  await expect(page.getByRole('heading', { name: "You're subscribed" })).toBeVisible();
});

test('whoever fills the hidden field is thanked and sent nothing', async ({ page, request }) => {
  const address = `${randomUUID()}@example.com`;
  await visit(page, '/');
  await field(page).fill(address);
  await form(page)
    .locator('[name="hp"]')
    .evaluate((element) => element instanceof HTMLInputElement && (element.value = 'a machine was here'));
  await press(page);
  await expect(form(page).getByRole('status')).toHaveText(thanks);
  expect(await mailsTo(request, address)).toEqual([]);
});
