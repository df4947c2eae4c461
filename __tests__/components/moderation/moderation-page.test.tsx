import { screen } from '@testing-library/react';
import ModerationPage from '@/pages/moderation';
import type { Role } from '@/lib/contract/user';
import { clearSessionToken, storeSessionToken } from '@/lib/session-token';
import { fakeApi, held, ok, refuse } from '../../setup/fake-api';
import { renderScreen } from '../../setup/render-screen';

const userOf = (role: Role) =>
  ok({
    user: {
      id: '1',
      email: 'mo@example.com',
      name: 'Mo',
      handle: 'mo',
      avatarURL: null,
      role,
      createdAt: '2026-06-01T12:00:00.000Z',
    },
  });
const emptyQueue = () => ok({ products: [], nextCursor: null, pendingCount: 0 });
const notFound = { name: 'Page not found', level: 1 };

afterEach(() => clearSessionToken());

it('does not exist for a visitor, who asks the server nothing', async () => {
  const api = fakeApi({});
  renderScreen(<ModerationPage />, { path: '/moderation' });
  expect(await screen.findByRole('heading', notFound)).toBeInTheDocument();
  expect(api.calls()).toEqual([]);
});

it('says nothing until it knows who is looking, and then does not exist for a member', async () => {
  storeSessionToken('token');
  const answer = held();
  const api = fakeApi({ 'GET /user/private/getProtectedUserInfo': () => answer.answer });
  renderScreen(<ModerationPage />, { path: '/moderation' });
  expect(screen.getByText('Loading …')).toBeInTheDocument();
  expect(screen.getByRole('heading')).toHaveTextContent('Loading');

  answer.send(userOf('member'));

  expect(await screen.findByRole('heading', notFound)).toBeInTheDocument();
  expect(screen.queryByText('Moderation')).toBeNull();
  expect(api.calls()).toEqual(['GET /user/private/getProtectedUserInfo']);
});

it.each(['moderator', 'admin'] as const)('is the queue for a %s', async (role) => {
  storeSessionToken('token');
  fakeApi({
    'GET /user/private/getProtectedUserInfo': () => userOf(role),
    'GET /moderation/products': emptyQueue,
  });
  renderScreen(<ModerationPage />, { path: '/moderation' });

  expect(await screen.findByRole('heading', { name: 'Moderation', level: 1 })).toBeInTheDocument();
  expect(await screen.findByText("You're all caught up")).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Moderation' })).toHaveAttribute('aria-current', 'page');
});

it('does not exist when the session has ended', async () => {
  storeSessionToken('token');
  fakeApi({
    'GET /user/private/getProtectedUserInfo': () => refuse(401, 'unauthenticated', 'Sign in to do this.'),
  });
  renderScreen(<ModerationPage />, { path: '/moderation' });
  expect(await screen.findByRole('heading', notFound)).toBeInTheDocument();
});
