import { expect, scrollTo, test, visit } from './site';

const arrowAfterPx = 300;

test('the footer has the copyright and the social links', async ({ page }) => {
  await visit(page, '/');
  const footer = page.getByRole('contentinfo');
  await expect(footer.getByText(`© ${new Date().getFullYear()} Listgrove`)).toBeVisible();
  const social = footer.getByRole('list', { name: 'Social links' });
  await expect(social.getByRole('link', { name: 'GitHub' })).toHaveAttribute('href', 'https://github.com');
  await expect(social.getByRole('link', { name: 'Mastodon' })).toHaveAttribute(
    'href',
    'https://mastodon.social',
  );
});

test("the footer's links Privacy, Terms and Support/Contact lead to their pages", async ({ page }) => {
  await visit(page, '/');
  for (const { label, path, headline } of [
    { label: 'Privacy', path: '/privacy', headline: 'Privacy' },
    { label: 'Terms', path: '/terms', headline: /^Terms/ },
    { label: 'Support/Contact', path: '/support', headline: 'Support and contact' },
  ]) {
    await page.getByRole('contentinfo').getByRole('link', { name: label, exact: true }).click();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('heading', { level: 1, name: headline })).toBeVisible();
  }
});

test('an arrow appears after 300 px of scrolling and scrolls back to the top', async ({ page }) => {
  await visit(page, '/');
  const arrow = page.getByRole('button', { name: 'Scroll to top' });

  await scrollTo(page, arrowAfterPx - 1);
  await expect(arrow).toHaveCount(0);

  await scrollTo(page, arrowAfterPx + 1);
  await expect(arrow).toBeInViewport();

  await scrollTo(page, 1_500);
  await arrow.click();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await expect(arrow).toHaveCount(0);
});
