import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { buildSubmission } from '../../setup/build-submission';
import { list, renderDashboard, row, tab } from '../../setup/dashboard-screen';
import { fakeApi, ok, refuse } from '../../setup/fake-api';
import { signInOnScreen } from '../../setup/screen-member';
import { hasText } from '../../setup/has-text';

const published = {
  url: 'https://figgle.example/',
  iconURL: '/api/tiles/Figgle.svg',
  screenshotURL: null,
  imageURL: '/api/tiles/Figgle.svg',
};

it('has a tab with a count for each status, and marks the current tab', async () => {
  fakeApi({ ...signInOnScreen(), 'GET /user/private/products': () => list([buildSubmission(1)]) });
  renderDashboard('approved');

  const approved = await tab('Approved 12');
  expect(approved).toHaveAttribute('aria-current', 'page');
  expect(approved).toHaveAttribute('href', '/account/profile?status=approved');
  expect(await tab('Pending 2')).toHaveAttribute('href', '/account/profile?status=pending');
  expect(await tab('Pending 2')).not.toHaveAttribute('aria-current');
  expect(await tab('Rejected 1')).toHaveAttribute('href', '/account/profile?status=rejected');
});

it('shows approved products for an unknown status', async () => {
  const api = fakeApi({
    ...signInOnScreen(),
    'GET /user/private/products': () => list([buildSubmission(1)]),
  });
  renderDashboard('deleted');
  expect(await tab('Approved 12')).toHaveAttribute('aria-current', 'page');
  expect(api.calls()).toContain('GET /user/private/products?status=approved');
});

it('links an approved product to its page, with its upvotes and the day it was listed', async () => {
  fakeApi({
    ...signInOnScreen(),
    'GET /user/private/products': () => list([buildSubmission(1, { upvoteCount: 12_345 })]),
  });
  renderDashboard('approved');
  const product = await row('Product 1');
  expect(product.getByRole('link', { name: 'Product 1' })).toHaveAttribute('href', '/tool/product-1');
  expect(product.getByText('12,345 upvotes')).toBeInTheDocument();
  expect(product.getByText('November 1, 2026')).toHaveAttribute('datetime', '2026-11-01T00:00:00.000Z');
  expect(product.getByRole('link', { name: 'Edit Product 1' })).toHaveAttribute(
    'href',
    '/account/submit?id=1',
  );
});

it('shows the place of a pending product in the queue, and what stays public while an edit is pending', async () => {
  fakeApi({
    ...signInOnScreen(),
    'GET /user/private/products': () =>
      list([
        buildSubmission(1, { status: 'pending', queuePlace: 3 }),
        buildSubmission(2, {
          status: 'pending',
          queuePlace: 22,
          approvedAt: '2026-11-01T00:00:00.000Z',
          publishedVersion: { ...published, name: 'Figgle' },
        }),
        buildSubmission(3, { status: 'pending', publishedVersion: { ...published, name: 'Product 3' } }),
      ]),
  });
  renderDashboard('pending');

  const submitted = await row('Product 1');
  expect(submitted.getByText('3rd in the queue')).toBeInTheDocument();
  expect(submitted.queryByText(/stays public/)).not.toBeInTheDocument();
  const changed = await row('Product 2');
  expect(changed.getByText('22nd in the queue')).toBeInTheDocument();
  expect(
    changed.getByText(hasText('Your edit is waiting for a moderator. Figgle stays public until then.')),
  ).toBeInTheDocument();
  const sameName = await row('Product 3');
  expect(
    sameName.getByText(
      hasText('Your edit is waiting for a moderator. The approved version stays public until then.'),
    ),
  ).toBeInTheDocument();
});

it.each(['pending', 'rejected'] as const)('links a %s product to its private page', async (status) => {
  fakeApi({
    ...signInOnScreen(),
    'GET /user/private/products': () => list([buildSubmission(1, { status })]),
  });
  renderDashboard(status);
  const product = await row('Product 1');
  expect(product.getByRole('link', { name: 'Product 1' })).toHaveAttribute('href', '/tool/product-1');
});

it('shows the reason for a rejection and a link to resubmit', async () => {
  fakeApi({
    ...signInOnScreen(),
    'GET /user/private/products': () =>
      list([buildSubmission(1, { status: 'rejected', rejectionReason: 'It is a shop, not a tool.' })]),
  });
  renderDashboard('rejected');
  const product = await row('Product 1');
  expect(product.getByText('It is a shop, not a tool.')).toBeInTheDocument();
  expect(product.getByRole('link', { name: 'Edit and resubmit Product 1' })).toHaveAttribute(
    'href',
    '/account/submit?id=1',
  );
});

