import { screen, within } from '@testing-library/react';
import { QueueContext } from '@/components/moderation/queue/queue-context';
import type { ModerationContext, CurrentPage } from '@/lib/contract/moderation-queue';
import { clearSessionToken, storeSessionToken } from '@/lib/session-token';
import { fakeApi, ok } from '../../setup/fake-api';
import { renderScreen } from '../../setup/render-screen';

const context: ModerationContext = {
  record: { approved: 2, pending: 1, rejected: 3, discontinued: 0, memberSince: '2026-11-01T10:00:00.000Z' },
  observations: [
    {
      rule: 'domainAge',
      outcome: 'unknown',
      sentence: 'The age of figgle.example is not known.',
      observedAt: '2026-11-20T10:00:00.000Z',
    },
  ],
  similar: [
    {
      ...{ id: '2', slug: 'figgles', name: 'Figgles', url: 'https://figgles.example/' },
      ...{ imageURL: '/api/tiles/Figgles.svg', upvoteCount: 3, status: 'approved', isOwn: false },
    },
  ],
  related: [],
};
const page: CurrentPage = {
  url: 'https://figgle.example/',
  title: 'Parked',
  description: 'Buy this domain',
  readAt: '2026-11-20T10:00:00.000Z',
};

beforeEach(() => storeSessionToken('token'));
afterEach(() => clearSessionToken());

const renderContext = async (present: CurrentPage) => {
  fakeApi({
    'GET /moderation/products/1/context': () => ok(context),
    'GET /moderation/products/1/page': () => ok(present),
  });
  renderScreen(<QueueContext id="1" name="Figgle" />);
  const background = screen.getByLabelText('Background of Figgle');
  await within(background).findByText('https://figgle.example/');
  await within(background).findByText('Submitter');
  return background;
};

it("shows the submitter's record, what was measured, similar names, and the page with its icon and screenshot", async () => {
  const background = await renderContext({
    ...page,
    iconURL: '/images/icon',
    screenshotURL: '/images/shot',
  });

  expect(background).toHaveTextContent('Member since November 1, 2026 · 2 accepted · 3 rejected · 1 pending');
  expect(background).toHaveTextContent('Not measured: The age of figgle.example is not known.');
  expect(within(background).getByRole('link', { name: 'Figgles' })).toHaveAttribute('href', '/tool/figgles');
  expect(background).toHaveTextContent('Parked · Buy this domain');
  expect(imageURLs(background)).toEqual(['/images/icon', '/images/shot']);
});

it('shows no image for a page that has none', async () => {
  expect(imageURLs(await renderContext(page))).toEqual([]);
});

it('says why the page cannot be read', async () => {
  fakeApi({
    'GET /moderation/products/1/context': () => ok(context),
    'GET /moderation/products/1/page': () => ok({ ...page, problem: 'The site answers with an error.' }),
  });
  renderScreen(<QueueContext id="1" name="Figgle" />);
  expect(await screen.findByText('The site answers with an error.')).toBeInTheDocument();
  expect(screen.queryByText('Parked')).toBeNull();
});

/** The images are decorative, so that no role finds them. */
const imageURLs = (inside: HTMLElement) =>
  [...inside.querySelectorAll('img')].map((image) => image.getAttribute('src'));
