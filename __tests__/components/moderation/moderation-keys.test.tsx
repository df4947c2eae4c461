import { fireEvent, screen, waitFor, within } from '@testing-library/react';
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
afterEach(() => {
  clearSessionToken();
  jest.restoreAllMocks();
});

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

it('keeps its letters from being typed, and no other letter', async () => {
  openQueue();
  await queueItem('Product 1');
  const isTyped = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });
  expect(['j', 'k', 'x'].map(isTyped)).toEqual([false, false, true]);
});

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

it.each([
  ['&', 'Digit1'],
  ['é', 'Digit2'],
])('rejects with the reason of the digit that a French keyboard writes %s for', async (key, code) => {
  openQueue();
  await queueItem('Product 1');
  await userEvent.keyboard('jjr');
  const item = within(await queueItem('Product 2'));
  const first = item.getByRole('button', { name: 'Duplicate' });
  expect(first).toHaveFocus();
  fireEvent.keyDown(first, { key, code });
  expect(item.getByRole('button', { name: 'Send rejection' })).toHaveFocus();
  expect(item.getByRole('textbox')).not.toHaveValue('');
});

it('decides nothing by a letter that is typed while the form for the reason is open', async () => {
  const opened = jest.spyOn(window, 'open').mockReturnValue(null);
  const sent = openQueue();
  await queueItem('Product 1');

  await userEvent.keyboard('jjr');
  const item = within(await queueItem('Product 2'));
  expect(item.getByRole('button', { name: 'Duplicate' })).toHaveFocus();
  await userEvent.keyboard('a so so ove');
  expect(item.getByRole('textbox')).toHaveValue('a so so ove');
  item.getByRole('button', { name: 'Cancel' }).focus();
  await userEvent.keyboard('ug');
  expect(item.getByRole('textbox')).toHaveValue('a so so oveug');
  expect([sent, opened.mock.calls]).toEqual([[], []]);
});

it('opens the website and the page of the current product in new tabs', async () => {
  const opened: unknown[] = [];
  jest.spyOn(window, 'open').mockImplementation((...values) => {
    opened.push(values);
    return null;
  });
  const sent = openQueue();
  await queueItem('Product 1');

  await userEvent.keyboard('v');
  expect(await heading('Product 1')).toHaveFocus();
  expect(opened).toEqual([]);
  await userEvent.keyboard('jvo');
  expect(opened).toEqual([
    ['https://product-2.example/', '_blank', 'noopener'],
    ['/tool/product-2', '_blank', 'noopener'],
  ]);
  expect(sent).toEqual([]);
});

it('ignores keys with a modifier', async () => {
  const sent = openQueue();
  await queueItem('Product 1');
  await userEvent.keyboard('jj{Control>}a{/Control}{Meta>}a{/Meta}{Alt>}r{/Alt}{Shift>}A{/Shift}');
  expect(listNames()).toHaveLength(3);
  expect(sent).toEqual([]);
});

it('rejects a whole group with the versions that were seen, and undoes it as a whole', async () => {
  const pending = [buildPending(1), buildPending(2), buildPending(3)];
  const queue = fakeQueue(pending);
  const sent: unknown[] = [];
  fakeApi({
    'GET /moderation/products': queue.list,
    'GET /moderation/groups': () =>
      ok({ groups: [{ kind: 'site', key: 'a.example', label: 'a.example', count: 3 }] }),
    'POST /moderation/decisions': (_, body) => {
      sent.push(body);
      for (const { id } of pending.slice(1)) queue.decide(id);
      return ok({
        results: pending.map(({ id }) => ({
          id,
          isDone: id !== '1',
          message: 'Grace approved Product 1 5 s ago.',
        })),
      });
    },
    'POST /moderation/undo': (_, body) => {
      sent.push(body);
      queue.putBack();
      return ok({ results: pending.slice(1).map(({ id }) => ({ id, isDone: true })) });
    },
  });
  renderQueue();
  await screen.findByRole('button', { name: /^Same site: a\.example/ });

  await userEvent.keyboard('g');
  expect(await screen.findByText('3 tools in this group.')).toBeInTheDocument();
  await userEvent.keyboard('n5{Enter}');
  expect(await screen.findByText('2 tools rejected.')).toBeInTheDocument();
  expect(await screen.findByText('Grace approved Product 1 5 s ago.')).toBeInTheDocument();
  await userEvent.keyboard('u');
  expect(await screen.findByText('2 tools are back in the queue.')).toBeInTheDocument();

  expect(sent).toEqual([
    {
      decision: 'reject',
      reason: '{name} came with many others of the same kind. Please submit the best one.',
      products: pending.map(({ id, updatedAt }) => ({ id, seen: updatedAt })),
    },
    { ids: ['2', '3'] },
  ]);
});

it('leaves a form for a rejection with Escape, and with another Escape the group', async () => {
  fakeApi({
    'GET /moderation/products': fakeQueue([buildPending(1), buildPending(2)]).list,
    'GET /moderation/groups': () =>
      ok({ groups: [{ kind: 'site', key: 'a.example', label: 'a.example', count: 2 }] }),
  });
  renderQueue();
  await screen.findByRole('button', { name: /^Same site: a\.example/ });
  await userEvent.keyboard('g');
  expect(await screen.findByText('2 tools in this group.')).toHaveFocus();

  await userEvent.keyboard('jr');
  expect(await screen.findByRole('button', { name: 'Duplicate' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.getByText('2 tools in this group.')).toBeInTheDocument();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Reject … Product 1' })).toHaveFocus());

  await userEvent.keyboard('n');
  expect(await screen.findByRole('button', { name: 'Duplicate' })).toHaveFocus();
  // Not “approve all”.
  await userEvent.keyboard('yes');
  expect(screen.getByRole('textbox')).toHaveValue('yes');
  await userEvent.keyboard('{Escape}');
  expect(screen.getByRole('button', { name: 'Approve all 2 tools' })).toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  expect(await screen.findByText(/^2 tools waiting/)).toHaveFocus();
});