it('shows why an edit was rejected, and what stays public', async () => {
  const rejected = { status: 'rejected', rejectionReason: 'The new name is taken.' } as const;
  fakeApi({
    ...signInOnScreen(),
    'GET /user/private/products': () =>
      list([
        buildSubmission(1, { ...rejected, publishedVersion: { ...published, name: 'Figgle' } }),
        buildSubmission(2, rejected),
      ]),
  });
  renderDashboard('rejected');

  const edit = await row('Product 1');
  expect(edit.getByText('Why your edit was rejected')).toBeInTheDocument();
  expect(edit.getByText('The new name is taken.')).toBeInTheDocument();
  expect(edit.getByText(hasText('Figgle stays public.'))).toBeInTheDocument();
  const submission = await row('Product 2');
  expect(submission.getByText('Why it was rejected')).toBeInTheDocument();
  expect(submission.queryByText(/stays public/)).not.toBeInTheDocument();
});

it('loads more products below the last one, and shows a failure', async () => {
  const further = [
    refuse(503, 'unavailable', 'The server is resting.'),
    list([buildSubmission(3), buildSubmission(4)]),
  ];
  const api = fakeApi({
    ...signInOnScreen(),
    'GET /user/private/products': (address) =>
      address.includes('after=5')
        ? (further.shift() ?? refuse(500, 'internal', 'Once too often.'))
        : list([buildSubmission(6), buildSubmission(5)], '5'),
  });
  renderDashboard('approved');
  await row('Product 5');

  await userEvent.click(screen.getByRole('button', { name: 'Load more' }));
  expect(await screen.findByText('The server is resting.')).toBeInTheDocument();
  expect(screen.getByRole('heading', { name: 'Product 5' })).toBeInTheDocument();

  await userEvent.click(screen.getByRole('button', { name: 'Load more' }));
  await row('Product 4');
  expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    'Product 6',
    'Product 5',
    'Product 3',
    'Product 4',
  ]);
  expect(screen.queryByRole('button', { name: 'Load more' })).not.toBeInTheDocument();
  expect(api.calls().filter((call) => call.includes('after=5'))).toHaveLength(2);
});

it('offers one next step in an empty tab: the queue, or a first submission', async () => {
  let pending = 2;
  fakeApi({
    ...signInOnScreen(),
    'GET /user/private/products': () =>
      ok({ products: [], counts: { approved: 0, pending, rejected: 0 }, nextCursor: null }),
  });
  const { unmount } = renderDashboard('approved');
  expect(await screen.findByRole('link', { name: 'See 2 tools in the queue' })).toHaveAttribute(
    'href',
    '/account/profile?status=pending',
  );
  unmount();

  pending = 0;
  renderDashboard('approved');
  expect(await screen.findByRole('link', { name: 'Submit a tool' })).toHaveAttribute(
    'href',
    '/account/submit',
  );
});

it('shows that the list failed to load, and loads it on “Try again”', async () => {
  let isReachable = false;
  fakeApi({
    ...signInOnScreen(),
    'GET /user/private/measures': () => ok({ measures: [], past: [] }),
    'GET /user/private/removals': () => ok({ removals: [] }),
    'GET /user/private/suggestions': () => ok({ suggestions: [], nextCursor: null }),
    'GET /user/private/alternatives': () => ok({ proposals: [], nextCursor: null }),
    'GET /user/private/reports': () => ok({ reports: [], nextCursor: null }),
    'GET /user/private/products': () =>
      isReachable ? list([buildSubmission(1)]) : refuse(503, 'unavailable', 'The server is resting.'),
  });
  renderDashboard('approved');
  expect(await screen.findByText("We couldn't load your tools")).toBeInTheDocument();
  expect(screen.getByText('The server is resting.')).toBeInTheDocument();
  isReachable = true;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'Product 1' })).toBeInTheDocument();
});

it('links to moderation for moderators only', async () => {
  fakeApi({
    ...signInOnScreen({ role: 'moderator' }),
    'GET /user/private/products': () => list([]),
  });
  const { unmount } = renderDashboard('approved');
  const navigation = () => within(screen.getByRole('navigation', { name: 'Account' }));
  expect(await screen.findByRole('link', { name: 'Moderation' })).toHaveAttribute('href', '/moderation');
  expect(navigation().getByRole('link', { name: 'Dashboard' })).toHaveAttribute('aria-current', 'page');
  unmount();

  fakeApi({ ...signInOnScreen(), 'GET /user/private/products': () => list([]) });
  renderDashboard('approved');
  await tab('Approved 12');
  expect(navigation().queryByRole('link', { name: 'Moderation' })).not.toBeInTheDocument();
});
