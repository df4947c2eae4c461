import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ToastRegion } from '@/components/layout/toast-region';
import { ModerationQueue } from '@/components/moderation/moderation-queue';
import type { ModeratedProduct } from '@/lib/contract/moderation';
import { clearSessionToken, storeSessionToken } from '@/lib/session-token';
import { buildWireProduct } from '../../setup/build-product';
import { fakeApi, held, ok, refuse } from '../../setup/fake-api';
import { renderScreen } from '../../setup/render-screen';

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 60 * 60 * 1000).toISOString();

function buildPending(number: number, overrides: Partial<ModeratedProduct> = {}): ModeratedProduct {
  return {
    ...buildWireProduct(number, { status: 'pending', approvedAt: null, createdAt: hoursAgo(50 - number) }),
    submitter: { handle: 'ada', name: 'Ada Byron', avatarURL: null },
    updatedAt: hoursAgo(50 - number),
    waitingSince: hoursAgo(50 - number),
    ...overrides,
  };
}

/** A queue on the server: what was decided is in it no more. */
function fakeQueue(waiting: ModeratedProduct[]) {
  let products = waiting;
  return {
    list: () => ok({ products, nextCursor: null, pendingCount: products.length }),
    decide: (id: string) => {
      const [product] = products.filter((one) => one.id === id);
      products = products.filter((one) => one.id !== id);
      return ok({ product });
    },
  };
}

const render = () =>
  renderScreen(
    <>
      <ModerationQueue handle="mo" image={({ name }) => <p>Picture of {name}</p>} />
      <ToastRegion />
    </>,
  );
const entry = (name: string) => screen.findByRole('article', { name });
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const names = () => screen.queryAllByRole('heading', { level: 2 }).map((heading) => heading.textContent);

beforeEach(() => storeSessionToken('token'));
afterEach(() => clearSessionToken());

it('shows all that a decision needs', async () => {
  const queue = fakeQueue([
    buildPending(1, {
      descriptionHTML: '<p>It is <strong>fast</strong>.</p>',
      approvedAt: '2026-06-01T12:00:00.000Z',
      lastRejection: { reason: 'It was a poem.', rejectedAt: '2026-07-02T12:00:00.000Z' },
    }),
    buildPending(2, { submitter: { handle: 'mo', name: 'Mo', avatarURL: null } }),
  ]);
  fakeApi({ 'GET /moderation/products': queue.list });
  render();

  const first = within(await entry('Product 1'));
  expect(screen.getByText('2 tools waiting, the oldest for 2 days.')).toBeInTheDocument();
  expect(first.getByText('Picture of Product 1')).toBeInTheDocument();
  expect(first.getByText('A product that was built for a test')).toBeInTheDocument();
  expect(first.getByText('fast').tagName).toBe('STRONG');
  expect(first.getByText('Testing')).toBeInTheDocument();
  expect(first.getByRole('link', { name: 'Ada Byron' })).toHaveAttribute('href', '/u/ada');
  expect(first.getByText('Waiting for 2 days')).toBeInTheDocument();
  expect(first.getByText('1 June 2026')).toBeInTheDocument();
  expect(first.getByText('It was a poem.')).toBeInTheDocument();
  expect(first.getByRole('link', { name: 'View page of Product 1' })).toHaveAttribute(
    'href',
    '/tool/product-1',
  );
  expect(first.queryByText('Currently public as')).toBeNull();
  const address = first.getByRole('link', { name: /^https:\/\/product-1\.example/ });
  expect(address).toHaveAttribute('target', '_blank');
  expect(address).toHaveAttribute('rel', 'noopener noreferrer nofollow');

  const second = within(await entry('Product 2'));
  expect(second.getByText(/\(you\)/)).toBeInTheDocument();
  expect(second.queryByText(/First listed|Rejected on/)).toBeNull();
});

