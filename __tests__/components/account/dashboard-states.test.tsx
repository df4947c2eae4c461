import { screen } from '@testing-library/react';
import { buildSubmission } from '../../setup/build-submission';
import { list, renderDashboard, row } from '../../setup/dashboard-screen';
import { fakeApi, ok } from '../../setup/fake-api';
import { hasText } from '../../setup/has-text';
import { signInOnScreen } from '../../setup/screen-member';

it.each([
  ['approved', 'None of your tools are listed yet', 'Approved tools appear here with their upvotes.'],
  ['pending', 'Nothing in the queue', /^New submissions appear here with their place in the queue/],
  ['rejected', 'Nothing rejected', /^If a moderator rejects a submission, you'll find the reason here/],
  ['discontinued', 'Nothing discontinued', /^When one of your tools comes to its end, its page stays/],
])('says of the empty tab %s that there is nothing', async (status, title, text) => {
  const counts = { approved: 0, pending: 0, rejected: 0, discontinued: 0 };
  fakeApi({
    ...signInOnScreen(),
    'GET /user/private/products': () => ok({ products: [], counts, nextCursor: null }),
  });
  renderDashboard(status);
  expect(await screen.findByText(title)).toBeInTheDocument();
  expect(screen.getByText(text)).toBeInTheDocument();
});

it('says that a moderator gave no reason, and what is discontinued', async () => {
  fakeApi({
    ...signInOnScreen(),
    'GET /user/private/products': () =>
      list([
        buildSubmission(1, { status: 'rejected' }),
        buildSubmission(2, { status: 'discontinued' }),
        buildSubmission(3, { upvoteCount: 1 }),
      ]),
  });
  renderDashboard('approved');
  const rejected = await row('Product 1');
  expect(rejected.getByText('The moderator gave no reason.')).toBeInTheDocument();
  expect(rejected.getByText(hasText('Submitted on November 1, 2026'))).toBeInTheDocument();
  const ended = await row('Product 2');
  expect(
    ended.getByText('Discontinued. Its page stays, and lists and search leave it out.'),
  ).toBeInTheDocument();
  expect(ended.queryByRole('link', { name: /^Edit/ })).toBeNull();
  expect((await row('Product 3')).getByText('1 upvote')).toBeInTheDocument();
});
