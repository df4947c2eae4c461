import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { clearSessionToken, storeSessionToken } from '@/lib/session-token';
import { fakeApi, held, ok, refuse } from '../../setup/fake-api';
import {
  buildPending,
  fakeQueue,
  hoursAgo,
  listNames,
  pressButton,
  queueItem,
  renderQueue,
} from '../../setup/fake-moderation-queue';

beforeEach(() => storeSessionToken('token'));
afterEach(() => clearSessionToken());

it('removes an approved product at once, before the server answers, and focuses the next', async () => {
  const seen = buildPending(2);
  const queue = fakeQueue([buildPending(1), seen, buildPending(3)]);
  const post = held();
  const sent: string[] = [];
  fakeApi({
    'GET /moderation/products': queue.list,
    'POST /moderation/products/2/approve': (path) => {
      sent.push(path);
      return post.answer;
    },
  });
  renderQueue();
  await queueItem('Product 2');

  await pressButton('Approve Product 2');

  expect(listNames()).toEqual(['Product 1', 'Product 3']);
  expect(screen.getByText(/^2 tools waiting/)).toBeInTheDocument();
  expect(screen.getByRole('heading', { name: 'Product 3' })).toHaveFocus();
  expect(sent.map((path) => new URL(path, 'http://site.test').searchParams.get('seen'))).toEqual([
    seen.updatedAt,
  ]);

  post.send(queue.decide('2'));
  expect(await screen.findByText('Product 2 approved.')).toBeInTheDocument();
  expect(listNames()).toEqual(['Product 1', 'Product 3']);

  await userEvent.tab();
  expect(screen.getByRole('link', { name: /^https:\/\/product-3/ })).toHaveFocus();
});

it('restores the product and shows the reason when the server refuses', async () => {
  const queue = fakeQueue([buildPending(1), buildPending(2)]);
  const post = held();
  fakeApi({
    'GET /moderation/products': queue.list,
    'POST /moderation/products/1/approve': () => post.answer,
  });
  renderQueue();

  await pressButton('Approve Product 1');
  await waitFor(() => expect(listNames()).toEqual(['Product 2']));

  post.send(refuse(503, 'unavailable', 'The server is busy.'));
  await waitFor(() => expect(listNames()).toEqual(['Product 1', 'Product 2']));
  expect(await screen.findByText('Product 1 is still in the queue. The server is busy.')).toBeInTheDocument();
});

it('removes a product that another moderator has decided, and says so', async () => {
  const queue = fakeQueue([buildPending(1), buildPending(2)]);
  fakeApi({
    'GET /moderation/products': queue.list,
    'POST /moderation/products/1/approve': () => {
      queue.decide('1');
      return refuse(409, 'conflict', 'Product 1 was rejected already.');
    },
  });
  renderQueue();

  await pressButton('Approve Product 1');

  expect(await screen.findByText('Product 1 was rejected already.')).toBeInTheDocument();
  expect(listNames()).toEqual(['Product 2']);
});

it('shows the new version of a product that its submitter changed', async () => {
  let products = [buildPending(1)];
  fakeApi({
    'GET /moderation/products': () => ok({ products, nextCursor: null, pendingCount: 1 }),
    'POST /moderation/products/1/approve': () => {
      products = [buildPending(1, { tagline: 'Something else altogether', updatedAt: hoursAgo(0) })];
      return refuse(409, 'conflict', 'Product 1 was changed since you opened it. Look at it again.');
    },
  });
  renderQueue();

  await pressButton('Approve Product 1');

  expect(await screen.findByText(/was changed since you opened it/)).toBeInTheDocument();
  expect(await screen.findByText('Something else altogether')).toBeInTheDocument();
});

it('rejects with a suggested or a written reason', async () => {
  const queue = fakeQueue([buildPending(1)]);
  const sent: unknown[] = [];
  const api = fakeApi({
    'GET /moderation/products': queue.list,
    'POST /moderation/products/1/reject': (_, body) => {
      sent.push(body);
      return queue.decide('1');
    },
  });
  renderQueue();

  await pressButton('Reject … Product 1');
  const field = screen.getByRole('textbox', { name: 'Why are you rejecting Product 1?' });
  expect(field).toHaveFocus();

  await pressButton('Send rejection');
  expect(screen.getByText('Write a reason.')).toBeInTheDocument();
  expect(field).toHaveFocus();
  expect(api.calls().filter((call) => call.startsWith('POST'))).toEqual([]);

  await pressButton('Not a web tool');
  expect(field).toHaveValue("It isn't a web tool.");
  expect(screen.queryByText('Write a reason.')).toBeNull();
  await userEvent.type(field, ' It is a poem. ');
  await pressButton('Send rejection');

  expect(await screen.findByText("You're all caught up")).toBeInTheDocument();
  expect(sent).toEqual([{ reason: "It isn't a web tool. It is a poem." }]);
  expect(screen.getByText('The queue is empty.')).toHaveFocus();
  expect(await screen.findByText('Product 1 rejected.')).toBeInTheDocument();
});

it('keeps the text of a rejection that could not be sent', async () => {
  fakeApi({
    'GET /moderation/products': fakeQueue([buildPending(1)]).list,
    'POST /moderation/products/1/reject': () => refuse(503, 'unavailable', 'The server is busy.'),
  });
  renderQueue();

  await pressButton('Reject … Product 1');
  await userEvent.type(screen.getByRole('textbox'), 'It is a poem.');
  await pressButton('Send rejection');

  expect(await screen.findByText('Product 1 is still in the queue. The server is busy.')).toBeInTheDocument();
  expect(screen.getByRole('textbox')).toHaveValue('It is a poem.');
});

it('cancels a rejection on Escape and returns the focus to the button', async () => {
  fakeApi({ 'GET /moderation/products': fakeQueue([buildPending(1)]).list });
  renderQueue();

  await pressButton('Reject … Product 1');
  await userEvent.keyboard('{Escape}');

  expect(screen.queryByRole('textbox')).toBeNull();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Reject … Product 1' })).toHaveFocus());
});

it('keeps the decision when the server refuses to undo it, says so, and lets the moderator try again', async () => {
  let isBusy = true;
  const queue = fakeQueue([buildPending(1), buildPending(2)]);
  const api = fakeApi({
    'GET /moderation/products': queue.list,
    'POST /moderation/products/1/approve': () => queue.decide('1'),
    'POST /moderation/undo': () => {
      if (isBusy) return refuse(503, 'unavailable', 'The server is busy.');
      queue.putBack();
      return ok({ results: [{ id: '1', isDone: true }] });
    },
  });
  renderQueue();
  await pressButton('Approve Product 1');
  await pressButton('Undo');
  expect(await screen.findByText('The decision stands. The server is busy.')).toBeInTheDocument();
  expect(listNames()).toEqual(['Product 2']);
  expect(screen.queryByText('Product 1 is back in the queue.')).toBeNull();
  expect(api.calls().filter((call) => call.startsWith('POST'))).toEqual([
    expect.stringMatching(/^POST \/moderation\/products\/1\/approve\?/),
    'POST /moderation/undo',
  ]);
  isBusy = false;
  await pressButton('Undo');
  expect(await screen.findByRole('heading', { name: 'Product 1' })).toBeInTheDocument();
});