it('shows what an edit of a listed product changes', async () => {
  const published = {
    name: 'Figgle',
    url: 'https://figgle.example/',
    imageURL: '/api/images/AAAAAAAAAAAAAAAAAAAAAA',
  };
  const queue = fakeQueue([
    buildPending(1, { publishedVersion: published }),
    buildPending(2, {
      publishedVersion: {
        name: 'Figgle',
        url: 'https://product-2.example/',
        imageURL: '/api/tiles/Figgle.svg',
      },
    }),
  ]);
  fakeApi({ 'GET /moderation/products': queue.list });
  render();

  const changesOf = async (name: string) =>
    within(within(await entry(name)).getByRole('region', { name: 'Currently public' }));
  const all = await changesOf('Product 1');
  expect(all.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['Name', 'Link', 'Image']);
  expect(all.getByText('Figgle')).toBeInTheDocument();
  expect(all.getByText('https://figgle.example/')).toBeInTheDocument();
  expect(all.getByRole('presentation')).toHaveAttribute('src', expect.stringContaining(published.imageURL));
  const nameOnly = await changesOf('Product 2');
  expect(nameOnly.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['Name']);
  expect(screen.getByRole('link', { name: 'View public page of Product 2' })).toHaveAttribute(
    'href',
    '/tool/product-2',
  );
});

it('gives each heading of the descriptions an id of its own', async () => {
  const descriptionHTML =
    '<h3 id="about-features">Features</h3>\n<p>See <code>id="about-features"</code>.</p>';
  const queue = fakeQueue([buildPending(1, { descriptionHTML }), buildPending(2, { descriptionHTML })]);
  fakeApi({ 'GET /moderation/products': queue.list });
  render();
  await entry('Product 2');

  expect(screen.getAllByRole('heading', { level: 3 }).map(({ id }) => id)).toEqual([
    'about-1-features',
    'about-2-features',
  ]);
  expect(screen.getAllByText('id="about-features"')).toHaveLength(2);
});

it('takes an approved product out at once, before the server answers, and moves on to the next', async () => {
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
  render();
  await entry('Product 2');

  await press('Approve Product 2');

  expect(names()).toEqual(['Product 1', 'Product 3']);
  expect(screen.getByText(/^2 tools waiting/)).toBeInTheDocument();
  expect(screen.getByRole('heading', { name: 'Product 3' })).toHaveFocus();
  expect(sent.map((path) => new URL(path, 'http://site.test').searchParams.get('seen'))).toEqual([
    seen.updatedAt,
  ]);

  post.send(queue.decide('2'));
  expect(await screen.findByText('Product 2 approved.')).toBeInTheDocument();
  expect(names()).toEqual(['Product 1', 'Product 3']);

  await userEvent.tab();
  expect(screen.getByRole('link', { name: /^https:\/\/product-3/ })).toHaveFocus();
});

it('puts the product back when the server refuses, and says why', async () => {
  const queue = fakeQueue([buildPending(1), buildPending(2)]);
  const post = held();
  fakeApi({
    'GET /moderation/products': queue.list,
    'POST /moderation/products/1/approve': () => post.answer,
  });
  render();

  await press('Approve Product 1');
  await waitFor(() => expect(names()).toEqual(['Product 2']));

  post.send(refuse(503, 'unavailable', 'The server is busy.'));
  await waitFor(() => expect(names()).toEqual(['Product 1', 'Product 2']));
  expect(await screen.findByText('Product 1 is still in the queue. The server is busy.')).toBeInTheDocument();
});

it('leaves a product out that another moderator has decided, and tells so', async () => {
  const queue = fakeQueue([buildPending(1), buildPending(2)]);
  fakeApi({
    'GET /moderation/products': queue.list,
    'POST /moderation/products/1/approve': () => {
      queue.decide('1');
      return refuse(409, 'conflict', 'Product 1 was rejected already.');
    },
  });
  render();

  await press('Approve Product 1');

  expect(await screen.findByText('Product 1 was rejected already.')).toBeInTheDocument();
  expect(names()).toEqual(['Product 2']);
});

