import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { ToastRegion } from '@/components/layout/toast-region';
import { ProductArticle } from '@/components/products/product-article';
import { ProductCards } from '@/components/products/product-cards';
import { useSignIn } from '@/hooks/use-sign-in';
import { clearSessionToken, storeSessionToken } from '@/lib/session-token';
import { buildSummary, buildWireProduct } from '../../setup/build-product';
import { fakeApi, held, ok, refuse } from '../../setup/fake-api';
import { renderScreen } from '../../setup/render-screen';

const [one, two] = [buildSummary(1, { upvoteCount: 41 }), buildSummary(2, { upvoteCount: 7 })];
const upvoteOf = (name: string) => screen.getByRole('button', { name: `Upvote ${name}` });
const bookmarkOf = (name: string) => screen.getByRole('button', { name: `Bookmark ${name}` });
const state = (button: HTMLElement) => [button.getAttribute('aria-pressed'), button.textContent];
const upvote = () => upvoteOf('Product 1');

const noReactions = () => ok({ upvoted: [], bookmarked: [] });
const reactions = 'GET /user/private/reactions';
const put = 'PUT /user/private/upvotes/1';
const remove = 'DELETE /user/private/upvotes/1';
const counted = (upvoteCount: number, upvoted: boolean) => ok({ upvoteCount, upvoted });

const isOnline = jest.spyOn(window.navigator, 'onLine', 'get');

beforeEach(() => {
  isOnline.mockReturnValue(true);
  window.sessionStorage.clear();
  storeSessionToken('token-of-ada');
});
afterEach(() => clearSessionToken());

const renderCards = (products = [one, two]) =>
  renderScreen(
    <>
      <ProductCards products={products} />
      <ToastRegion />
      <TurnDown />
    </>,
  );

/** The close button of the sign-in modal, which belongs to the page around a screen. */
function TurnDown() {
  const { close } = useSignIn();
  return <button onClick={close}>Turn the sign-in down</button>;
}

/** Once the member's reactions are there. */
async function renderKnown(answers: Parameters<typeof fakeApi>[0]) {
  const api = fakeApi({ [reactions]: () => ok({ upvoted: [], bookmarked: ['2'] }), ...answers });
  renderCards();
  await waitFor(() => expect(state(bookmarkOf('Product 2'))).toEqual(['true', '']));
  return api;
}

const sent = (api: { calls: () => string[] }) =>
  api.calls().filter((call) => call.includes('/upvotes/') || call.includes('/bookmarks/'));

it('shows what the member has done, asked in one call for the list', async () => {
  const api = fakeApi({ [reactions]: () => ok({ upvoted: ['2'], bookmarked: ['1'] }) });
  renderCards();

  await waitFor(() => expect(state(upvoteOf('Product 2'))).toEqual(['true', '7']));
  expect(state(upvoteOf('Product 1'))).toEqual(['false', '41']);
  expect(state(bookmarkOf('Product 1'))).toEqual(['true', '']);
  expect(state(bookmarkOf('Product 2'))).toEqual(['false', '']);
  expect(api.calls()).toEqual(['GET /user/private/reactions?ids=1,2']);
});

it('asks for each hundred of a long list', async () => {
  const asked: string[] = [];
  fakeApi({
    [reactions]: (path) => {
      asked.push(path);
      return noReactions();
    },
  });
  renderCards(Array.from({ length: 101 }, (_, index) => buildSummary(index + 1)));

  await waitFor(() => expect(asked).toHaveLength(2));
  expect(asked.map((path) => path.split(',').length)).toEqual([100, 1]);
});

it('asks nothing for a visitor', async () => {
  clearSessionToken();
  const api = fakeApi({});
  renderCards();
  await act(() => Promise.resolve());
  expect(api.calls()).toEqual([]);
});

