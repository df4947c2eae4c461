import { listSiteChecksCall, type SiteCheck } from '@/lib/contract/site-check';
import { signInAs } from './member';
import { expect, test, toastsOn, visit } from './site';
import { violationsOn } from './violations';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const product = (name: string): SiteCheck['product'] => ({
  ...{ id: '1', slug: 'coolors', name, url: `https://${name.toLowerCase()}.example/`, upvoteCount: 7 },
  ...{ imageURL: '/favicon.ico', status: 'approved', isOwn: false },
});
const times = { concernSince: '2026-05-03T10:00:00.000Z', checkedAt: '2026-05-04T10:00:00.000Z' };
const page0 = { url: 'https://coolors.example/', domain: 'coolors.example', language: 'eng' };
/** What the job finds takes days on the real site. */
const SITES: SiteCheck[] = [
  {
    ...{ product: product('Coolors'), concern: 'changed', ...times, movedTo: null },
    problem: 'The page seems to offer or to park the domain.',
    before: { ...page0, title: 'Coolors – palettes', excerpt: 'The fast color palette generator.' },
    after: {
      ...page0,
      title: 'coolors.example',
      excerpt: 'This domain is for sale.',
      certificateSince: '2026-05-01',
    },
  },
  {
    ...{ product: product('Figgle'), concern: 'moved', ...times, problem: null, before: null, after: null },
    movedTo: `https://figgle.example/${'a-long-path-'.repeat(12)}`,
  },
  {
    ...{ product: product('Vanished'), concern: 'gone', ...times, movedTo: null, before: null, after: null },
    problem: 'The site responds with status 404.',
  },
];

test('a moderator compares changed sites and decides by keyboard, also when the decision fails', async ({
  page,
}) => {
  const answer = listSiteChecksCall.answer.parse({ siteChecks: SITES, nextCursor: null });
  await page.route('**/api/moderation/sites', (route) => route.fulfill({ json: answer }));
  await signInAs(page, 'edda-birch');
  await visit(page, '/moderation');
  await page.getByRole('link', { name: 'Changed sites' }).press('Enter');
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    'Coolors has changed',
    'Figgle has moved',
    'Vanished is gone',
  ]);
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await violationsOn(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
  // The real server: nothing has been found at this site.
  await page.getByRole('button', { name: 'Keep the link of Figgle' }).press('Enter');
  await expect(toastsOn(page)).toContainText('needs no decision any more');
});
