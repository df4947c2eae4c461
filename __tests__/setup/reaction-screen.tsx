import { screen, waitFor } from '@testing-library/react';
import { ToastRegion } from '@/components/layout/app-parts';
import { Products } from '@/components/products/lists/products';
import { useSignIn } from '@/hooks/use-sign-in';
import { clearSessionToken, storeSessionToken } from '@/lib/session-token';
import { buildSummary } from './build-product';
import { fakeApi, ok } from './fake-api';
import { renderScreen } from './render-screen';

/** Two products with 41 and 7 upvotes. */
export const [one, two] = [buildSummary(1, { upvoteCount: 41 }), buildSummary(2, { upvoteCount: 7 })];

export const upvoteOf = (name: string) =>
  screen.getByRole('button', { name: (label) => label.startsWith(`Upvote ${name}, `) });
export const bookmarkOf = (name: string) => screen.getByRole('button', { name: `Bookmark ${name}` });
export const upvote = () => upvoteOf('Product 1');
/** Whether a button is pressed, and its text. */
export const stateOf = (button: HTMLElement) => [button.getAttribute('aria-pressed'), button.textContent];

export const reactions = 'GET /user/private/reactions';
export const put = 'PUT /user/private/upvotes/1';
export const remove = 'DELETE /user/private/upvotes/1';
export const noReactions = () => ok({ upvoted: [], bookmarked: [] });
export const counted = (upvoteCount: number, upvoted: boolean) => ok({ upvoteCount, upvoted });

/** Signs Ada in before each test, and clears what the browser has stored. */
export function signAdaIn(): void {
  beforeEach(() => {
    window.sessionStorage.clear();
    window.localStorage.clear();
    storeSessionToken('token-of-ada');
  });
  afterEach(() => clearSessionToken());
}

export const renderCards = (products = [one, two]) =>
  renderScreen(
    <>
      <Products products={products} />
      <ToastRegion />
      <CloseSignIn />
    </>,
  );

/** Stands for the close button of the sign-in modal, which is part of the page around a screen. */
export function CloseSignIn() {
  const { close } = useSignIn();
  return <button onClick={close}>Close the sign-in</button>;
}

/** Renders the cards and waits until the member's reactions are loaded: a bookmark of product 2. */
export async function renderLoaded(answers: Parameters<typeof fakeApi>[0]) {
  const api = fakeApi({ [reactions]: () => ok({ upvoted: [], bookmarked: ['2'] }), ...answers });
  renderCards();
  await waitFor(() => expect(stateOf(bookmarkOf('Product 2'))).toEqual(['true', '']));
  return api;
}

/** The calls that have changed a reaction. */
export const sentBy = (api: { calls: () => string[] }) =>
  api.calls().filter((call) => call.includes('/upvotes/') || call.includes('/bookmarks/'));