it('shows an upvote before the server has answered, then the count of its answer', async () => {
  const answer = held();
  const api = await renderKnown({ [put]: () => answer.answer });

  await userEvent.click(upvote());
  expect(state(upvote())).toEqual(['true', '42']);
  expect(upvote()).toHaveAccessibleName('Upvote Product 1');

  answer.send(counted(45, true));
  await waitFor(() => expect(state(upvote())).toEqual(['true', '45']));
  expect(sent(api)).toEqual([put]);
});

it('takes an upvote back', async () => {
  const answer = held();
  fakeApi({ [reactions]: () => ok({ upvoted: ['1'], bookmarked: [] }), [remove]: () => answer.answer });
  renderCards();
  await waitFor(() => expect(state(upvote())).toEqual(['true', '41']));

  await userEvent.click(upvote());
  expect(state(upvote())).toEqual(['false', '40']);
  answer.send(counted(40, false));
  await waitFor(() => expect(state(upvote())).toEqual(['false', '40']));
});

it('bookmarks, without touching the upvotes', async () => {
  const answer = held();
  const api = await renderKnown({ 'PUT /user/private/bookmarks/1': () => answer.answer });

  await userEvent.click(bookmarkOf('Product 1'));
  expect(state(bookmarkOf('Product 1'))).toEqual(['true', '']);
  answer.send(ok({ bookmarked: true }));
  await waitFor(() => expect(sent(api)).toHaveLength(1));
  expect(state(upvote())).toEqual(['false', '41']);
});

it('takes a refused upvote back, and says why in the server’s words', async () => {
  const answer = held();
  await renderKnown({ [put]: () => answer.answer });

  await userEvent.click(upvote());
  expect(state(upvote())).toEqual(['true', '42']);

  answer.send(refuse(429, 'rate_limited', 'That was too often. Try again in 1 minute.'));
  expect(await screen.findByText('That was too often. Try again in 1 minute.')).toBeInTheDocument();
  expect(state(upvote())).toEqual(['false', '41']);
});

it('sends one press at a time, and ends with the last one', async () => {
  const answers = [held(), held()];
  let put1 = 0;
  const api = await renderKnown({
    [put]: () => answers[put1++]?.answer ?? refuse(500, 'internal', 'Once too often.'),
    [remove]: () => counted(41, false),
  });

  for (let press = 0; press < 3; press += 1) await userEvent.click(upvote());
  expect(state(upvote())).toEqual(['true', '42']);
  expect(sent(api)).toEqual([put]);
  answers[0]?.send(counted(42, true));
  await waitFor(() => expect(state(upvote())).toEqual(['true', '42']));
  expect(sent(api)).toEqual([put]);

  await userEvent.click(upvote());
  await waitFor(() => expect(sent(api)).toEqual([put, remove]));
  await waitFor(() => expect(state(upvote())).toEqual(['false', '41']));
});

it('sends what is wanted by now when the first press has been answered', async () => {
  const answer = held();
  const api = await renderKnown({ [put]: () => answer.answer, [remove]: () => counted(41, false) });

  await userEvent.click(upvote());
  await userEvent.click(upvote());
  expect(state(upvote())).toEqual(['false', '41']);
  answer.send(counted(42, true));

  await waitFor(() => expect(sent(api)).toEqual([put, remove]));
  await waitFor(() => expect(state(upvote())).toEqual(['false', '41']));
});

it('says nothing of a refusal that changes nothing', async () => {
  const answer = held();
  const api = await renderKnown({ [put]: () => answer.answer });

  await userEvent.click(upvote());
  await userEvent.click(upvote());
  answer.send(refuse(429, 'rate_limited', 'That was too often.'));

  await waitFor(() => expect(sessionStorage.getItem('unsentReactions')).toBeNull());
  expect(state(upvote())).toEqual(['false', '41']);
  expect(screen.queryByText('That was too often.')).not.toBeInTheDocument();
  expect(sent(api)).toEqual([put]);
});

