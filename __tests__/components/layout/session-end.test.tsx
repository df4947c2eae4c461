import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AccountMenu } from '@/components/account/account-menu';
import { ToastRegion } from '@/components/layout/app-parts';
import { ProductArticle } from '@/components/products/product-article';
import { SuggestEdit } from '@/components/submissions/suggest-edit';
import { useSignOut } from '@/hooks/use-sign-out';
import { showToast } from '@/lib/browser/toasts';
import ModerationPage from '@/pages/moderation/[section]';
import { buildWireProduct } from '../../setup/build-product';
import { fakeApi, ok, refuse } from '../../setup/fake-api';
import { renderScreen } from '../../setup/render-screen';
import { signInOnScreen } from '../../setup/screen-member';

const NOTICE = "You've been signed out. Sign in to go on; what you typed is kept.";
const product = buildWireProduct(1, { descriptionHTML: '' });
const texts = {
  ...{ name: product.name, tagline: product.tagline, description: '', url: product.url },
  tags: product.tags.map(({ name }) => name),
};
const ended = () => refuse(401, 'unauthenticated', 'Sign in to do this.');

it('says in the page that a session has ended elsewhere, where the form of a member has gone, and leads back', async () => {
  fakeApi({
    ...signInOnScreen(),
    'GET /user/private/reactions': () => ok({ upvoted: [], bookmarked: [] }),
    [`GET /user/private/products/${product.id}/suggestions`]: () => ok({ suggestions: [], missing: [] }),
    [`GET /user/private/texts/${product.id}`]: () => ok({ texts, seen: '2026-06-01T12:00:00.000Z' }),
    'GET /tags': () => ok({ tags: [] }),
    [`POST /user/private/products/${product.id}/suggestions`]: ended,
  });
  renderScreen(
    <>
      <main id="main" tabIndex={-1}>
        <ProductArticle product={product} loadSuggestEdit={() => Promise.resolve(SuggestEdit)} />
      </main>
      <AccountMenu />
      <ToastRegion />
    </>,
    { path: '/tool/product-1' },
  );
  await screen.findByRole('link', { name: 'Suggest one' });
  await userEvent.click(screen.getByRole('button', { name: /^Suggest an edit/ }));
  await userEvent.type(await screen.findByRole('textbox', { name: /^Description/ }), 'It draws.');
  await userEvent.click(screen.getByRole('button', { name: 'Send suggestion' }));

  expect(await screen.findByText(NOTICE, { exact: false })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Send suggestion' })).toBeNull();
  expect(screen.getByRole('main')).toHaveFocus();
  await userEvent.click(screen.getByRole('button', { name: 'Sign in again' }));
  expect(screen.getByText('Sign-in is open')).toBeInTheDocument();
  expect(window.sessionStorage.getItem('intendedRedirect')).toBe('/tool/product-1');
  // jsdom animates nothing.
  const toast = screen.getByText(NOTICE, { exact: false }).closest('.Toastify__toast');
  if (toast) fireEvent.animationEnd(toast);
  await waitFor(() => expect(screen.queryByText(NOTICE, { exact: false })).toBeNull());
});

it('keeps the page of a moderator whose session has ended, and says nothing else', async () => {
  fakeApi({
    ...signInOnScreen({ role: 'admin' }),
    'GET /moderation/products': () =>
      ok({ products: [], nextCursor: null, pendingCount: 0, pendingAlternativeCount: 0, snoozedCount: 0 }),
    'GET /moderation/messages': () =>
      ok({
        messages: [
          {
            ...{ id: '7', name: 'Eve', email: 'eve@x.example', message: 'A question' },
            ...{ createdAt: '2026-11-20T10:00:00.000Z', answer: null, closedAt: null },
          },
        ],
        ...{ nextCursor: null, sendsEmails: true },
      }),
    'POST /moderation/messages/7/answer': ended,
  });
  renderScreen(
    <>
      <ModerationPage name="messages" />
      <AccountMenu />
      <ToastRegion />
    </>,
    { path: '/moderation/messages' },
  );
  await userEvent.type(await screen.findByRole('textbox', { name: 'Your answer' }), 'An answer.');
  await userEvent.click(screen.getByRole('button', { name: /^Send and close/ }));

  expect(await screen.findByText(NOTICE, { exact: false })).toBeInTheDocument();
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Messages');
  expect(screen.getByText("You're signed out")).toBeInTheDocument();
  expect(screen.queryByText('Sign in to do this.')).toBeNull();
});

it('says nothing of a session that ends with a sign-out', async () => {
  fakeApi({ ...signInOnScreen(), 'POST /user/private/logout': ended });
  function SignOut() {
    const { signOut, isSigningOut } = useSignOut();
    return <button onClick={() => void signOut()}>{isSigningOut ? 'Signing out' : 'Sign out'}</button>;
  }
  renderScreen(
    <>
      <SignOut />
      <AccountMenu />
      <ToastRegion />
    </>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Sign out' }));
  await screen.findByRole('button', { name: 'Sign out' });
  await act(() => showToast('info', 'A later message'));
  expect(await screen.findByText('A later message')).toBeInTheDocument();
  expect(screen.queryByText(NOTICE, { exact: false })).toBeNull();
});
