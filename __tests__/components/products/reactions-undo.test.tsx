import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ToastRegion } from '@/components/layout/app-parts';
import { Products } from '@/components/products/lists/products';
import { storeSessionToken } from '@/lib/session-token';
import { buildSummary } from '../../setup/build-product';
import { fakeApi, ok, refuse } from '../../setup/fake-api';
import {
  counted,
  noReactions,
  put,
  reactions,
  remove,
  renderCards,
  sentBy,
  signAdaIn,
  stateOf,
  upvote,
} from '../../setup/reaction-screen';
import { renderScreen } from '../../setup/render-screen';

signAdaIn();

const given = () => ok({ upvoted: ['1'], bookmarked: [] });
/** A toast that is closing is no alert any more. */
const offers = () =>
  screen.queryAllByRole('alert').filter((each) => /^Upvote removed/.test(each.textContent));
const offered = () => waitFor(() => expect(offers()).toHaveLength(1));
const closed = () => waitFor(() => expect(offers()).toEqual([]));
const undo = () => screen.findByRole('button', { name: /^Undo, upvote Product 1/ });
const pressed = (isPressed: boolean) => waitFor(() => expect(stateOf(upvote())[0]).toBe(String(isPressed)));

async function renderGiven(answers: Parameters<typeof fakeApi>[0] = {}) {
  const api = fakeApi({
    [reactions]: given,
    [remove]: () => counted(40, false),
    [put]: () => counted(41, true),
    ...answers,
  });
  renderCards();
  await pressed(true);
  return api;
}

it('offers to undo for a removed upvote, says so to screen readers, and gives the focus back', async () => {
  const api = await renderGiven();
  await userEvent.click(upvote());

  await offered();
  expect(offers()[0]).toHaveTextContent('Upvote removed · Undo');

  await userEvent.click(await undo());
  await pressed(true);
  expect(upvote()).toHaveFocus();
  await waitFor(() => expect(sentBy(api)).toEqual([remove, put]));
  await closed();
});

it('offers it when the key u removed the upvote, too, and no longer when u has given it again', async () => {
  fakeApi({ [reactions]: given, [remove]: () => counted(40, false), [put]: () => counted(41, true) });
  renderScreen(
    <main>
      <Products products={[buildSummary(1, { upvoteCount: 41 })]} />
      <ToastRegion />
    </main>,
  );
  await pressed(true);
  await userEvent.keyboard('ju');
  await pressed(false);
  await offered();

  await userEvent.keyboard('u');
  await pressed(true);
  await closed();
});

it('offers it for an upvote of an alternative', async () => {
  const pair = { id: '9', upvoteCount: 3 };
  const api = fakeApi({
    [reactions]: () => ok({ upvoted: ['9'], bookmarked: [] }),
    'DELETE /user/private/upvotes/9': () => counted(2, false),
    'PUT /user/private/upvotes/9': () => counted(3, true),
  });
  renderScreen(
    <>
      <Products products={[{ ...buildSummary(1), pair }]} alternativeTo="React" />
      <ToastRegion />
    </>,
  );
  const button = screen.getByRole('button', { name: /^Upvote Product 1 as an alternative to React, / });
  await waitFor(() => expect(button).toHaveAttribute('aria-pressed', 'true'));
  await userEvent.click(button);
  await userEvent.click(
    await screen.findByRole('button', { name: 'Undo, upvote Product 1 as an alternative to React again' }),
  );
  await waitFor(() => expect(button).toHaveAttribute('aria-pressed', 'true'));
  await waitFor(() => expect(sentBy(api)).toHaveLength(2));
});

it('offers nothing for a removed bookmark or a given upvote', async () => {
  fakeApi({
    [reactions]: () => ok({ upvoted: [], bookmarked: ['1'] }),
    'DELETE /user/private/bookmarks/1': () => ok({ bookmarked: false }),
    [put]: () => counted(42, true),
  });
  renderCards();
  const bookmark = screen.getByRole('button', { name: 'Bookmark Product 1' });
  await waitFor(() => expect(bookmark).toHaveAttribute('aria-pressed', 'true'));
  await userEvent.click(bookmark);
  await userEvent.click(upvote());
  await pressed(true);
  expect(offers()).toEqual([]);
});

it('takes the offer back when the server refuses the removal, because the upvote is still there', async () => {
  await renderGiven({ [remove]: () => refuse(429, 'rate_limited', 'That was too often.') });
  await userEvent.click(upvote());
  expect(await screen.findByText('That was too often.')).toBeInTheDocument();
  await pressed(true);
  await closed();
});

it('sends nothing when a removal is undone offline', async () => {
  const isOnline = jest.spyOn(window.navigator, 'onLine', 'get').mockReturnValue(false);
  const api = await renderGiven({
    [remove]: () => {
      throw new TypeError('Failed to fetch');
    },
  });
  await userEvent.click(upvote());
  expect(await screen.findByText(/^You're offline/)).toBeInTheDocument();
  await userEvent.click(await undo());
  await pressed(true);

  isOnline.mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event('online')));
  expect(sentBy(api)).toEqual([remove]);
  isOnline.mockRestore();
});

it('is gone when another member signs in', async () => {
  await renderGiven();
  await userEvent.click(upvote());
  await offered();
  fakeApi({ [reactions]: noReactions });
  act(() => storeSessionToken('token-of-bob'));
  await closed();
});
