import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fakeApi, held, ok, refuse } from '../../setup/fake-api';
import { renderScreen } from '../../setup/render-screen';
import Rings from '@/components/moderation/sections/rings';
import { ToastRegion } from '@/components/layout/app-parts';
import type { Ring } from '@/lib/contract/ring';
import { clearSessionToken, storeSessionToken } from '@/lib/session-token';

const ring: Ring = {
  id: '7',
  score: 33.4,
  foundAt: '2026-11-20T10:00:00.000Z',
  figures: { upvoteCount: 9, upvotePercent: 71, minutes: 64, networkCount: 6, networkMembersMax: 3, days: 7 },
  members: [
    { handle: 'ada', createdAt: '2026-11-01T10:00:00.000Z' },
    { handle: 'bob', createdAt: '2026-11-02T10:00:00.000Z' },
  ],
  products: [],
  setAsideAt: null,
  setAsideCount: 0,
  otherCount: 9,
};

const zed: Ring['products'][number] = {
  ...{ id: '3', slug: 'zed', name: 'Zed', url: 'https://zed.example/', imageURL: '/x.svg' },
  ...{ upvoteCount: 3, status: 'approved', isOwn: false },
};

beforeEach(() => storeSessionToken('token'));
afterEach(() => clearSessionToken());

it('says in numbers what speaks for a ring, sets its upvotes aside, and restores them', async () => {
  let shown = ring;
  fakeApi({
    'GET /moderation/rings': () => ok({ rings: [shown], nextCursor: null }),
    'POST /moderation/rings/7/set-aside': () => {
      shown = { ...ring, setAsideAt: '2026-11-21T10:00:00.000Z', setAsideCount: 9, otherCount: 0 };
      return ok({ upvoteCount: 9 });
    },
    'DELETE /moderation/rings/7/set-aside': () => {
      shown = ring;
      return ok({ upvoteCount: 9 });
    },
  });
  renderScreen(
    <>
      <Rings />
      <ToastRegion />
    </>,
  );
  expect(await screen.findByRole('heading', { name: 'Ring 7: 2 accounts, score 33' })).toBeInTheDocument();
  for (const text of [
    /71 % of all their upvotes/,
    /within 64 minutes/,
    /6 networks; 3 of them share one/,
    /within 7 days/,
  ])
    expect(screen.getByText(text)).toBeInTheDocument();
  const people = within(screen.getByRole('group'));
  expect(people.getByRole('link', { name: '@ada' })).toHaveAttribute('href', '/u/ada');

  await userEvent.click(screen.getByRole('button', { name: 'Set 9 upvotes aside of Ring 7' }));
  expect(await screen.findByText('9 upvotes set aside.')).toBeInTheDocument();
  expect(await screen.findByText(/9 upvotes set aside Nov 21, 2026\./)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /aside/ })).toBeNull();

  await userEvent.click(screen.getByRole('button', { name: 'Undo for Ring 7' }));
  expect(await screen.findByText('9 upvotes restored.')).toBeInTheDocument();
  expect(await screen.findByText(/9 upvotes to set aside/)).toBeInTheDocument();
});

it('says what was given since upvotes were set aside, and sets that aside, too', async () => {
  const answer = held();
  fakeApi({
    'GET /moderation/rings': () =>
      ok({
        rings: [
          {
            ...ring,
            figures: { ...ring.figures, minutes: 1, networkCount: 0, days: 1 },
            products: [zed],
            ...{ setAsideAt: '2026-11-21T10:00:00.000Z', setAsideCount: 1, otherCount: 2 },
          },
        ],
        nextCursor: null,
      }),
    'POST /moderation/rings/7/set-aside': () => answer.answer,
  });
  renderScreen(
    <>
      <Rings />
      <ToastRegion />
    </>,
  );
  expect(
    await screen.findByText('Found Nov 20, 2026. 1 upvote set aside Nov 21, 2026, 2 given since.'),
  ).toBeInTheDocument();
  expect(screen.getByText('No known networks.')).toBeInTheDocument();
  expect(screen.getByText(/^1 tool that at least a third/)).toBeInTheDocument();
  expect(screen.getByText(/within 1 minute\./)).toBeInTheDocument();
  expect(screen.getByText(/within 1 day\./)).toBeInTheDocument();
  expect(within(screen.getByRole('group')).getByRole('link', { name: 'Zed' })).toHaveAttribute(
    'href',
    '/tool/zed',
  );
  expect(screen.getByRole('button', { name: 'Undo for Ring 7' })).toBeInTheDocument();
  const setAside = screen.getByRole('button', { name: 'Set 2 upvotes aside of Ring 7' });
  await userEvent.click(setAside);
  expect(setAside).toHaveAttribute('aria-disabled', 'true');
  answer.send(refuse(404, 'not_found', 'This ring is gone.'));
  expect(await screen.findByText('This ring is gone.')).toBeInTheDocument();
});

it('says that there are no rings', async () => {
  fakeApi({ 'GET /moderation/rings': () => ok({ rings: [], nextCursor: null }) });
  renderScreen(<Rings />);
  expect(await screen.findByText('No rings')).toBeInTheDocument();
});
