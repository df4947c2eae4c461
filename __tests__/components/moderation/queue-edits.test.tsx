import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { clearSessionToken, storeSessionToken } from '@/lib/session-token';
import { fakeApi, ok, refuse } from '../../setup/fake-api';
import { buildPending, fakeQueue, queueItem, renderQueue } from '../../setup/fake-moderation-queue';

beforeEach(() => storeSessionToken('token'));
afterEach(() => clearSessionToken());

const pending = [buildPending(1), buildPending(2, { tagline: 'The second tagline of this test' })];

function openQueue(answer: () => Response = () => ok({ product: pending[1] })) {
  const queue = fakeQueue(pending);
  const sent: unknown[] = [];
  fakeApi({
    'GET /moderation/products': queue.list,
    'GET /tags': () => ok({ tags: [] }),
    'PATCH /moderation/products/2': (path, body) => {
      sent.push([new URL(path, 'https://a.example').searchParams.get('seen'), body]);
      return answer();
    },
  });
  renderQueue();
  return sent;
}

async function openForm() {
  await queueItem('Product 1');
  await userEvent.keyboard('jje');
  const form = within(await screen.findByRole('region', { name: 'Edit Product 2' }));
  await waitFor(() => expect(form.getByRole('textbox', { name: 'Name' })).toHaveFocus());
  return form;
}

it('opens the form in place by the key e, and sends only what was changed, with the version that was seen', async () => {
  const sent = openQueue();
  const form = await openForm();
  expect(form.getByRole('textbox', { name: 'Name' })).toHaveValue('Product 2');
  expect(screen.queryByRole('button', { name: 'Approve Product 2' })).toBeNull();

  await userEvent.tab();
  await userEvent.keyboard('{End} and more');
  await userEvent.keyboard('{Enter}');

  await screen.findByText('Product 2 saved.');
  expect(sent).toEqual([[pending[1]?.updatedAt, { tagline: 'The second tagline of this test and more' }]]);
  expect(screen.queryByRole('region', { name: 'Edit Product 2' })).toBeNull();
  expect(screen.getByRole('heading', { name: 'Product 2' })).toHaveFocus();
});

it('says who was first, and keeps what was typed', async () => {
  openQueue(() => refuse(409, 'conflict', '@ada changed Product 2 just now.'));
  const form = await openForm();
  await userEvent.keyboard('!');
  await userEvent.keyboard('{Enter}');

  expect(await form.findByText('@ada changed Product 2 just now.')).toBeInTheDocument();
  expect(form.getByRole('textbox', { name: 'Name' })).toHaveValue('Product 2!');
});

it('checks the fields before it sends, and sends nothing without a change', async () => {
  const sent = openQueue();
  const form = await openForm();
  await userEvent.keyboard('{Enter}');
  expect(await form.findByText("You haven't changed anything yet.")).toBeInTheDocument();
  await userEvent.clear(form.getByRole('textbox', { name: 'Tagline' }));
  await userEvent.click(form.getByRole('button', { name: 'Save changes' }));

  expect(await form.findByText('Use at least 10 characters to say what it does.')).toBeInTheDocument();
  expect(form.getByRole('textbox', { name: 'Tagline' })).toHaveFocus();
  expect(sent).toEqual([]);
  await userEvent.click(form.getByRole('button', { name: 'Cancel' }));
  expect(screen.getByRole('heading', { name: 'Product 2' })).toHaveFocus();
});
