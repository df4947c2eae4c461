import { randomInt } from 'node:crypto';
import type { Page } from 'playwright/test';
import * as z from 'zod/mini';
import { SESSION_COOKIE } from '@/lib/contract/plain/site';
import { signInAs, takeAccount } from './member';
import { look, pressOn } from './look';
import { expect, test, visit } from './site';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Sends a request as the member who is signed in. */
async function sendAs(page: Page, method: 'POST' | 'PATCH', path: string, data: object) {
  const cookie = (await page.context().cookies()).find(({ name }) => name === SESSION_COOKIE.name);
  const headers = { accessToken: `Bearer ${cookie?.value}` };
  const answer = await page.request.fetch(`/api/user/private/products${path}`, { method, headers, data });
  return z.object({ product: z.object({ id: z.string() }) }).parse(await answer.json()).product;
}

/** Moves to a product in the queue with the keyboard shortcuts of the queue. */
async function goTo(page: Page, name: string): Promise<void> {
  const heading = page.getByRole('article', { name }).getByRole('heading', { level: 2 });
  await expect(heading).toBeVisible();
  const count = await page.getByRole('article').count();
  for (let presses = 0; presses < count; presses += 1) {
    await page.keyboard.press('j');
    if (await heading.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`The keys do not reach ${name}`);
}

test('a moderator edits a product of the queue by keyboard, and saves over what its submitter has changed', async ({
  page,
  browser,
}) => {
  const name = `Quartz ${randomInt(1e9)}`;
  const { baseURL } = test.info().project.use;
  const member = await (await browser.newContext({ baseURL })).newPage();
  await signInAs(member, await takeAccount());
  const { id } = await sendAs(member, 'POST', '', {
    ...{ name, url: `https://${name.toLowerCase().replace(' ', '-')}.example`, tags: ['JavaScript'] },
    ...{ tagline: 'Counts the hours of the day', description: '', iconURL: null, screenshotURL: null },
  });
  await signInAs(page, 'edda-birch');
  await visit(page, '/moderation');
  await goTo(page, name);
  await page.keyboard.press('e');
  const form = page.getByRole('region', { name: `Edit ${name}` });
  await expect(form.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('End');
  await page.keyboard.type(', and the minutes');
  await look(page, 'queue-edit');

  await sendAs(member, 'PATCH', `/${id}`, {
    tagline: 'Counts the seconds of the day',
    url: `https://${id}.example`,
  });
  await page.keyboard.press('Enter');
  const conflict = form.getByRole('region', { name: 'What changed since you opened the form' });
  await expect(conflict).toBeFocused();
  await expect(conflict).toContainText('If you save, your tagline will replace theirs.');
  await expect(form.getByRole('textbox', { name: 'Tagline' })).toHaveValue(
    'Counts the hours of the day, and the minutes',
  );
  await expect(form.getByRole('textbox', { name: 'Link' })).toHaveValue(`https://${id}.example`);
  await look(page, 'queue-conflict');
  await page.keyboard.press('Tab');
  await expect(form.getByRole('button', { name: 'Save anyway' })).toBeFocused();
  await page.keyboard.press('Enter');

  const item = page.getByRole('article', { name });
  await expect(item.getByRole('heading', { level: 2 })).toBeFocused();
  await expect(item).toContainText('Counts the hours of the day, and the minutes');
  await page.keyboard.press('e');
  await expect(form.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await pressOn(page, 'Cancel');
  await expect(form).toHaveCount(0);
  await expect(item.getByRole('heading', { level: 2 })).toBeFocused();
  await member.context().close();
});
