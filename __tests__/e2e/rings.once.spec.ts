import { listRingsCall, type Ring } from '@/lib/contract/ring';
import { signInAs } from './member';
import { expect, test, visit } from './site';
import { violationsOn } from './violations';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Rings take days to form on the real site. */
const RING: Ring = {
  ...{ id: '7', score: 33.4, foundAt: '2026-11-20T10:00:00.000Z' },
  figures: {
    ...{ upvoteCount: 390, upvotePercent: 71, minutes: 64, networkCount: 6, networkMembersMax: 13, days: 7 },
  },
  members: Array.from({ length: 50 }, (_, index) => ({
    handle: `member-with-name-${index}`,
    createdAt: '2026-11-01T10:00:00.000Z',
  })),
  products: [],
  ...{ setAsideAt: null, setAsideCount: 0, otherCount: 390 },
};

test('a moderator reads what speaks for a ring, sets its upvotes aside and undoes it by keyboard', async ({
  page,
}) => {
  let ring = RING;
  await page.route('**/api/moderation/rings', (route) =>
    route.fulfill({ json: listRingsCall.answer.parse({ rings: [ring], nextCursor: null }) }),
  );
  await page.route('**/api/moderation/rings/7/set-aside', (route) => {
    const isUndone = route.request().method() === 'DELETE';
    ring = isUndone
      ? RING
      : { ...RING, setAsideAt: '2026-11-21T10:00:00.000Z', setAsideCount: 390, otherCount: 0 };
    return route.fulfill({ json: { upvoteCount: 390 } });
  });
  await signInAs(page, 'edda-birch');
  await visit(page, '/moderation/rings');
  await expect(page.getByRole('heading', { name: /Ring 7/ })).toBeVisible();
  await page.getByText('Accounts and tools').press('Enter');
  await expect(page.getByRole('link', { name: '@member-with-name-3', exact: true })).toBeVisible();
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await violationsOn(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    if (process.env.SHOTS)
      await page.screenshot({ path: `${process.env.SHOTS}/rings-${width}.png`, fullPage: true });
  }
  await page.getByRole('button', { name: 'Set 390 upvotes aside of Ring 7' }).press('Enter');
  await page.getByRole('button', { name: 'Undo for Ring 7' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Set 390 upvotes aside of Ring 7' })).toBeVisible();
});
