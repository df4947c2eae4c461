import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { clearSessionToken, storeSessionToken } from '@/lib/session-token';
import { fakeApi, held, ok, refuse } from '../../setup/fake-api';
import {
  buildPending,
  listNames,
  pressButton,
  queueItem,
  renderQueue,
} from '../../setup/fake-moderation-queue';

/** A server that hides snoozed products from its queue, and shows them in a list of their own. */
function fakeServer(answer?: () => Response | Promise<Response>) {
  const all = [1, 2, 3].map((number) => buildPending(number));
  const snoozed = new Set<string>();
  const sent: unknown[] = [];
  const api = fakeApi({
    'GET /moderation/products': (path) => {
      const isOfSnoozed = new URL(path, 'http://site.test').searchParams.get('snoozed') === 'true';
      const products = all
        .filter(({ id }) => snoozed.has(id) === isOfSnoozed)
        .map((product) => (isOfSnoozed ? { ...product, snoozedUntil: '2026-12-01T12:00:00.000Z' } : product));
      return ok({ products, nextCursor: null, pendingCount: products.length, snoozedCount: snoozed.size });
    },
    'GET /moderation/groups': () => ok({ groups: [] }),
    'PUT /moderation/products/2/snooze': (_, body) => {
      sent.push(body);
      if (answer) return answer();
      if (JSON.stringify(body) === '{"days":0}') snoozed.delete('2');
      else snoozed.add('2');
      return ok({ product: all[1] });
    },
  });
  renderQueue();
  return { sent, api };
}
const heading = (name: string) => screen.getByRole('heading', { name });
const menu = () => screen.queryByRole('group', { name: 'Snooze Product 2' });
const opener = () => screen.getByRole('button', { name: 'Snooze … Product 2' });

beforeEach(() => storeSessionToken('token'));
afterEach(() => clearSessionToken());

it('opens by a button or a key, focuses the first choice, and gives the focus back when cancelled', async () => {
  const { sent } = fakeServer();
  await queueItem('Product 2');
  expect(opener()).toHaveAttribute('aria-expanded', 'false');

  await userEvent.click(opener());
  expect(opener()).toHaveAttribute('aria-expanded', 'true');
  const choices = within(menu() ?? document.body).getAllByRole('button');
  expect(choices.map(({ textContent }) => textContent)).toEqual([
    'Until tomorrow',
    'For 3 days',
    'For a week',
    'Cancel',
  ]);
  expect(choices[0]).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}');
  expect(menu()).not.toBeNull();
  await userEvent.keyboard('{Escape}');
  expect(menu()).toBeNull();
  expect(opener()).toHaveFocus();

  await userEvent.keyboard('s');
  expect(screen.getByRole('button', { name: 'Until tomorrow' })).toHaveFocus();
  await pressButton('Cancel');
  expect(menu()).toBeNull();
  expect(opener()).toHaveFocus();
  await userEvent.click(opener());
  await userEvent.click(opener());
  expect(menu()).toBeNull();
  expect(sent).toEqual([]);
});

it.each([
  ['Until tomorrow', 1],
  ['For 3 days', 3],
  ['For a week', 7],
])('hides a product at once when a moderator chooses “%s”', async (choice, days) => {
  const { sent } = fakeServer();
  await queueItem('Product 2');
  await userEvent.click(opener());
  await pressButton(choice);

  expect(listNames()).toEqual(['Product 1', 'Product 3']);
  expect(heading('Product 3')).toHaveFocus();
  expect(menu()).toBeNull();
  expect(await screen.findByText('Product 2 snoozed.')).toBeInTheDocument();
  expect(sent).toEqual([{ days }]);
  expect(listNames()).toEqual(['Product 1', 'Product 3']);
  expect(screen.getByText(/^2 tools waiting/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

it('shows what was snoozed and until when, and takes it back', async () => {
  const { sent } = fakeServer();
  await queueItem('Product 2');
  await userEvent.click(opener());
  await pressButton('For 3 days');
  await screen.findByText('Product 2 snoozed.');

  await pressButton('Snoozed 1');
  expect(await screen.findByText('1 tool snoozed.')).toHaveFocus();
  const item = within(await queueItem('Product 2'));
  expect(item.getByText(/^Snoozed until/)).toHaveTextContent('Snoozed until December 1, 2026');
  expect(item.queryByRole('button', { name: /^Snooze/ })).toBeNull();
  const back = item.getByRole('button', { name: /^Back to the queue/ });
  expect(back).toHaveTextContent('Back to the queue: Product 2');
  await userEvent.click(back);

  expect(await screen.findByText('Product 2 is back in the queue.')).toBeInTheDocument();
  expect(await screen.findByText('0 tools snoozed.')).toBeInTheDocument();
  expect(listNames()).toEqual([]);
  await pressButton('All');
  expect(screen.getByText(/^\d tools waiting/)).toHaveFocus();
  expect(sent).toEqual([{ days: 3 }, { days: 0 }]);
});

it('hides a product until the server answers, and shows it again if the server refuses', async () => {
  const put = held();
  fakeServer(() => put.answer);
  await queueItem('Product 2');
  await userEvent.click(opener());
  await pressButton('For a week');
  expect(listNames()).toEqual(['Product 1', 'Product 3']);

  put.send(refuse(503, 'unavailable', 'The server is busy.'));
  expect(await screen.findByText('Product 2 is still in the queue. The server is busy.')).toBeInTheDocument();
  await waitFor(() => expect(listNames()).toEqual(['Product 1', 'Product 2', 'Product 3']));
  expect(screen.queryByText('Product 2 snoozed.')).toBeNull();
  expect(menu()).toBeNull();
});
