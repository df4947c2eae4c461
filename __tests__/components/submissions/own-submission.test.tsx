import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { OwnSubmission } from '@/components/submissions/own-submission';
import type { SubmittedProduct } from '@/lib/contract/submission';
import { fakeApi, ok, refuse } from '../../setup/fake-api';
import { renderScreen } from '../../setup/render-screen';
import {
  answersForMember,
  buildOwnProduct,
  buildPreview,
  buildReference,
} from '../../setup/submission-answers';

const field = (name: string) => screen.getByRole('textbox', { name });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

beforeEach(() => localStorage.clear());

function open(overrides: Partial<SubmittedProduct>) {
  const sent: unknown[] = [];
  const product = buildOwnProduct(overrides);
  fakeApi({
    ...answersForMember(),
    'GET /user/private/products/7': () => ok({ product }),
    'PATCH /user/private/products/7': (_path, body) => {
      sent.push(body);
      return ok({ product: { ...product, status: 'pending' } });
    },
  });
  return { sent, ...renderScreen(<OwnSubmission userId="1" id="7" />) };
}

it('shows why a product was rejected, and submits it again with what was changed alone', async () => {
  const { sent, pushed } = open({ status: 'rejected', rejectionReason: 'Say what it does.' });
  expect(await screen.findByText('Say what it does.')).toBeInTheDocument();
  expect(screen.getByText('It is submitted again and waits for a moderator.')).toBeInTheDocument();
  expect(field('Name')).toHaveValue('Acme');

  await userEvent.clear(field('Tagline'));
  await userEvent.type(field('Tagline'), 'Draws charts in the browser');
  await press('Submit again');
  await waitFor(() => expect(pushed).toEqual(['/account/profile?status=pending']));
  expect(sent).toEqual([{ tagline: 'Draws charts in the browser' }]);
  expect(localStorage).toHaveLength(0);
});

it('lets a rejected product be submitted again as it is', async () => {
  const { sent } = open({ status: 'rejected', rejectionReason: 'By mistake.' });
  await screen.findByText('By mistake.');
  await press('Submit again');
  await waitFor(() => expect(sent).toEqual([{}]));
});

it('says what saving does to an approved product, before it is saved', async () => {
  open({ status: 'approved' });
  expect(await screen.findByText(/change at once/)).toBeInTheDocument();
  await userEvent.type(field('Tagline'), '!');
  expect(screen.getByText(/change at once/)).toBeInTheDocument();
  await userEvent.type(field('Name'), '!');
  expect(screen.getByText(/is not shown until they agree/)).toBeInTheDocument();
});

it('keeps a draft of each edit, and gives it up when asked', async () => {
  const { unmount } = open({ status: 'pending', queuePlace: 2 });
  expect(await screen.findByText(/number 2 in the queue/)).toBeInTheDocument();
  await userEvent.type(field('Name'), ' 2');
  unmount();

  open({ status: 'pending', queuePlace: 2 });
  expect(await screen.findByText(/^Draft restored/)).toBeInTheDocument();
  expect(field('Name')).toHaveValue('Acme 2');
  await press('Discard changes');
  expect(field('Name')).toHaveValue('Acme');
});

it('says that nothing has changed instead of asking the server', async () => {
  const { sent, pushed } = open({ status: 'approved' });
  await screen.findByText(/change at once/);
  await press('Save changes');
  expect(await screen.findByText(/Nothing has changed yet/)).toBeInTheDocument();
  expect(sent).toEqual([]);
  expect(pushed).toEqual([]);
});

it('says that a product is not there, was removed, or could not be loaded', async () => {
  const answers = [
    refuse(404, 'not_found', 'You have no such tool.'),
    refuse(503, 'unavailable', 'Back in a moment.'),
    ok({ product: buildOwnProduct({ status: 'removed' }) }),
  ];
  fakeApi({
    ...answersForMember(),
    'GET /user/private/products/7': () => answers.shift() ?? ok({}),
  });
  const { unmount } = renderScreen(<OwnSubmission userId="1" id="7" />);
  expect(await screen.findByText('You have no such tool')).toBeInTheDocument();
  unmount();

  renderScreen(<OwnSubmission userId="1" id="7" />);
  expect(await screen.findByText('Back in a moment.')).toBeInTheDocument();
  await press('Try again');
  expect(await screen.findByText('Acme was removed')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Go to your dashboard' })).toHaveAttribute(
    'href',
    '/account/profile',
  );
});

it('tells when the product is removed while it is being edited', async () => {
  fakeApi({
    ...answersForMember(),
    'GET /user/private/products/7': () => ok({ product: buildOwnProduct() }),
    'PATCH /user/private/products/7': () => refuse(410, 'gone', 'This tool was removed.'),
  });
  renderScreen(<OwnSubmission userId="1" id="7" />);
  await screen.findByText(/change at once/);
  await userEvent.type(field('Name'), '!');
  await press('Save changes');
  expect(await screen.findByText(/This tool was removed meanwhile/)).toBeInTheDocument();
});

it('reads the page of a new address, and never takes the product for its own duplicate', async () => {
  const own = { ...buildReference({ isOwn: true }), id: '7' };
  fakeApi({
    ...answersForMember(),
    'GET /user/private/products/7': () => ok({ product: buildOwnProduct() }),
    'GET /user/private/duplicates': () => ok({ duplicateOf: own, similar: [own] }),
    'POST /user/private/products/preview': () => ok(buildPreview({ name: '', duplicateOf: own })),
  });
  renderScreen(<OwnSubmission userId="1" id="7" />);
  await screen.findByText(/change at once/);
  expect(screen.queryByRole('button', { name: 'Read its page' })).not.toBeInTheDocument();
  await userEvent.type(field('Address'), '?ref=x');
  await press('Read its page');
  expect(await screen.findAllByText('The address leads to this very tool.')).toHaveLength(2);
  expect(screen.queryByText(/already/)).not.toBeInTheDocument();
});
