import { expect, hold, test, visit } from './site';

const scripts = /\/_next\/static\/.+\.js/;

for (const key of ['/', 'Control+k']) {
  test(`what is typed after ${key} before the scripts arrive is in the search modal`, async ({ page }) => {
    const held = await hold(page, scripts);
    await page.goto('/', { waitUntil: 'commit' });
    await expect(page.getByRole('contentinfo')).toBeAttached();
    await page.keyboard.press(key);
    await page.keyboard.type('postgr');
    held.release();

    const field = page.getByRole('dialog', { name: 'Search' }).getByRole('combobox');
    await expect(field).toBeFocused();
    await expect(field).toHaveValue('postgr');
    await expect(page.getByRole('option').first()).toContainText('PostgreSQL');
  });
}

test('a question mark that is pressed before the scripts arrive opens the list of shortcuts', async ({
  page,
}) => {
  const held = await hold(page, scripts);
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.getByRole('contentinfo')).toBeAttached();
  await page.keyboard.press('?');
  held.release();
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
});

test('dismissed announcements stay away in this tab, also before the scripts arrive', async ({ page }) => {
  await visit(page, '/terms');
  const promos = page.getByRole('list', { name: 'Announcements' });
  await page.getByRole('button', { name: 'Dismiss announcements' }).click();
  await expect(promos).toBeHidden();

  await hold(page, scripts);
  await page.goto('/privacy', { waitUntil: 'commit' });
  await expect(page.getByRole('contentinfo')).toBeAttached();
  await expect(promos).toBeHidden();
});
