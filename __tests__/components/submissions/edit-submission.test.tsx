import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { ToastRegion } from '@/components/layout/app-parts';
import { SubmissionList } from '@/components/account/submission-list';
import { EditSubmission } from '@/components/submissions/submission-editor';
import type { SubmittedProduct } from '@/lib/contract/submission';
import { fakeApi, held, ok, refuse } from '../../setup/fake-api';
import { renderScreen } from '../../setup/render-screen';
import {
  answersForMember,
  buildAcmeSubmission,
  buildPreview,
  buildReference,
} from '../../setup/submission-answers';
import { click, field } from '../../setup/submission-screen';

beforeEach(() => localStorage.clear());

function open(overrides: Partial<SubmittedProduct>) {
  const sent: unknown[] = [];
  const product = buildAcmeSubmission(overrides);
  fakeApi({
    ...answersForMember(),
    'GET /user/private/products/7': () => ok({ product }),
    'PATCH /user/private/products/7': (_path, body) => {
      sent.push(body);
      return ok({ product: { ...product, status: 'pending' } });
    },
  });
  return { sent, ...renderScreen(<EditSubmission userId="1" id="7" />) };
}

it('shows why a product was rejected, and resubmits it with only the changed fields', async () => {
  const { sent, pushed } = open({ status: 'rejected', rejectionReason: 'Say what it does.' });
  expect(await screen.findByText('Say what it does.')).toBeInTheDocument();
  expect(screen.getByText('It will be submitted again and wait for a moderator.')).toBeInTheDocument();
  expect(field('Name')).toHaveValue('Acme');

  await userEvent.clear(field('Tagline'));
  await userEvent.type(field('Tagline'), 'Draws charts in the browser');
  await click('Submit again');
  await waitFor(() => expect(pushed).toEqual(['/account/profile?status=pending']));
  expect(sent).toEqual([{ tagline: 'Draws charts in the browser' }]);
  expect(localStorage).toHaveLength(0);
});

it('resubmits a rejected product without a change', async () => {
  const { sent } = open({ status: 'rejected', rejectionReason: 'By mistake.' });
  await screen.findByText('By mistake.');
  await click('Submit again');
  await waitFor(() => expect(sent).toEqual([{}]));
});

it('says what saving will do to an approved product', async () => {
  open({ status: 'approved' });
  expect(await screen.findByText(/show right away/)).toBeInTheDocument();
  await userEvent.type(field('Tagline'), '!');
  expect(screen.getByText(/show right away/)).toBeInTheDocument();
  await userEvent.type(field('Name'), '!');
  expect(screen.getByText(/stays listed as it is/)).toBeInTheDocument();
});

it('restores the draft of an edit, and discards it on request', async () => {
  const { unmount } = open({ status: 'pending', queuePlace: 2 });
  expect(await screen.findByText(/number 2 in the queue/)).toBeInTheDocument();
  await userEvent.type(field('Name'), ' 2');
  unmount();

  open({ status: 'pending', queuePlace: 2 });
  expect(await screen.findByText(/^Draft restored/)).toBeInTheDocument();
  expect(field('Name')).toHaveValue('Acme 2');
  await click('Discard changes');
  expect(field('Name')).toHaveValue('Acme');
});

it.each([
  [
    'Ada',
    'rejected',
    { status: 'pending', queuePlace: 3 },
    "Ada is waiting for a moderator. It's number 3 in the queue.",
  ],
  ['Bob', 'approved', { status: 'pending' }, 'Bob is waiting for a moderator.'],
  ['Cy', 'approved', { status: 'approved' }, 'Cy is updated.'],
  ['Dee', 'pending', { status: 'pending' }, 'Dee is updated.'],
  ['Eve', 'pending', { status: 'pending', queuePlace: 2 }, "Eve is updated. It's number 2 in the queue."],
] as const)(
  'says of %s, which was %s and is now %j, what has happened',
  async (name, status, saved, sentence) => {
    const product = buildAcmeSubmission({ name, status });
    fakeApi({
      ...answersForMember(),
      'GET /user/private/products/7': () => ok({ product }),
      'PATCH /user/private/products/7': () => ok({ product: { ...product, ...saved } }),
    });
    renderScreen(
      <>
        <EditSubmission userId="1" id="7" />
        <ToastRegion />
      </>,
    );
    await waitFor(() => expect(field('Name')).toHaveValue(name));
    await userEvent.type(field('Tagline'), '!');
    await click(status === 'rejected' ? 'Submit again' : 'Save changes');
    expect(await screen.findByText(sentence)).toBeInTheDocument();
  },
);

