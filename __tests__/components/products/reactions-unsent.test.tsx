import { act, cleanup, renderHook, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useSignOut } from '@/hooks/use-sign-out';
import { readUnsent, storeOfTab } from '@/lib/reactions/unsent-reactions';
import { storeSessionToken } from '@/lib/session-token';
import { fakeApi, held, ok } from '../../setup/fake-api';
import {
  bookmarkOf,
  counted,
  noReactions,
  one,
  put,
  reactions,
  renderCards,
  remove,
  renderLoaded,
  sentBy,
  signAdaIn,
  stateOf,
  two,
  upvote,
  upvoteOf,
} from '../../setup/reaction-screen';

signAdaIn();

const isOnline = jest.spyOn(window.navigator, 'onLine', 'get');
beforeEach(() => isOnline.mockReturnValue(true));

describe('offline', () => {
  const goOnline = () =>
    act(() => {
      window.dispatchEvent(new Event('online'));
    });

  it('queues a click, says so, and sends it when the browser is online again', async () => {
    let isReachable = false;
    const api = await renderLoaded({
      // A browser that is online again may load the reactions, too.
      [reactions]: () => ok({ upvoted: isReachable ? ['1'] : [], bookmarked: ['2'] }),
      [put]: () => {
        if (!isReachable) throw new TypeError('Failed to fetch');
        return counted(42, true);
      },
    });
    isOnline.mockReturnValue(false);

    await userEvent.click(upvote());
    expect(
      await screen.findByText("You're offline. We'll save this when you reconnect."),
    ).toBeInTheDocument();
    expect(stateOf(upvote())).toEqual(['true', '42']);
    expect(sentBy(api)).toEqual([put]);

    isReachable = true;
    isOnline.mockReturnValue(true);
    goOnline();
    expect(await screen.findByText('Back online. Your changes are saved.')).toBeInTheDocument();
    expect(stateOf(upvote())).toEqual(['true', '42']);
    expect(sentBy(api)).toEqual([put, put]);
  });

  it('sends nothing if the queued click was undone', async () => {
    const api = await renderLoaded({
      'PUT /user/private/bookmarks/1': () => ok({ bookmarked: true }),
      [put]: () => {
        throw new TypeError('Failed to fetch');
      },
    });
    isOnline.mockReturnValue(false);
    await userEvent.click(upvote());
    await screen.findByText(/^You're offline/);
    await userEvent.click(upvote());
    expect(stateOf(upvote())).toEqual(['false', '41']);

    isOnline.mockReturnValue(true);
    goOnline();
    await userEvent.click(bookmarkOf('Product 1'));
    await waitFor(() => expect(sentBy(api)).toEqual([put, 'PUT /user/private/bookmarks/1']));
    expect(screen.queryByText(/^Back online/)).not.toBeInTheDocument();
  });

  it('undoes a click if the browser is online but the server cannot be reached', async () => {
    await renderLoaded({
      [put]: () => {
        throw new TypeError('Failed to fetch');
      },
    });
    await userEvent.click(upvote());
    expect(
      await screen.findByText("We can't reach the server. Check your connection and try again."),
    ).toBeInTheDocument();
    expect(stateOf(upvote())).toEqual(['false', '41']);
  });
});

describe('a tab that is closed offline', () => {
  const upvoteAndClose = async () => {
    await renderLoaded({
      [put]: () => {
        throw new TypeError('Failed to fetch');
      },
    });
    isOnline.mockReturnValue(false);
    await userEvent.click(upvote());
    await screen.findByText(/^You're offline/);
    cleanup();
    window.sessionStorage.clear();
    isOnline.mockReturnValue(true);
  };

  it('has kept the click, which the next tab sends', async () => {
    await upvoteAndClose();
    const api = fakeApi({ [reactions]: noReactions, [put]: () => counted(42, true) });
    renderCards();
    await waitFor(() => expect(stateOf(upvote())).toEqual(['true', '42']));
    await waitFor(() => expect(sentBy(api)).toEqual([put, put]));
    await waitFor(() => expect(window.localStorage.getItem('unsentReactions')).toBeNull());
  });

  it('sends nothing that was forgotten with the sign-out', async () => {
    await upvoteAndClose();
    fakeApi({ 'POST /user/private/logout': () => ok({ message: 'You are signed out.' }) });
    const { result } = renderHook(() => useSignOut());
    await act(() => result.current.signOut());
    expect(window.localStorage.getItem('unsentReactions')).toBeNull();
  });

  it('leaves alone what other tabs have kept', () => {
    const change = (id: string) => ({ kind: 'upvote', product: { id, name: id }, isSet: true }) as const;
    const [first, second] = [storeOfTab('token-of-ada'), storeOfTab('token-of-ada')];
    first([change('1')]);
    second([change('2'), change('3')]);
    first([]);
    second([change('3')]);
    expect(readUnsent('token-of-ada')).toEqual([change('3')]);
    second(Array.from({ length: 120 }, (_, index) => change(String(index))));
    expect(readUnsent('token-of-ada')).toHaveLength(100);
  });
});

describe('a reload before the server answers', () => {
  const clickAndReload = async () => {
    const api = await renderLoaded({ [put]: () => held().answer });
    await userEvent.click(upvote());
    await waitFor(() => expect(sentBy(api)).toEqual([put]));
    cleanup();
  };

  it('shows the click at once and sends it again', async () => {
    await clickAndReload();
    const answer = held();
    const api = fakeApi({ [reactions]: noReactions, [put]: () => answer.answer });
    renderCards();
    await waitFor(() => expect(stateOf(upvote())).toEqual(['true', '42']));
    answer.send(counted(42, true));
    await waitFor(() => expect(sentBy(api)).toEqual([put, put]));
    await waitFor(() => expect(window.localStorage.getItem('unsentReactions')).toBeNull());
  });

  it('sends no click of another member', async () => {
    await clickAndReload();
    storeSessionToken('token-of-bob');
    const api = fakeApi({ [reactions]: () => ok({ upvoted: ['2'], bookmarked: [] }) });
    renderCards();
    await waitFor(() => expect(stateOf(upvoteOf('Product 2'))).toEqual(['true', '7']));
    expect(stateOf(upvote())).toEqual(['false', '41']);
    expect(sentBy(api)).toEqual([put]);
  });

  it.each([
    '',
    'x',
    'token-of-ada\nx',
    'token-of-ada\nvote set 1 A\nupvote set x A',
    'token-of-ada\nupvote set 1 ',
  ])('ignores %j in its storage', async (text) => {
    window.localStorage.setItem('unsentReactions', text);
    const api = await renderLoaded({});
    expect(stateOf(upvote())).toEqual(['false', '41']);
    expect(sentBy(api)).toEqual([]);
  });
});

describe('a page that is loaded after an upvote was counted', () => {
  const upvoteAndReload = async (answers: Parameters<typeof renderLoaded>[0]) => {
    await renderLoaded(answers);
    for (const count of Object.keys(answers).map((_, index) => 42 - index)) {
      await userEvent.click(upvote());
      await waitFor(() => expect(window.sessionStorage.getItem('countedUpvotes')).toContain(` 1 ${count} `));
    }
    cleanup();
    fakeApi({ [reactions]: () => ok({ upvoted: ['1'], bookmarked: [] }) });
  };
  const cardsWith = (upvoteCount: number) => renderCards([{ ...one, upvoteCount }, two]);
  const loaded = () => waitFor(() => expect(upvote()).toHaveAttribute('aria-pressed', 'true'));

  it('shows the count of the upvote though it is from before it', async () => {
    await upvoteAndReload({ [put]: () => counted(42, true) });
    cardsWith(41);
    await loaded();
    expect(stateOf(upvote())).toEqual(['true', '42']);
    expect(upvoteOf('Product 2')).toHaveTextContent(/^7$/);
  });

  it('shows its own count if that is newer', async () => {
    await upvoteAndReload({ [put]: () => counted(42, true) });
    cardsWith(45);
    await loaded();
    expect(stateOf(upvote())).toEqual(['true', '45']);
  });

  it('shows the count of the last of several changes', async () => {
    await upvoteAndReload({ [put]: () => counted(42, true), [remove]: () => counted(41, false) });
    cardsWith(42);
    await loaded();
    expect(stateOf(upvote())).toEqual(['true', '41']);
  });

  it('shows its own count if it was loaded long after the upvote', async () => {
    const clock = jest.spyOn(Date, 'now').mockReturnValue(Math.floor(performance.timeOrigin) - 12_001);
    await upvoteAndReload({ [put]: () => counted(42, true) });
    clock.mockRestore();
    cardsWith(41);
    await loaded();
    expect(stateOf(upvote())).toEqual(['true', '41']);
  });

  it.each(['x', '\n\n', '9999999999999 1'])('ignores %j in its storage', async (text) => {
    window.sessionStorage.setItem('countedUpvotes', text);
    await renderLoaded({});
    expect(stateOf(upvote())).toEqual(['false', '41']);
  });
});