it('believes a press more than an answer to an older question', async () => {
  const [question, answer] = [held(), held()];
  fakeApi({ [reactions]: () => question.answer, [put]: () => answer.answer });
  renderCards();

  await userEvent.click(upvote());
  answer.send(counted(42, true));
  await waitFor(() => expect(state(upvote())).toEqual(['true', '42']));
  question.send(ok({ upvoted: [], bookmarked: ['1'] }));

  await waitFor(() => expect(state(bookmarkOf('Product 1'))).toEqual(['true', '']));
  expect(state(upvote())).toEqual(['true', '42']);
});

it('believes a page that brings another count than before', async () => {
  fakeApi({ [reactions]: noReactions, [put]: () => counted(42, true) });
  function Reloading() {
    const [upvoteCount, setUpvoteCount] = useState(41);
    return (
      <>
        <ProductCards products={[{ ...one, upvoteCount }]} />
        <button onClick={() => setUpvoteCount(50)}>Load anew</button>
      </>
    );
  }
  renderScreen(<Reloading />);
  await userEvent.click(upvote());
  await waitFor(() => expect(state(upvote())).toEqual(['true', '42']));

  await userEvent.click(screen.getByRole('button', { name: 'Load anew' }));
  expect(state(upvote())).toEqual(['true', '50']);
});

