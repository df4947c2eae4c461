import { expect, test, visit } from './site';

test('the logo leads to the home page', async ({ page }) => {
  await visit(page, '/ranking');
  await page.getByRole('banner').getByRole('link', { name: 'Listgrove' }).click();
  await expect(page).toHaveURL('/');
});

for (const { button, destination } of [
  { button: 'Submit', destination: '/account/submit' },
  { button: 'Account', destination: '/account/profile?status=approved' },
] as const) {
  test(`${button} asks a visitor to sign in and remembers ${destination}`, async ({ page }) => {
    await visit(page, '/');
    // Exact: the button is labeled Dashboard for members only.
    await page.getByRole('banner').getByRole('button', { name: button, exact: true }).click();
    await expect(page.getByRole('dialog', { name: 'Sign in' })).toBeVisible();
    await expect(page).toHaveURL('/');
    expect(await page.evaluate(() => sessionStorage.getItem('intendedRedirect'))).toBe(destination);
  });
}
