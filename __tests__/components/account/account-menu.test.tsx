import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AccountMenu } from '@/components/account/account-menu';
import { signInOnScreen } from '../../setup/screen-member';
import { clearSessionToken, readSessionToken, storeSessionToken } from '@/lib/session-token';
import type { Role } from '@/lib/contract/user';
import { fakeApi, ok } from '../../setup/fake-api';
import { buildPending, pressButton } from '../../setup/fake-moderation-queue';
import { renderScreen } from '../../setup/render-screen';
import { ModerationQueue } from '@/components/moderation/queue/moderation-queue';
import { ModeratorEditForm } from '@/components/submissions/moderator-forms';

beforeEach(() => storeSessionToken('token'));
afterEach(() => clearSessionToken());

function show(role: Role, avatarURL: string | null = null) {
  const api = fakeApi({
    'GET /user/private/getProtectedUserInfo': () =>
      ok({
        user: {
          ...{ id: '1', email: 'ada@example.com', name: 'Ada', handle: 'ada', avatarURL, role },
          createdAt: '2026-06-01T12:00:00.000Z',
        },
      }),
    'GET /moderation/products': () =>
      ok({ products: [], nextCursor: null, pendingCount: 1_200, pendingAlternativeCount: 34 }),
    'POST /user/private/logout': () => ok({ message: "You're signed out." }),
  });
  renderScreen(<AccountMenu />);
  return api;
}
const open = async () => userEvent.click(await screen.findByRole('button', { name: 'Your menu' }));
const items = () =>
  screen.getAllByRole('menuitem').map((item) => [item.textContent, item.getAttribute('href')]);

it('leads a member to their pages, and signs out', async () => {
  const api = show('member');
  await open();
  expect(items()).toEqual([
    ['Bookmarks', '/account/bookmarks'],
    ['Public page', '/u/ada'],
    ['Settings', '/account/settings'],
    ['Sign out', null],
  ]);
  expect(screen.getByRole('presentation', { hidden: true })).toHaveAttribute(
    'src',
    expect.stringContaining('/api/tiles'),
  );
  await userEvent.click(screen.getByRole('menuitem', { name: 'Sign out' }));
  await waitFor(() => expect(readSessionToken()).toBeUndefined());
  expect(api.calls()).toContain('POST /user/private/logout');
  expect(api.calls()).not.toContain('GET /moderation/products');
});

it('says to a moderator how many products and pairs wait', async () => {
  show('moderator', '/api/images/ada.webp');
  await open();
  expect(await screen.findByRole('menuitem', { name: /^Moderation ?1,234 waiting$/ })).toHaveAttribute(
    'href',
    '/moderation',
  );
  expect(screen.getByRole('presentation', { hidden: true })).toHaveAttribute(
    'src',
    expect.stringContaining('ada'),
  );
});

it('counts again what waits after a decision', async () => {
  let products = [buildPending(1), buildPending(2)];
  fakeApi({
    ...signInOnScreen({ role: 'moderator' }),
    'GET /moderation/products': () =>
      ok({ products, nextCursor: null, pendingCount: products.length, pendingAlternativeCount: 0 }),
    'POST /moderation/products/1/approve': () => {
      products = products.slice(1);
      return ok({ product: buildPending(1) });
    },
  });
  renderScreen(
    <>
      <AccountMenu />
      <ModerationQueue
        handle="mo"
        image={({ name }) => <p>Picture of {name}</p>}
        loadEditForm={() => Promise.resolve(ModeratorEditForm)}
      />
    </>,
  );
  await open();
  expect(await screen.findByRole('menuitem', { name: /2 waiting$/ })).toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  await pressButton('Approve Product 1');
  await open();
  expect(await screen.findByRole('menuitem', { name: /1 waiting$/ })).toBeInTheDocument();
});
