import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { buildSubmission } from '../../setup/build-submission';
import { counts, list, renderDashboard, row, tab } from '../../setup/dashboard-screen';
import { fakeApi, held, ok, refuse } from '../../setup/fake-api';
import { signInOnScreen } from '../../setup/screen-member';

const approvedAt = '2026-11-01T00:00:00.000Z';
const dialog = () => within(screen.getByRole('dialog'));

it('withdraws a product after a confirmation, and moves the focus to the list', async () => {
  let products = [buildSubmission(1), buildSubmission(2)];
  let total = 12;
  const api = fakeApi({
    ...signInOnScreen(),
    'GET /user/private/products': () =>
      ok({ products, counts: { ...counts, approved: total }, nextCursor: null }),
    'DELETE /user/private/products/2': () => {
      products = products.slice(0, 1);
      total = 11;
      return ok({ message: 'Withdrawn. Anyone can submit its link again in 24 hours.' });
    },
  });
  renderDashboard('approved');

  await userEvent.click((await row('Product 2')).getByRole('button', { name: 'Withdraw Product 2' }));
  expect(screen.getByRole('dialog')).toHaveAccessibleName(/^Withdraw Product 2/);
  expect(dialog().getByText(/it stays, listed as submitted by a former member/)).toBeInTheDocument();
  expect(dialog().getByRole('button', { name: 'Keep it' })).toHaveFocus();
  expect(api.calls()).not.toContain('DELETE /user/private/products/2');

  await userEvent.click(dialog().getByRole('button', { name: 'Withdraw' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(screen.queryByRole('heading', { name: 'Product 2' })).not.toBeInTheDocument();
  expect(screen.getByRole('heading', { name: 'Product 1' })).toBeInTheDocument();
  expect(await tab('Approved 11')).toBeInTheDocument();
  await waitFor(() =>
    expect(screen.getByRole('heading', { level: 2, name: 'Approved tools' })).toHaveFocus(),
  );
});

it.each(['approved', 'rejected'] as const)(
  'says what becomes of a listed product with the status %s',
  async (status) => {
    fakeApi({
      ...signInOnScreen(),
      'GET /user/private/products': () => list([buildSubmission(1, { status, approvedAt })]),
    });
    renderDashboard(status);
    await userEvent.click((await row('Product 1')).getByRole('button', { name: 'Withdraw Product 1' }));
    expect(
      dialog().getByText(
        'If others have upvoted or bookmarked it, it stays, listed as submitted by a former member. Otherwise it disappears from lists and search right away. Its page then says that the tool is gone, and anyone can submit its link again after 24 hours.',
      ),
    ).toBeInTheDocument();
  },
);

it('says that the link of a product that was never listed can be submitted again, and keeps the product on “Keep it”', async () => {
  const api = fakeApi({
    ...signInOnScreen(),
    'GET /user/private/products': () => list([buildSubmission(1, { status: 'pending', queuePlace: 1 })]),
  });
  renderDashboard('pending');
  const withdraw = (await row('Product 1')).getByRole('button', { name: 'Withdraw Product 1' });
  await userEvent.click(withdraw);
  expect(dialog().getByText(/never listed, so it's deleted for good/)).toBeInTheDocument();
  await userEvent.click(dialog().getByRole('button', { name: 'Keep it' }));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  await waitFor(() => expect(withdraw).toHaveFocus());
  expect(api.calls().filter((call) => call.startsWith('DELETE'))).toEqual([]);
});

it('keeps a product whose withdrawal fails, shows why, and makes one call for two clicks', async () => {
  const answer = held();
  const api = fakeApi({
    ...signInOnScreen(),
    'GET /user/private/products': () => list([buildSubmission(1)]),
    'DELETE /user/private/products/1': () => answer.answer,
  });
  renderDashboard('approved');
  await userEvent.click((await row('Product 1')).getByRole('button', { name: 'Withdraw Product 1' }));
  await userEvent.click(dialog().getByRole('button', { name: 'Withdraw' }));
  await userEvent.click(dialog().getByRole('button', { name: 'Withdraw' }));
  await userEvent.keyboard('{Escape}');
  answer.send(refuse(503, 'unavailable', 'The server is resting.'));

  expect(await dialog().findByText('The server is resting.')).toHaveAttribute('role', 'alert');
  expect(screen.getByRole('heading', { name: 'Product 1', hidden: true })).toBeInTheDocument();
  expect(api.calls().filter((call) => call.startsWith('DELETE'))).toHaveLength(1);
});

it('withdraws a product that is gone already because the answer to the first attempt was lost', async () => {
  let isGone = false;
  fakeApi({
    ...signInOnScreen(),
    'GET /user/private/products': () => list(isGone ? [] : [buildSubmission(1)]),
    'DELETE /user/private/products/1': () => {
      if (isGone) return refuse(404, 'not_found', "You don't have this tool.");
      isGone = true;
      throw new TypeError('Failed to fetch');
    },
  });
  renderDashboard('approved');
  await userEvent.click((await row('Product 1')).getByRole('button', { name: 'Withdraw Product 1' }));
  await userEvent.click(dialog().getByRole('button', { name: 'Withdraw' }));
  expect(await dialog().findByText(/^We can't reach the server/)).toBeInTheDocument();
  await userEvent.click(dialog().getByRole('button', { name: 'Withdraw' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(screen.queryByRole('heading', { name: 'Product 1' })).not.toBeInTheDocument();
});