it('says that nothing has changed and sends no request', async () => {
  const { sent, pushed } = open({ status: 'approved' });
  await screen.findByText(/show right away/);
  await click('Save changes');
  expect(await screen.findByText(/You haven't changed anything yet/)).toBeInTheDocument();
  expect(sent).toEqual([]);
  expect(pushed).toEqual([]);
});

it('says that a product does not exist, was removed, or could not be loaded', async () => {
  const answers = [
    refuse(404, 'not_found', "You don't have this tool."),
    refuse(503, 'unavailable', 'Back in a moment.'),
    ok({ product: buildAcmeSubmission({ status: 'removed' }) }),
  ];
  fakeApi({
    ...answersForMember(),
    'GET /user/private/products/7': () => answers.shift() ?? ok({}),
  });
  const { unmount } = renderScreen(<EditSubmission userId="1" id="7" />);
  expect(await screen.findByText("We couldn't find this tool")).toBeInTheDocument();
  unmount();

  renderScreen(<EditSubmission userId="1" id="7" />);
  expect(await screen.findByText('Back in a moment.')).toBeInTheDocument();
  await click('Try again');
  expect(await screen.findByText('Acme was removed')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Go to your dashboard' })).toHaveAttribute(
    'href',
    '/account/profile',
  );
});

it('leads the owner of a discontinued product to a moderator', async () => {
  open({ status: 'discontinued' });
  expect(await screen.findByText('Acme is discontinued')).toBeInTheDocument();
  expect(screen.getByText('To edit this tool, ask a moderator to list it again first.')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Go to your dashboard' })).toHaveAttribute(
    'href',
    '/account/profile',
  );
  expect(screen.queryByRole('textbox')).toBeNull();
});

it('says that the product was removed while it was edited', async () => {
  fakeApi({
    ...answersForMember(),
    'GET /user/private/products/7': () => ok({ product: buildAcmeSubmission() }),
    'PATCH /user/private/products/7': () => refuse(410, 'gone', 'This tool was removed.'),
  });
  renderScreen(<EditSubmission userId="1" id="7" />);
  await screen.findByText(/show right away/);
  await userEvent.type(field('Name'), '!');
  await click('Save changes');
  expect(await screen.findByText(/This tool was removed while you were editing it/)).toBeInTheDocument();
});

it('fetches the page of a new URL, and does not report the product as its own duplicate', async () => {
  const own = { ...buildReference({ isOwn: true }), id: '7' };
  fakeApi({
    ...answersForMember(),
    'GET /user/private/products/7': () => ok({ product: buildAcmeSubmission() }),
    'GET /user/private/duplicates': () => ok({ duplicateOf: own, similar: [own] }),
    'POST /user/private/products/preview': () => ok(buildPreview({ name: '', duplicateOf: own })),
  });
  renderScreen(<EditSubmission userId="1" id="7" />);
  await screen.findByText(/show right away/);
  expect(screen.queryByRole('button', { name: 'Fetch details' })).not.toBeInTheDocument();
  await userEvent.type(field('Link'), '?ref=x');
  await click('Fetch details');
  expect(await screen.findAllByText('That link leads to the same page as before.')).toHaveLength(2);
  expect(screen.queryByText(/already/)).not.toBeInTheDocument();
});

it('shows the saved name on the dashboard at once, before the list is loaded again', async () => {
  const product = buildAcmeSubmission({ status: 'pending' });
  const [again, counts] = [held(), { approved: 0, pending: 1, rejected: 0 }];
  let lists = 0;
  const page = ok({ products: [product], nextCursor: null, counts });
  fakeApi({
    ...answersForMember(),
    'GET /user/private/products/7': () => ok({ product }),
    'PATCH /user/private/products/7': () => ok({ product: { ...product, name: 'Acme 2' } }),
    'GET /user/private/products': () => (lists++ === 0 ? page : again.answer),
  });
  renderScreen(<DashboardThenForm />);
  expect(await screen.findByRole('heading', { name: 'Acme' })).toBeInTheDocument();
  await click('Edit it');
  await waitFor(() => expect(field('Name')).toHaveValue('Acme'));
  await userEvent.type(field('Name'), ' 2');
  await click('Save changes');
  await click('To the dashboard');
  expect(await screen.findByRole('heading', { name: 'Acme 2' })).toBeInTheDocument();
});

/** The two pages in one tab, which share what is loaded. */
function DashboardThenForm() {
  const [isForm, setIsForm] = useState(false);
  return (
    <>
      <button onClick={() => setIsForm(true)}>Edit it</button>
      <button onClick={() => setIsForm(false)}>To the dashboard</button>
      {isForm ? <EditSubmission userId="1" id="7" /> : <SubmissionList status="pending" canEdit />}
    </>
  );
}
