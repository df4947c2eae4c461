import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import Members from '@/components/moderation/sections/members';
import type { MemberSummary } from '@/lib/contract/member';
import { clearSessionToken, storeSessionToken } from '@/lib/session-token';
import { fakeApi, ok, refuse } from '../../setup/fake-api';
import { renderScreen } from '../../setup/render-screen';

const at = '2026-11-20T10:00:00.000Z';
const ada: MemberSummary = {
  ...{ id: '7', handle: 'ada', name: 'Ada', role: 'member', createdAt: at, standing: 'active' },
  ...{ suspendedUntil: null, rejectionCount: 2 },
};

beforeEach(() => storeSessionToken('token'));
afterEach(() => clearSessionToken());

it('finds members by the beginning of a name, and orders them by rejections', async () => {
  const { calls } = fakeApi({ 'GET /moderation/users': () => ok({ members: [ada], nextCursor: null }) });
  renderScreen(<Members />);
  expect(await screen.findByRole('link', { name: 'Ada @ada' })).toHaveAttribute(
    'href',
    '/moderation/member?id=7',
  );
  expect(screen.getByText(/member · since Nov 20, 2026 · 2 rejections/)).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Most rejected' }));
  expect(await screen.findByRole('link', { name: 'Ada @ada' })).toBeInTheDocument();
  await userEvent.type(screen.getByRole('searchbox', { name: 'Find a member' }), 'ad');
  expect(screen.queryByRole('group', { name: 'Order' })).toBeNull();
  await waitFor(() =>
    expect(calls()).toEqual([
      'GET /moderation/users?order=newest',
      'GET /moderation/users?order=rejected',
      'GET /moderation/users?order=rejected&q=ad',
    ]),
  );
});

it('says nothing of members without rejections, and what is unusual about others', async () => {
  fakeApi({
    'GET /moderation/users': () =>
      ok({
        members: [
          { ...ada, rejectionCount: 0 },
          { ...ada, id: '8', handle: 'bob', standing: 'leaving', rejectionCount: 1 },
        ],
        nextCursor: null,
      }),
  });
  renderScreen(<Members />);
  expect(await screen.findByText('member · since Nov 20, 2026')).toBeInTheDocument();
  expect(
    screen.getByText('member · about to be deleted · since Nov 20, 2026 · 1 rejection'),
  ).toBeInTheDocument();
});

it('says that no member was found', async () => {
  fakeApi({ 'GET /moderation/users': () => ok({ members: [], nextCursor: null }) });
  renderScreen(<Members />);
  expect(await screen.findByText('No members found')).toBeInTheDocument();
});

it('says that more members could not be loaded, and loads them again', async () => {
  let isBusy = true;
  fakeApi({
    'GET /moderation/users': (path) => {
      if (!path.includes('after=')) return ok({ members: [ada], nextCursor: 'next' });
      if (isBusy) return refuse(503, 'unavailable', 'The server is busy.');
      return ok({ members: [{ ...ada, id: '8', name: 'Bob', handle: 'bob' }], nextCursor: null });
    },
  });
  renderScreen(<Members />);
  await userEvent.click(await screen.findByRole('button', { name: 'Load more' }));
  expect(await screen.findByText('The server is busy.')).toBeInTheDocument();
  isBusy = false;
  await userEvent.click(screen.getByRole('button', { name: 'Load more' }));
  expect(await screen.findByRole('link', { name: 'Bob @bob' })).toBeInTheDocument();
  expect(screen.queryByText('The server is busy.')).toBeNull();
  expect(screen.getByText('Showing 2 members.')).toBeInTheDocument();
});