describe('without a line', () => {
  const lineBack = () =>
    act(() => {
      window.dispatchEvent(new Event('online'));
    });

  it('keeps the press, says so, and sends it when the line is back', async () => {
    let hasLine = false;
    const api = await renderKnown({
      [put]: () => {
        if (!hasLine) throw new TypeError('Failed to fetch');
        return counted(42, true);
      },
    });
    isOnline.mockReturnValue(false);

    await userEvent.click(upvote());
    expect(
      await screen.findByText("You're offline. We'll save this when you reconnect."),
    ).toBeInTheDocument();
    expect(state(upvote())).toEqual(['true', '42']);
    expect(sent(api)).toEqual([put]);

    hasLine = true;
    isOnline.mockReturnValue(true);
    lineBack();
    expect(await screen.findByText('Back online. Your changes are saved.')).toBeInTheDocument();
    expect(state(upvote())).toEqual(['true', '42']);
    expect(sent(api)).toEqual([put, put]);
  });

  it('sends nothing when the press has been taken back meanwhile', async () => {
    const api = await renderKnown({
      [put]: () => {
        throw new TypeError('Failed to fetch');
      },
    });
    isOnline.mockReturnValue(false);
    await userEvent.click(upvote());
    await screen.findByText(/^You're offline/);
    await userEvent.click(upvote());
    expect(state(upvote())).toEqual(['false', '41']);

    isOnline.mockReturnValue(true);
    lineBack();
    await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
    expect(sent(api)).toEqual([put]);
    expect(screen.queryByText(/^Back online/)).not.toBeInTheDocument();
  });

  it('takes the press back when it is the server that cannot be reached', async () => {
    await renderKnown({
      [put]: () => {
        throw new TypeError('Failed to fetch');
      },
    });
    await userEvent.click(upvote());
    expect(
      await screen.findByText('We can’t reach the server. Check your connection and try again.'),
    ).toBeInTheDocument();
    expect(state(upvote())).toEqual(['false', '41']);
  });
});

describe('a reload before the server has answered', () => {
  const pressAndReload = async () => {
    const api = await renderKnown({ [put]: () => held().answer });
    await userEvent.click(upvote());
    await waitFor(() => expect(sent(api)).toEqual([put]));
    cleanup();
  };

  it('loses nothing: the press shows at once and is sent again', async () => {
    await pressAndReload();
    const answer = held();
    const api = fakeApi({ [reactions]: noReactions, [put]: () => answer.answer });
    renderCards();
    await waitFor(() => expect(state(upvote())).toEqual(['true', '42']));
    answer.send(counted(42, true));
    await waitFor(() => expect(sent(api)).toEqual([put, put]));
    await waitFor(() => expect(window.sessionStorage.getItem('unsentReactions')).toBeNull());
  });

  it('sends nothing in the name of another member', async () => {
    await pressAndReload();
    storeSessionToken('token-of-somebody-else');
    const api = fakeApi({ [reactions]: () => ok({ upvoted: ['2'], bookmarked: [] }) });
    renderCards();
    await waitFor(() => expect(state(upvoteOf('Product 2'))).toEqual(['true', '7']));
    expect(state(upvote())).toEqual(['false', '41']);
    expect(sent(api)).toEqual([put]);
  });

  it.each(['', 'x', 'token-of-ada\nx', 'token-of-ada\nvote wanted 1 A\nupvote wanted x A'])(
    'is not confused by %j in its place',
    async (text) => {
      window.sessionStorage.setItem('unsentReactions', text);
      const api = await renderKnown({});
      expect(state(upvote())).toEqual(['false', '41']);
      expect(sent(api)).toEqual([]);
    },
  );
});

describe('a visitor’s press', () => {
  beforeEach(() => clearSessionToken());

  it('opens the sign-in, and is carried out and shown after it', async () => {
    const answer = held();
    const api = fakeApi({ [reactions]: noReactions, [put]: () => answer.answer });
    renderCards();

    await userEvent.click(upvote());
    expect(screen.getByText('Sign-in is open')).toBeInTheDocument();
    expect(state(upvote())).toEqual(['false', '41']);

    act(() => storeSessionToken('token-of-bob'));
    expect(state(upvote())).toEqual(['true', '42']);
    answer.send(counted(42, true));
    await waitFor(() => expect(sent(api)).toEqual([put]));
    expect(state(upvote())).toEqual(['true', '42']);
  });

  it('is carried out after a sign-in that left the page', async () => {
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

    await waitFor(() => expect(state(bookmarkOf('Product 2'))).toEqual(['true', '']));
    expect(sent(api)).toEqual(['PUT /user/private/bookmarks/2']);
  });

  it('is forgotten when the sign-in is turned down', async () => {
    const api = fakeApi({ [reactions]: noReactions });
    renderCards();
    await userEvent.click(upvote());
    await userEvent.click(screen.getByRole('button', { name: 'Turn the sign-in down' }));

    act(() => storeSessionToken('token-of-bob'));
    await waitFor(() => expect(api.calls()).toEqual(['GET /user/private/reactions?ids=1,2']));
    expect(state(upvote())).toEqual(['false', '41']);
  });
});

it('shows nothing of a member to the next one', async () => {
  const known = { 'token-of-ada': ['1'], 'token-of-bob': ['2'] };
  let member: keyof typeof known = 'token-of-ada';
  fakeApi({ [reactions]: () => ok({ upvoted: known[member], bookmarked: [] }) });
  renderCards();
  await waitFor(() => expect(state(upvote())).toEqual(['true', '41']));

  act(() => clearSessionToken());
  expect(state(upvote())).toEqual(['false', '41']);
  member = 'token-of-bob';
  act(() => storeSessionToken(member));
  await waitFor(() => expect(state(upvoteOf('Product 2'))).toEqual(['true', '7']));
  expect(state(upvote())).toEqual(['false', '41']);
});

it('asks for a new sign-in when the session has ended, and carries the press out after it', async () => {
  let isOver = true;
  const api = await renderKnown({
    [put]: () => (isOver ? refuse(401, 'unauthenticated', 'Sign in to do this.') : counted(42, true)),
  });

  await userEvent.click(upvote());
  expect(await screen.findByText('Sign-in is open')).toBeInTheDocument();
  expect(state(upvote())).toEqual(['false', '41']);

  isOver = false;
  act(() => storeSessionToken('token-of-ada-again'));
  await waitFor(() => expect(state(upvote())).toEqual(['true', '42']));
  expect(sent(api)).toEqual([put, put]);
});

it('reacts on a product’s own page, too', async () => {
  const zed = buildWireProduct(1, { upvoteCount: 41 });
  fakeApi({ [reactions]: noReactions, [put]: () => counted(42, true) });
  renderScreen(<ProductArticle product={zed} />);

  await userEvent.click(upvote());
  expect(within(upvote()).getByText('42')).toBeInTheDocument();
  expect(upvote()).toHaveAttribute('aria-pressed', 'true');
});
