import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { clearSessionToken, storeSessionToken } from '@/lib/session-token';
import { fakeApi, ok } from '../../setup/fake-api';
import {
  buildPending,
  fakeQueue,
  listNames,
  queueItem,
  renderQueue,
} from '../../setup/fake-moderation-queue';

beforeEach(() => storeSessionToken('token'));
afterEach(() => clearSessionToken());

function openQueue() {
  const queue = fakeQueue([buildPending(1), buildPending(2), buildPending(3)]);
  const sent: unknown[] = [];
  const record = (answer: () => Response) => (path: string, body: unknown) => {
    sent.push([path.replace(/\?.*/, ''), body]);
    return answer();
  };
  fakeApi({
    'GET /moderation/products': queue.list,
    'POST /moderation/products/2/approve': record(() => queue.decide('2')),
    'POST /moderation/products/2/reject': record(() => queue.decide('2')),
    'POST /moderation/undo': record(() => {
      queue.putBack();
      return ok({ results: [{ id: '2', isDone: true }] });
    }),
  });
  renderQueue();
  return sent;
}
const heading = (name: string) => screen.findByRole('heading', { name });

it('decides and undoes with the keyboard alone', async () => {
  const sent = openQueue();
  await queueItem('Product 1');

  await userEvent.keyboard('j');
  expect(await heading('Product 1')).toHaveFocus();
  await userEvent.keyboard('jjk');
  expect(await heading('Product 2')).toHaveFocus();
  await userEvent.keyboard('a');
  expect(listNames()).toEqual(['Product 1', 'Product 3']);
  expect(await heading('Product 3')).toHaveFocus();
  expect(await screen.findByText('Product 2 approved.')).toBeInTheDocument();

  await userEvent.keyboard('u');
  await waitFor(async () => expect(await heading('Product 2')).toHaveFocus());
  expect(listNames()).toEqual(['Product 1', 'Product 2', 'Product 3']);
  expect(screen.getByText('Product 2 is back in the queue.')).toBeInTheDocument();
  expect(sent).toEqual([
    ['/moderation/products/2/approve', undefined],
    ['/moderation/undo', { ids: ['2'] }],
  ]);
  // There is nothing left to undo.
  await userEvent.keyboard('u');
  expect(sent).toHaveLength(2);
});

it('rejects with the reason of a digit, and types letters and digits into the text', async () => {
  const sent = openQueue();
  await queueItem('Product 1');

  await userEvent.keyboard('jjr');
  const item = within(await queueItem('Product 2'));
  expect(item.getByRole('button', { name: 'Duplicate' })).toHaveFocus();
  await userEvent.keyboard('2');
  expect(item.getByRole('button', { name: 'Send rejection' })).toHaveFocus();
  await userEvent.click(item.getByRole('textbox'));
  await userEvent.keyboard(' a1u');
  expect(item.getByRole('textbox')).toHaveValue(
    'It reads like an ad. Please say plainly what the tool does. a1u',
  );
  expect(sent).toEqual([]);
  item.getByRole('button', { name: 'Send rejection' }).focus();
  await userEvent.keyboard('{Enter}');

  expect(await screen.findByText('Product 2 rejected.')).toBeInTheDocument();
  expect(sent).toEqual([
    [
      '/moderation/products/2/reject',
      { reason: 'It reads like an ad. Please say plainly what the tool does. a1u' },
    ],
  ]);
});

it('ignores keys with a modifier', async () => {
  const sent = openQueue();
  await queueItem('Product 1');
  await userEvent.keyboard('jj{Control>}a{/Control}{Meta>}a{/Meta}{Alt>}r{/Alt}{Shift>}A{/Shift}');
  expect(listNames()).toHaveLength(3);
  expect(sent).toEqual([]);
});
