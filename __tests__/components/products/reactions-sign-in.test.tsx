import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { clearSessionToken, storeSessionToken } from '@/lib/session-token';
import { fakeApi, held, ok, refuse } from '../../setup/fake-api';
import {
  bookmarkOf,
  counted,
  noReactions,
  put,
  reactions,
  renderCards,
  renderLoaded,
  sentBy,
  signAdaIn,
  stateOf,
  upvote,
  upvoteOf,
} from '../../setup/reaction-screen';

signAdaIn();

describe("a visitor's click", () => {
  beforeEach(() => clearSessionToken());

  it('opens the sign-in, and is carried out after it', async () => {
    const answer = held();
    const api = fakeApi({ [reactions]: noReactions, [put]: () => answer.answer });
    renderCards();

    await userEvent.click(upvote());
    expect(screen.getByText('Sign-in is open')).toBeInTheDocument();
    expect(stateOf(upvote())).toEqual(['false', '41']);

    act(() => storeSessionToken('token-of-bob'));
    expect(stateOf(upvote())).toEqual(['true', '42']);
    answer.send(counted(42, true));
    await waitFor(() => expect(sentBy(api)).toEqual([put]));
    expect(stateOf(upvote())).toEqual(['true', '42']);
  });

  it('is carried out after a sign-in on another page', async () => {
    fakeApi({});
    const { unmount } = renderCards();
    await userEvent.click(bookmarkOf('Product 2'));
    unmount();

    storeSessionToken('token-of-bob');
    const api = fakeApi({
      [reactions]: noReactions,
      'PUT /user/private/bookmarks/2': () => ok({ bookmarked: true }),
    });
    renderCards();

    await waitFor(() => expect(stateOf(bookmarkOf('Product 2'))).toEqual(['true', '']));
    expect(sentBy(api)).toEqual(['PUT /user/private/bookmarks/2']);
  });

  it('is forgotten when the sign-in is closed', async () => {
    const api = fakeApi({ [reactions]: noReactions });
    renderCards();
    await userEvent.click(upvote());
    await userEvent.click(screen.getByRole('button', { name: 'Close the sign-in' }));

    act(() => storeSessionToken('token-of-bob'));
    await waitFor(() => expect(api.calls()).toEqual(['GET /user/private/reactions?ids=1,2']));
    expect(stateOf(upvote())).toEqual(['false', '41']);
  });
});

it('shows no reactions of one member to the next one', async () => {
  const known = { 'token-of-ada': ['1'], 'token-of-bob': ['2'] };
  let member: keyof typeof known = 'token-of-ada';
  fakeApi({ [reactions]: () => ok({ upvoted: known[member], bookmarked: [] }) });
  renderCards();
  await waitFor(() => expect(stateOf(upvote())).toEqual(['true', '41']));

  act(() => clearSessionToken());
  expect(stateOf(upvote())).toEqual(['false', '41']);
  member = 'token-of-bob';
  act(() => storeSessionToken(member));
  await waitFor(() => expect(stateOf(upvoteOf('Product 2'))).toEqual(['true', '7']));
  expect(stateOf(upvote())).toEqual(['false', '41']);
});

it('opens the sign-in when the session has ended, and carries out the click after it', async () => {
  let isOver = true;
  const api = await renderLoaded({
    [put]: () => (isOver ? refuse(401, 'unauthenticated', 'Sign in to do this.') : counted(42, true)),
  });

  await userEvent.click(upvote());
  expect(await screen.findByText('Sign-in is open')).toBeInTheDocument();
  expect(stateOf(upvote())).toEqual(['false', '41']);

  isOver = false;
  act(() => storeSessionToken('token-of-ada-again'));
  await waitFor(() => expect(stateOf(upvote())).toEqual(['true', '42']));
  expect(sentBy(api)).toEqual([put, put]);
});
