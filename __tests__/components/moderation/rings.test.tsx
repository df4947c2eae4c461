import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fakeApi, ok } from '../../setup/fake-api';
import { renderScreen } from '../../setup/render-screen';
import { Rings } from '@/components/moderation/rings';
import { ToastRegion } from '@/components/layout/toast-region';
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
