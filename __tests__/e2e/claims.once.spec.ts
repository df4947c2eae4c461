import { findClaimCall } from '@/lib/contract/claim';
import { signInAs, takeAccount } from './member';
import { look, pressOn } from './look';
import { expect, test, visit } from './site';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('a member claims a site by keyboard, reads the three ways to prove it, and gives the claim up', async ({
  page,
}) => {
  await signInAs(page, await takeAccount());
  await visit(page, '/tool/vite');
  await page.getByText('Is this yours? Claim this tool').press('Enter');
  await pressOn(page, 'Claim vite.dev');
  const panel = page.getByRole('main').locator('details', { hasText: 'Claim this tool' });
  await expect(panel.getByRole('listitem')).toHaveText([
    /In the <head> of https:\/\/vite\.dev\/, exactly like this and near its start:<meta name="listgrove-verification" content="[\w-]{32}">/,
    /A plain text file at https:\/\/vite\.dev\/\.well-known\/listgrove-verification\.txt with nothing but this line:[\w-]{32}/,
    /A TXT record in the DNS of vite\.dev, or of the domain above it:listgrove-verification=[\w-]{32}/,
  ]);
  await look(page, 'claim');

  // No site in the demo data has the proof of a claim.
  await pressOn(page, 'Check now');
  await expect(panel.getByRole('alert')).toContainText("We couldn't find your token at vite.dev.", {
    timeout: 40_000,
  });
  await expect(panel.getByRole('button', { name: 'Check now' })).toBeFocused();
  await look(page, 'claim-failed');
  await pressOn(page, 'Give up the claim');
  await expect(panel.getByRole('button', { name: 'Claim vite.dev' })).toBeVisible();
  await expect(panel.getByText('Prove that you run the website.')).toBeFocused();
});

test('a verified owner sees the verification, and a link to the form', async ({ page }) => {
  const verified = findClaimCall.answer.parse({
    ...{ host: 'vite.dev', takesMeta: true },
    claim: {
      ...{ id: '7', host: 'vite.dev', status: 'open', token: 'a'.repeat(32), method: null, verifiedAt: null },
    },
  });
  const proved = { status: 'verified', method: 'file', verifiedAt: '2026-05-03T10:00:00.000Z' } as const;
  const claimed = { ...verified.claim, ...proved };
  let isVerified = false;
  await page.route('**/api/user/private/products/*/claim', (route) =>
    route.fulfill({ json: isVerified ? { ...verified, claim: claimed } : verified }),
  );
  await page.route('**/claim/verification', (route) => {
    isVerified = true;
    return route.fulfill({ json: { claim: claimed } });
  });
  await signInAs(page, await takeAccount());
  await visit(page, '/tool/vite');
  await page.getByText('Is this yours? Claim this tool').press('Enter');
  await pressOn(page, 'Check now');
  await expect(page.getByText("You're the verified owner of vite.dev. We look")).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Edit Vite' })).toBeFocused();
  await look(page, 'claim-verified');
});
