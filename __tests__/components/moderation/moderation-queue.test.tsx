import { screen, waitFor, within } from '@testing-library/react';
import { clearSessionToken, storeSessionToken } from '@/lib/session-token';
import { fakeApi, held, ok, refuse } from '../../setup/fake-api';
import {
  buildPending,
  fakeQueue,
  listNames,
  pressButton,
  queueItem,
  renderQueue,
} from '../../setup/fake-moderation-queue';

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
  renderQueue();

  const first = within(await queueItem('Product 1'));
  expect(screen.getByText('2 tools waiting, the oldest for 2 days.')).toBeInTheDocument();
  expect(first.getByText('Picture of Product 1')).toBeInTheDocument();
  expect(first.getByText('A product that was built for a test')).toBeInTheDocument();
  expect(first.getByText('fast').tagName).toBe('STRONG');
  expect(first.getByText('Testing')).toBeInTheDocument();
  expect(first.getByRole('link', { name: 'Ada Byron' })).toHaveAttribute('href', '/u/ada');
  expect(first.getByText('Waiting for 2 days')).toBeInTheDocument();
  expect(first.getByText('June 1, 2026')).toBeInTheDocument();
  expect(first.getByText('It was a poem.')).toBeInTheDocument();
  expect(first.getByRole('link', { name: 'View page of Product 1' })).toHaveAttribute(
    'href',
    '/tool/product-1',
  );
  expect(first.queryByText('Currently public as')).toBeNull();
  for (const name of [/^Reject/, /^Edit/, /^Snooze/])
    expect(first.getByRole('button', { name })).toHaveAttribute('aria-expanded', 'false');
  const address = first.getByRole('link', { name: /^https:\/\/product-1\.example/ });
  expect(address).toHaveAttribute('target', '_blank');
  expect(address).toHaveAttribute('rel', 'noopener noreferrer nofollow');

  const second = within(await queueItem('Product 2'));
  expect(second.getByText(/\(you\)/)).toBeInTheDocument();
  expect(second.queryByText(/First listed|Rejected on/)).toBeNull();
});

it('shows what an edit of a listed product changes', async () => {
  const published = {
    name: 'Figgle',
    url: 'https://figgle.example/',
    iconURL: '/api/images/AAAAAAAAAAAAAAAAAAAAAA',
    screenshotURL: '/api/images/BBBBBBBBBBBBBBBBBBBBBB',
    imageURL: '/api/images/AAAAAAAAAAAAAAAAAAAAAA',
  };
  const queue = fakeQueue([
    buildPending(1, { publishedVersion: published }),
    buildPending(2, {
      publishedVersion: {
        name: 'Figgle',
        url: 'https://product-2.example/',
        iconURL: '/api/tiles/Figgle.svg',
        screenshotURL: null,
        imageURL: '/api/tiles/Figgle.svg',
      },
    }),
  ]);
  fakeApi({ 'GET /moderation/products': queue.list });
  renderQueue();

  const changesOf = async (name: string) =>
    within(within(await queueItem(name)).getByRole('region', { name: 'Currently public' }));
  const all = await changesOf('Product 1');
  expect(all.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
    'Name',
    'Link',
    'Icon',
    'Screenshot',
  ]);
  expect(all.getByText('Figgle')).toBeInTheDocument();
  expect(all.getByText('https://figgle.example/')).toBeInTheDocument();
  expect(all.getAllByRole('presentation').map((image) => image.getAttribute('src'))).toEqual([
    `${published.iconURL}/mark.webp`,
    published.screenshotURL,
  ]);
  const nameOnly = await changesOf('Product 2');
  expect(nameOnly.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['Name']);
  expect(screen.getByRole('link', { name: 'View public page of Product 2' })).toHaveAttribute(
    'href',
    '/tool/product-2',
  );
});

it('shows the values of the declared fields, links in full, and the answer to a rejection', async () => {
  const fact = { source: 'submitter' as const, checkedAt: '2026-11-20T23:30:00.000Z' };
  const facts = [
    { ...fact, key: 'runs', label: 'Runs on', parts: [{ text: 'Web' }, { text: 'Linux' }] },
    { ...fact, key: 'code', label: 'Code', parts: [{ text: 'git.example', url: 'https://git.example/a' }] },
  ];
  const answer = { text: 'It is prose now.', answeredAt: '2026-07-03T12:00:00.000Z' };
  const queue = fakeQueue([buildPending(1, { facts, answer, risk: 3, submitter: null })]);
  fakeApi({ 'GET /moderation/products': queue.list });
  renderQueue();

  const item = await queueItem('Product 1');
  const shown = within(item)
    .getAllByRole('term')
    .map(({ textContent, nextSibling }) => [textContent, nextSibling?.textContent]);
  expect(shown).toEqual([
    ['Runs on:', 'Web, Linux'],
    ['Code:', 'https://git.example/a'],
  ]);
  expect(item).toHaveTextContent('The submitter answered on July 3, 2026: It is prose now.');
  expect(item).toHaveTextContent('Submitted by a deleted accountWaiting for 2 daysRisk 3 of 10');
});

it('gives each heading of the descriptions a unique id', async () => {
  const descriptionHTML =
    '<h3 id="about-features">Features</h3>\n<p>See <code>id="about-features"</code>.</p>';
  const queue = fakeQueue([buildPending(1, { descriptionHTML }), buildPending(2, { descriptionHTML })]);
  fakeApi({ 'GET /moderation/products': queue.list });
  renderQueue();
  await queueItem('Product 2');

  expect(screen.getAllByRole('heading', { level: 3 }).map(({ id }) => id)).toEqual([
    'about-1-features',
    'about-2-features',
  ]);
  expect(screen.getAllByText('id="about-features"')).toHaveLength(2);
});

it('says that the queue is empty', async () => {
  fakeApi({ 'GET /moderation/products': fakeQueue([]).list });
  renderQueue();
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
  renderQueue();

  expect(await screen.findByText("We couldn't load the queue")).toBeInTheDocument();
  expect(screen.getByText('The server is busy.')).toBeInTheDocument();
  isUp = true;
  await pressButton('Try again');
  expect(await queueItem('Product 1')).toBeInTheDocument();
});

it('counts the products of pages that are not loaded', async () => {
  const post = held();
  fakeApi({
    'GET /moderation/products': () =>
      ok({ products: [buildPending(1)], nextCursor: 'next', pendingCount: 1_041 }),
    'POST /moderation/products/1/approve': () => post.answer,
  });
  renderQueue();
  expect(await screen.findByText('1,041 tools waiting, the oldest for 2 days.')).toBeInTheDocument();

  await pressButton('Approve Product 1');
  expect(screen.getByText('1,040 more waiting.')).toBeInTheDocument();
  expect(screen.queryByText("You're all caught up")).toBeNull();
});

it('loads the next page', async () => {
  fakeApi({
    'GET /moderation/products': (path) =>
      path.includes('after=next')
        ? ok({ products: [buildPending(2)], nextCursor: null, pendingCount: 2 })
        : ok({ products: [buildPending(1)], nextCursor: 'next', pendingCount: 2 }),
  });
  renderQueue();

  await pressButton('Load more');

  await waitFor(() => expect(listNames()).toEqual(['Product 1', 'Product 2']));
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
});

it('says that a long queue has at least as many products as were counted', async () => {
  fakeApi({
    'GET /moderation/products': () =>
      ok({ products: [buildPending(1)], nextCursor: 'x', pendingCount: 5_000 }),
  });
  renderQueue();
  expect(await screen.findByText('At least 5,000 tools waiting, the oldest for 2 days.')).toBeInTheDocument();
});
