import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ProposalList } from '@/components/account/contributions';
import { ToastRegion } from '@/components/layout/app-parts';
import { AlternativeQueue } from '@/components/moderation/queue/alternative-queue';
import { clearSessionToken, storeSessionToken } from '@/lib/session-token';
import { buildWireProduct } from '../../setup/build-product';
import { fakeApi, ok, refuse } from '../../setup/fake-api';
import { renderScreen } from '../../setup/render-screen';

const proposal = (first: number, second: number, changes: object = {}) => ({
  id: `${first}-${second}`,
  product: buildWireProduct(first),
  alternative: buildWireProduct(second),
  status: 'pending',
  createdAt: '2026-06-01T12:00:00.000Z',
  ...changes,
});
const queue = '/moderation/alternatives';

/** A server whose queue loses what was decided. */
function fakeQueue(answers: Parameters<typeof fakeApi>[0] = {}) {
  let waiting = [proposal(1, 2), proposal(3, 4)];
  const decide = (id: string) => () => {
    waiting = waiting.filter((each) => each.id !== id);
    return ok({});
  };
  return fakeApi({
    [`GET ${queue}`]: () => ok({ proposals: waiting, nextCursor: null }),
    [`POST ${queue}/1-2/approve`]: decide('1-2'),
    [`POST ${queue}/3-4/reject`]: decide('3-4'),
    ...answers,
  });
}
const renderQueue = () =>
  renderScreen(
    <>
      <AlternativeQueue />
      <ToastRegion />
    </>,
  );

beforeEach(() => storeSessionToken('token'));
afterEach(() => clearSessionToken());

it('shows both products side by side, and moves the focus on after each decision', async () => {
  let reason: unknown;
  const api = fakeQueue({
    [`POST ${queue}/3-4/reject`]: (_, body) => {
      reason = body;
      return ok({});
    },
  });
  renderQueue();
  const item = await screen.findByRole('article', { name: 'Product 1 and Product 2' });
  expect(
    within(item)
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual(['Product 1', 'Product 2']);
  expect(within(item).getByRole('button', { name: /^Reject/ })).toHaveAttribute('aria-expanded', 'false');
  expect(screen.getByText('2 pairs waiting, the oldest first.')).toBeInTheDocument();

  screen.getByRole('button', { name: 'Approve Product 1 and Product 2' }).focus();
  await userEvent.keyboard('{Enter}');
  expect(await screen.findByText('Product 1 and Product 2 approved.')).toBeInTheDocument();
  expect(screen.getByRole('heading', { name: 'Product 3 and Product 4' })).toHaveFocus();

  await userEvent.click(screen.getByRole('button', { name: /^Reject …/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Send rejection' }));
  expect(screen.getByText('Write a reason.')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Same maker' }));
  await userEvent.click(screen.getByRole('button', { name: 'Send rejection' }));
  expect(await screen.findByText('No proposals waiting.')).toBeInTheDocument();
  expect(screen.getByRole('heading', { name: 'Proposed alternatives' })).toHaveFocus();
  expect(reason).toEqual({ reason: 'They are parts of one tool, not alternatives to each other.' });
  expect(api.calls().filter((call) => call.startsWith('POST'))).toEqual([
    `POST ${queue}/1-2/approve`,
    `POST ${queue}/3-4/reject`,
  ]);
});

it('closes the form for a rejection, forgets the reason, and gives the focus back', async () => {
  const api = fakeQueue();
  renderQueue();
  const reject = () => screen.findByRole('button', { name: 'Reject … Product 1 and Product 2' });
  await userEvent.click(await reject());
  await userEvent.click(screen.getByRole('button', { name: 'Promotion' }));
  expect(screen.getByRole('textbox')).toHaveValue('The proposal reads like an ad.');
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));

  expect(screen.queryByRole('textbox')).toBeNull();
  await waitFor(async () => expect(await reject()).toHaveFocus());
  await userEvent.click(await reject());
  expect(screen.getByRole('textbox')).toHaveValue('');
  expect(api.calls()).toEqual([`GET ${queue}`]);
});

it('puts a pair back whose decision could not be sent, and says why', async () => {
  fakeQueue({ [`POST ${queue}/1-2/approve`]: () => refuse(503, 'unavailable', 'Try again later.') });
  renderQueue();
  await userEvent.click(await screen.findByRole('button', { name: 'Approve Product 1 and Product 2' }));
  expect(await screen.findByText('Try again later.')).toBeInTheDocument();
  expect(screen.getByRole('article', { name: 'Product 1 and Product 2' })).toBeInTheDocument();
});

it('shows members what became of their proposals', async () => {
  const proposals = [
    proposal(1, 2),
    proposal(1, 3, { status: 'rejected', rejectionReason: 'They differ.' }),
    proposal(1, 4, { status: 'approved' }),
  ];
  fakeApi({ 'GET /user/private/alternatives': () => ok({ proposals, nextCursor: null }) });
  renderScreen(<ProposalList />);
  await screen.findByRole('heading', { name: 'Alternatives you proposed' });
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Product 1 and Product 2Waiting for a moderator · Proposed on June 1, 2026',
    'Product 1 and Product 3Rejected · Proposed on June 1, 2026They differ.',
    'Product 1 and Product 4Approved · Proposed on June 1, 2026',
  ]);
});
