import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { ToastRegion } from '@/components/layout/app-parts';
import { Bookmarks } from '@/components/products/bookmarks';
import { clearSessionToken, storeSessionToken } from '@/lib/session-token';
import { buildWireProduct, buildWireProducts } from '../../setup/build-product';
import { fakeApi, held, ok, refuse } from '../../setup/fake-api';
import { renderScreen } from '../../setup/render-screen';

const list = 'GET /user/private/bookmarks';
const reactions = 'GET /user/private/reactions';
const page = (first: number, last: number, nextCursor: string | null = null) =>
  ok({ products: buildWireProducts(first, last), nextCursor });
/** All that was asked for is bookmarked. */
const allBookmarked = (path: string) =>
  ok({ upvoted: [], bookmarked: path.slice(path.indexOf('=') + 1).split(',') });

const names = () => screen.getAllByRole('heading').map((heading) => heading.textContent);
const bookmarkOf = (name: string) => screen.getByRole('button', { name: `Bookmark ${name}` });

beforeEach(() => storeSessionToken('token-of-ada'));
afterEach(() => clearSessionToken());

it('shows that it is loading, then the bookmarks in their order, each pressed from the first moment', async () => {
  const [answer, later] = [held(), held()];
  fakeApi({ [list]: () => answer.answer, [reactions]: () => later.answer });
  renderScreen(<Bookmarks />);
  expect(screen.getByText('Loading …')).toBeInTheDocument();

  answer.send(
    ok({ products: [buildWireProduct(3), buildWireProduct(1), buildWireProduct(2)], nextCursor: null }),
  );
  await waitFor(() => expect(names()).toEqual(['Product 3', 'Product 1', 'Product 2']));
  expect(bookmarkOf('Product 1')).toHaveAttribute('aria-pressed', 'true');

  later.send(ok({ upvoted: ['3'], bookmarked: ['1', '2', '3'] }));
  const upvote = screen.getByRole('button', { name: 'Upvote Product 3, 3' });
  await waitFor(() => expect(upvote).toHaveAttribute('aria-pressed', 'true'));
});

it('keeps a bookmark in its place that was taken away, until it is set again', async () => {
  const sent: string[] = [];
  const note = (call: string, bookmarked: boolean) => () => {
    sent.push(call);
    return ok({ bookmarked });
  };
  fakeApi({
    [list]: () => page(1, 2),
    [reactions]: () => ok({ upvoted: [], bookmarked: ['1', '2'] }),
    'DELETE /user/private/bookmarks/1': note('removed', false),
    'PUT /user/private/bookmarks/1': note('set', true),
  });
  renderScreen(<Bookmarks />);
  await waitFor(() => expect(names()).toEqual(['Product 1', 'Product 2']));

  await userEvent.click(bookmarkOf('Product 1'));
  await waitFor(() => expect(sent).toEqual(['removed']));
  expect(bookmarkOf('Product 1')).toHaveAttribute('aria-pressed', 'false');
  expect(names()).toEqual(['Product 1', 'Product 2']);

  await userEvent.click(bookmarkOf('Product 1'));
  await waitFor(() => expect(sent).toEqual(['removed', 'set']));
  expect(bookmarkOf('Product 1')).toHaveAttribute('aria-pressed', 'true');
});

it('no longer lists the product when the list is opened again', async () => {
  const pages = [page(1, 2), page(2, 2)];
  fakeApi({
    [list]: () => pages.shift() ?? refuse(500, 'internal', 'Once too often.'),
    [reactions]: allBookmarked,
  });
  function Opening() {
    const [isOpen, setIsOpen] = useState(true);
    return (
      <>
        <button onClick={() => setIsOpen(!isOpen)}>Open or close</button>
        {isOpen && <Bookmarks />}
      </>
    );
  }
  renderScreen(<Opening />);
  await waitFor(() => expect(names()).toEqual(['Product 1', 'Product 2']));

  const toggle = screen.getByRole('button', { name: 'Open or close' });
  await userEvent.click(toggle);
  await userEvent.click(toggle);
  await waitFor(() => expect(names()).toEqual(['Product 2']));
});

it('loads more, and asks for nothing again that is shown', async () => {
  const api = fakeApi({
    [list]: (path) => (path.includes('after=c1') ? page(3, 4) : page(1, 2, 'c1')),
    [reactions]: allBookmarked,
  });
  renderScreen(<Bookmarks />);

  await userEvent.click(await screen.findByRole('button', { name: 'Load more' }));
  await waitFor(() => expect(names()).toEqual(['Product 1', 'Product 2', 'Product 3', 'Product 4']));
  expect(screen.getByText("That's all of them.")).toHaveFocus();
  expect(api.calls().filter((call) => call.startsWith(list))).toEqual([list, `${list}?after=c1`]);
});

it('says what will be here, and the one next step, when nothing is', async () => {
  fakeApi({ [list]: () => ok({ products: [], nextCursor: null }) });
  renderScreen(<Bookmarks />);

  expect(await screen.findByText('Nothing bookmarked yet')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'See the hottest tools' })).toHaveAttribute('href', '/');
});

it('says why the list did not come, and tries again', async () => {
  const answers = [refuse(503, 'unavailable', 'The server is resting.'), page(1, 1)];
  fakeApi({
    [list]: () => answers.shift() ?? refuse(500, 'internal', 'Once too often.'),
    [reactions]: allBookmarked,
  });
  renderScreen(<Bookmarks />);

  expect(await screen.findByText('The server is resting.')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(names()).toEqual(['Product 1']));
});

it('puts a bookmark back that could not be taken away, and says why', async () => {
  const answer = held();
  fakeApi({
    [list]: () => page(1, 1),
    [reactions]: allBookmarked,
    'DELETE /user/private/bookmarks/1': () => answer.answer,
  });
  renderScreen(
    <>
      <Bookmarks />
      <ToastRegion />
    </>,
  );
  await waitFor(() => expect(names()).toEqual(['Product 1']));

  await userEvent.click(bookmarkOf('Product 1'));
  expect(bookmarkOf('Product 1')).toHaveAttribute('aria-pressed', 'false');
  answer.send(refuse(403, 'forbidden', 'Your account is suspended.'));
  expect(await screen.findByText('Your account is suspended.')).toBeInTheDocument();
  expect(bookmarkOf('Product 1')).toHaveAttribute('aria-pressed', 'true');
});
