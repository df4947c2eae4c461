import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { clearSessionToken, storeSessionToken } from '@/lib/session-token';
import { fakeApi, ok, refuse } from '../../setup/fake-api';
import { buildPending, fakeQueue, queueItem, renderQueue } from '../../setup/fake-moderation-queue';

beforeEach(() => storeSessionToken('token'));
afterEach(() => clearSessionToken());

const pending = [buildPending(1), buildPending(2, { tagline: 'The second tagline of this test' })];

function openQueue(
  answer: () => Response = () => ok({ product: pending[1] }),
  latest: () => Response = answer,
) {
  const queue = fakeQueue(pending);
  const sent: unknown[] = [];
  fakeApi({
    'GET /moderation/products': queue.list,
    'GET /tags': () => ok({ tags: [] }),
    'GET /moderation/products/2': latest,
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

const conflict = () => refuse(409, 'conflict', '@ada changed Product 2 just now.');
const later = { updatedAt: new Date().toISOString(), url: 'https://later.example/' };

it('says who was first, and keeps what was typed', async () => {
  openQueue(conflict, () => refuse(503, 'unavailable', 'Try again.'));
  const form = await openForm();
  await userEvent.keyboard('!');
  await userEvent.keyboard('{Enter}');

  expect(await form.findByText('@ada changed Product 2 just now.')).toBeInTheDocument();
  expect(form.getByRole('textbox', { name: 'Name' })).toHaveValue('Product 2!');
  expect(form.getByRole('button', { name: 'Save changes' })).toBeInTheDocument();
});

it('shows what has changed after a conflict, and then saves only what was typed', async () => {
  const latest = { ...buildPending(2, later), name: 'Product 2 of Ada' };
  const answers = [conflict, () => ok({ product: latest })];
  const sent = openQueue(
    () => answers.shift()?.() ?? conflict(),
    () => ok({ product: latest }),
  );
  const form = await openForm();
  await userEvent.keyboard('!');
  await userEvent.keyboard('{Enter}');

  const changed = await form.findByRole('region', { name: 'What changed since you opened the form' });
  expect(changed).toHaveFocus();
  expect(changed).toHaveTextContent('Added: of Ada');
  expect(changed).toHaveTextContent('later.example');
  expect(changed).toHaveTextContent('If you save, your name will replace theirs.');
  expect(changed).toHaveTextContent('The form now has the new tagline and link.');
  expect(form.getByRole('textbox', { name: 'Name' })).toHaveValue('Product 2!');
  expect(form.getByRole('textbox', { name: 'Link' })).toHaveValue('https://later.example/');
  await userEvent.click(form.getByRole('button', { name: 'Save anyway' }));

  await screen.findByText('Product 2 saved.');
  expect(sent[1]).toEqual([later.updatedAt, { name: 'Product 2!' }]);
});

it('lets a moderator discard what was typed after a conflict', async () => {
  const sent = openQueue(conflict, () => ok({ product: buildPending(2, later) }));
  const form = await openForm();
  await userEvent.keyboard('!');
  await userEvent.keyboard('{Enter}');
  await userEvent.click(await form.findByRole('button', { name: 'Discard my changes' }));
  expect(screen.queryByRole('region', { name: 'Edit Product 2' })).toBeNull();
  expect(screen.getByRole('heading', { name: 'Product 2' })).toHaveFocus();
  expect(sent).toHaveLength(1);
});

it('keeps the form open with what was typed when somebody else decides about the product', async () => {
  const queue = fakeQueue(pending);
  fakeApi({
    'GET /moderation/products': queue.list,
    'GET /tags': () => ok({ tags: [] }),
    'POST /moderation/products/1/approve': () => queue.decide('1'),
  });
  renderQueue();
  const form = await openForm();
  await userEvent.keyboard('!');
  queue.decide('2');
  await userEvent.click(screen.getByRole('button', { name: 'Approve Product 1' }));
  expect(await screen.findByText('The queue is empty.')).toBeInTheDocument();
  expect(form.getByRole('textbox', { name: 'Name' })).toHaveValue('Product 2!');
  await userEvent.click(form.getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('article', { name: 'Product 2' })).toBeNull();
});

it('offers no saving once the product was rejected', async () => {
  openQueue(conflict, () => ok({ product: buildPending(2, { status: 'rejected' }) }));
  const form = await openForm();
  await userEvent.keyboard('!');
  await userEvent.keyboard('{Enter}');
  expect(await form.findByText('@ada changed Product 2 just now.')).toBeInTheDocument();
  expect(form.queryByRole('button', { name: 'Save anyway' })).toBeNull();
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
