import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { ProductArticle } from '@/components/products/product-article';
import { Products } from '@/components/products/lists/products';
import { clearSessionToken } from '@/lib/session-token';
import { buildSummary, buildWireProduct } from '../../setup/build-product';
import { fakeApi, held, ok, refuse } from '../../setup/fake-api';
import {
  bookmarkOf,
  counted,
  noReactions,
  one,
  put,
  reactions,
  remove,
  renderCards,
  renderLoaded,
  sentBy,
  signAdaIn,
  stateOf,
  upvote,
  upvoteOf,
} from '../../setup/reaction-screen';
import { renderScreen } from '../../setup/render-screen';

signAdaIn();

it("shows the member's reactions, loaded in one call for the list", async () => {
  const api = fakeApi({ [reactions]: () => ok({ upvoted: ['2'], bookmarked: ['1'] }) });
  renderCards();

  await waitFor(() => expect(stateOf(upvoteOf('Product 2'))).toEqual(['true', '7']));
  expect(stateOf(upvoteOf('Product 1'))).toEqual(['false', '41']);
  expect(stateOf(bookmarkOf('Product 1'))).toEqual(['true', '']);
  expect(stateOf(bookmarkOf('Product 2'))).toEqual(['false', '']);
  expect(api.calls()).toEqual(['GET /user/private/reactions?ids=1,2']);
});

it('loads the reactions to a long list in calls of 100 products', async () => {
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

it('makes no call for a visitor', async () => {
  clearSessionToken();
  const api = fakeApi({});
  renderCards();
  await act(() => Promise.resolve());
  expect(api.calls()).toEqual([]);
});

it('shows an upvote before the server answers, then the count in the answer', async () => {
  const answer = held();
  const api = await renderLoaded({ [put]: () => answer.answer });

  await userEvent.click(upvote());
  expect(stateOf(upvote())).toEqual(['true', '42']);
  expect(upvote()).toHaveAccessibleName('Upvote Product 1, 42');

  answer.send(counted(45, true));
  await waitFor(() => expect(stateOf(upvote())).toEqual(['true', '45']));
  expect(sentBy(api)).toEqual([put]);
});

it('removes an upvote', async () => {
  const answer = held();
  fakeApi({ [reactions]: () => ok({ upvoted: ['1'], bookmarked: [] }), [remove]: () => answer.answer });
  renderCards();
  await waitFor(() => expect(stateOf(upvote())).toEqual(['true', '41']));

  await userEvent.click(upvote());
  expect(stateOf(upvote())).toEqual(['false', '40']);
  answer.send(counted(40, false));
  await waitFor(() => expect(stateOf(upvote())).toEqual(['false', '40']));
});

it('sets a bookmark without changing the upvotes', async () => {
  const answer = held();
  const api = await renderLoaded({ 'PUT /user/private/bookmarks/1': () => answer.answer });

  await userEvent.click(bookmarkOf('Product 1'));
  expect(stateOf(bookmarkOf('Product 1'))).toEqual(['true', '']);
  answer.send(ok({ bookmarked: true }));
  await waitFor(() => expect(sentBy(api)).toHaveLength(1));
  expect(stateOf(upvote())).toEqual(['false', '41']);
});

it("undoes a refused upvote and shows the server's message", async () => {
  const answer = held();
  await renderLoaded({ [put]: () => answer.answer });

  await userEvent.click(upvote());
  expect(stateOf(upvote())).toEqual(['true', '42']);

  answer.send(refuse(429, 'rate_limited', 'That was too often. Try again in 1 minute.'));
  expect(await screen.findByText('That was too often. Try again in 1 minute.')).toBeInTheDocument();
  expect(stateOf(upvote())).toEqual(['false', '41']);
});

it('sends one click at a time and ends with the last one', async () => {
  const answers = [held(), held()];
  let put1 = 0;
  const api = await renderLoaded({
    [put]: () => answers[put1++]?.answer ?? refuse(500, 'internal', 'Once too often.'),
    [remove]: () => counted(41, false),
  });

  for (let press = 0; press < 3; press += 1) await userEvent.click(upvote());
  expect(stateOf(upvote())).toEqual(['true', '42']);
  expect(sentBy(api)).toEqual([put]);
  answers[0]?.send(counted(42, true));
  await waitFor(() => expect(stateOf(upvote())).toEqual(['true', '42']));
  expect(sentBy(api)).toEqual([put]);

  await userEvent.click(upvote());
  await waitFor(() => expect(sentBy(api)).toEqual([put, remove]));
  await waitFor(() => expect(stateOf(upvote())).toEqual(['false', '41']));
});

it('sends the latest state after the first click is answered', async () => {
  const answer = held();
  const api = await renderLoaded({ [put]: () => answer.answer, [remove]: () => counted(41, false) });

  await userEvent.click(upvote());
  await userEvent.click(upvote());
  expect(stateOf(upvote())).toEqual(['false', '41']);
  answer.send(counted(42, true));

  await waitFor(() => expect(sentBy(api)).toEqual([put, remove]));
  await waitFor(() => expect(stateOf(upvote())).toEqual(['false', '41']));
});

it('shows no message for a refused click that a later click has undone', async () => {
  const answer = held();
  const api = await renderLoaded({ [put]: () => answer.answer });

  await userEvent.click(upvote());
  await userEvent.click(upvote());
  answer.send(refuse(429, 'rate_limited', 'That was too often.'));

  await waitFor(() => expect(localStorage.getItem('unsentReactions')).toBeNull());
  expect(stateOf(upvote())).toEqual(['false', '41']);
  expect(screen.queryByText('That was too often.')).not.toBeInTheDocument();
  expect(sentBy(api)).toEqual([put]);
});

it('prefers a click to the answer of an older request', async () => {
  const [question, answer] = [held(), held()];
  fakeApi({ [reactions]: () => question.answer, [put]: () => answer.answer });
  renderCards();

  await userEvent.click(upvote());
  answer.send(counted(42, true));
  await waitFor(() => expect(stateOf(upvote())).toEqual(['true', '42']));
  question.send(ok({ upvoted: [], bookmarked: ['1'] }));

  await waitFor(() => expect(stateOf(bookmarkOf('Product 1'))).toEqual(['true', '']));
  expect(stateOf(upvote())).toEqual(['true', '42']);
});

it("shows the count of a page that is newer than the server's last answer", async () => {
  fakeApi({ [reactions]: noReactions, [put]: () => counted(42, true) });
  function Reloading() {
    const [upvoteCount, setUpvoteCount] = useState(41);
    return (
      <>
        <Products products={[{ ...one, upvoteCount }]} />
        <button onClick={() => setUpvoteCount(50)}>Load again</button>
      </>
    );
  }
  renderScreen(<Reloading />);
  await userEvent.click(upvote());
  await waitFor(() => expect(stateOf(upvote())).toEqual(['true', '42']));

  await userEvent.click(screen.getByRole('button', { name: 'Load again' }));
  expect(stateOf(upvote())).toEqual(['true', '50']);
});

it("works on a product's own page", async () => {
  const zed = buildWireProduct(1, { upvoteCount: 41 });
  fakeApi({ [reactions]: noReactions, [put]: () => counted(42, true) });
  renderScreen(<ProductArticle product={zed} />);

  await userEvent.click(upvote());
  expect(within(upvote()).getByText('42')).toBeInTheDocument();
  expect(upvote()).toHaveAttribute('aria-pressed', 'true');
});