it('shows a product anew that its submitter changed meanwhile', async () => {
  let products = [buildPending(1)];
  fakeApi({
    'GET /moderation/products': () => ok({ products, nextCursor: null, pendingCount: 1 }),
    'POST /moderation/products/1/approve': () => {
      products = [buildPending(1, { tagline: 'Something else altogether', updatedAt: hoursAgo(0) })];
      return refuse(409, 'conflict', 'Product 1 was changed since you opened it. Look at it again.');
    },
  });
  render();

  await press('Approve Product 1');

  expect(await screen.findByText(/was changed since you opened it/)).toBeInTheDocument();
  expect(await screen.findByText('Something else altogether')).toBeInTheDocument();
});

it('rejects with a reason, ready or written', async () => {
  const queue = fakeQueue([buildPending(1)]);
  const sent: unknown[] = [];
  const api = fakeApi({
    'GET /moderation/products': queue.list,
    'POST /moderation/products/1/reject': (_, body) => {
      sent.push(body);
      return queue.decide('1');
    },
  });
  render();

  await press('Reject … Product 1');
  const field = screen.getByRole('textbox', { name: 'Why are you rejecting Product 1?' });
  expect(field).toHaveFocus();

  await press('Send rejection');
  expect(screen.getByText('Write a reason.')).toBeInTheDocument();
  expect(field).toHaveFocus();
  expect(api.calls().filter((call) => call.startsWith('POST'))).toEqual([]);

  await press('Not a web tool');
  expect(field).toHaveValue("It isn't a web tool.");
  expect(screen.queryByText('Write a reason.')).toBeNull();
  await userEvent.type(field, ' It is a poem. ');
  await press('Send rejection');

  expect(await screen.findByText("You're all caught up")).toBeInTheDocument();
  expect(sent).toEqual([{ reason: "It isn't a web tool. It is a poem." }]);
  expect(screen.getByText('The queue is empty.')).toHaveFocus();
  expect(await screen.findByText('Product 1 rejected.')).toBeInTheDocument();
});

it('keeps the words of a rejection that could not be sent', async () => {
  fakeApi({
    'GET /moderation/products': fakeQueue([buildPending(1)]).list,
    'POST /moderation/products/1/reject': () => refuse(503, 'unavailable', 'The server is busy.'),
  });
  render();

  await press('Reject … Product 1');
  await userEvent.type(screen.getByRole('textbox'), 'It is a poem.');
  await press('Send rejection');

  expect(await screen.findByText('Product 1 is still in the queue. The server is busy.')).toBeInTheDocument();
  expect(screen.getByRole('textbox')).toHaveValue('It is a poem.');
});

it('gives up a rejection on Escape, and is back where it began', async () => {
  fakeApi({ 'GET /moderation/products': fakeQueue([buildPending(1)]).list });
  render();

  await press('Reject … Product 1');
  await userEvent.keyboard('{Escape}');

  expect(screen.queryByRole('textbox')).toBeNull();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Reject … Product 1' })).toHaveFocus());
});

it('says that nothing waits', async () => {
  fakeApi({ 'GET /moderation/products': fakeQueue([]).list });
  render();
  expect(screen.getByText('Loading …')).toBeInTheDocument();
  expect(await screen.findByText("You're all caught up")).toBeInTheDocument();
});

it('offers another try when the queue cannot be loaded', async () => {
  let isUp = false;
  const queue = fakeQueue([buildPending(1)]);
  fakeApi({
    'GET /moderation/products': () =>
      isUp ? queue.list() : refuse(503, 'unavailable', 'The server is busy.'),
  });
  render();

  expect(await screen.findByText("We couldn't load the queue")).toBeInTheDocument();
  expect(screen.getByText('The server is busy.')).toBeInTheDocument();
  isUp = true;
  await press('Try again');
  expect(await entry('Product 1')).toBeInTheDocument();
});

it('loads what is further down', async () => {
  fakeApi({
    'GET /moderation/products': (path) =>
      path.includes('after=next')
        ? ok({ products: [buildPending(2)], nextCursor: null, pendingCount: 2 })
        : ok({ products: [buildPending(1)], nextCursor: 'next', pendingCount: 2 }),
  });
  render();

  await press('Load more');

  await waitFor(() => expect(names()).toEqual(['Product 1', 'Product 2']));
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
});
