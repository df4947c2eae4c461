import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ToastRegion } from '@/components/layout/app-parts';
import Jobs from '@/components/moderation/sections/jobs';
import { WEBHOOK_LIMITS, type Delivery, type JobOverview } from '@/lib/contract/webhook';
import { clearSessionToken, storeSessionToken } from '@/lib/session-token';
import { fakeApi, ok, refuse } from '../../setup/fake-api';
import { renderScreen } from '../../setup/render-screen';

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
const overview = (): JobOverview => ({
  queues: [
    { name: 'mail', waitingCount: WEBHOOK_LIMITS.countedMax, givenUpCount: WEBHOOK_LIMITS.countedMax - 1 },
    { name: 'webhooks', waitingCount: 2, givenUpCount: 0 },
  ],
  scheduledJobs: [
    { name: 'ranking', nextRunAt: hoursAgo(0), lastRun: { endedAt: hoursAgo(2), hasFailed: false } },
    { name: 'vote-dump', nextRunAt: hoursAgo(0), lastRun: { endedAt: hoursAgo(3), hasFailed: true } },
    { name: 'rings', nextRunAt: hoursAgo(0), lastRun: null },
  ],
});
const delivery = (changes: Partial<Delivery>): Delivery => ({
  ...{ id: '7', event: 'product.approved', host: 'hooks.example', productName: 'Zed', state: 'delivered' },
  ...{ createdAt: hoursAgo(5), at: hoursAgo(4), attemptCount: 1, interruptedCount: 0, failure: null },
  ...changes,
});
const givenUp = delivery({
  ...{ id: '8', event: 'test', productName: null, state: 'given-up', attemptCount: 9, interruptedCount: 2 },
  failure: 'It answered with status 500.',
});

beforeEach(() => storeSessionToken('token'));
afterEach(() => clearSessionToken());

function show({ isAdmin = true, retry = () => ok({}) } = {}) {
  const api = fakeApi({
    'GET /moderation/jobs': () => ok(overview()),
    'GET /moderation/deliveries': (path) => {
      if (path.includes('after=')) return ok({ deliveries: [delivery({ id: '9' })], nextCursor: null });
      const isFiltered = path.includes('state=given-up');
      return ok({
        deliveries: isFiltered ? [] : [delivery({}), delivery({ id: '6', state: 'waiting' }), givenUp],
        nextCursor: isFiltered ? null : 'next',
      });
    },
    'POST /moderation/deliveries/8/retry': retry,
  });
  renderScreen(
    <>
      <Jobs isAdmin={isAdmin} />
      <ToastRegion />
    </>,
  );
  return api;
}

it('shows the queues, and how the last runs of the scheduled jobs ended', async () => {
  show();
  expect(screen.getByText('Loading …')).toBeInTheDocument();
  const queues = within(await screen.findByRole('table', { name: 'Queues' }));
  expect(queues.getByRole('row', { name: 'Emails at least 10,000 9,999' })).toBeInTheDocument();
  expect(queues.getByRole('row', { name: 'Events for webhooks 2 0' })).toBeInTheDocument();
  const scheduled = within(screen.getByRole('table', { name: 'Scheduled' }));
  expect(scheduled.getByRole('row', { name: 'ranking 2 h ago Done' })).toBeInTheDocument();
  expect(scheduled.getByRole('row', { name: 'vote-dump 3 h ago Failed' })).toBeInTheDocument();
  expect(scheduled.getByRole('row', { name: 'rings Not yet' })).toBeInTheDocument();
  expect(screen.queryByText('Loading …')).toBeNull();
  expect(screen.getByRole('link', { name: 'Webhooks' })).toHaveAttribute('href', '/moderation/webhooks');
});

it('shows what was sent, page by page, and sends again what was given up', async () => {
  const api = show();
  const [delivered, waiting, failed] = await screen.findAllByRole('listitem');
  expect(delivered).toHaveTextContent('Approved: Zedhooks.example · Delivered 4 h ago · 1 attempt');
  expect(waiting).toHaveTextContent('hooks.example · Waiting · 1 attempt');
  expect(failed).toHaveTextContent('Testhooks.example · Given up 4 h ago · 9 attempts');
  expect(failed).toHaveTextContent('It answered with status 500.');
  expect(failed).toHaveTextContent('2 attempts were cut off by a restart of this site');
  expect(delivered).not.toHaveTextContent('cut off');
  await userEvent.click(screen.getByRole('button', { name: 'Load more' }));
  expect(await screen.findAllByText(/Delivered/)).toHaveLength(2);
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();

  const count = api.calls().length;
  await userEvent.click(screen.getByRole('button', { name: 'Send again Test' }));
  expect(await screen.findByText('The event is sent again.')).toBeInTheDocument();
  expect(api.calls().slice(count, count + 2)).toEqual([
    'POST /moderation/deliveries/8/retry',
    'GET /moderation/deliveries',
  ]);

  await userEvent.click(screen.getByRole('checkbox', { name: 'Only what was given up' }));
  expect(await screen.findByText('Nothing was given up')).toBeInTheDocument();
});

it('lets admins alone send something again, and says why that failed', async () => {
  show({ retry: () => refuse(409, 'conflict', 'It was delivered since.') });
  await userEvent.click(await screen.findByRole('button', { name: 'Send again Test' }));
  expect(await screen.findByText('It was delivered since.')).toBeInTheDocument();
});

it('offers moderators neither a new attempt nor the webhooks', async () => {
  show({ isAdmin: false });
  expect(await screen.findByText('It answered with status 500.')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^Send again/ })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Webhooks' })).toBeNull();
});

it('says what could not be loaded, tries again, and says that nothing was sent yet', async () => {
  let isDown = true;
  const unavailable = () => refuse(503, 'unavailable', 'Try again soon.');
  fakeApi({
    'GET /moderation/jobs': () => (isDown ? unavailable() : ok(overview())),
    'GET /moderation/deliveries': () => (isDown ? unavailable() : ok({ deliveries: [], nextCursor: null })),
  });
  renderScreen(<Jobs isAdmin />);
  expect(await screen.findByText("We couldn't load the jobs")).toBeInTheDocument();
  expect(await screen.findByText("We couldn't load the deliveries")).toBeInTheDocument();
  expect(screen.queryByText('Loading …')).toBeNull();
  isDown = false;
  const [ofJobs, ofDeliveries] = screen.getAllByRole('button', { name: 'Try again' });
  if (ofJobs) await userEvent.click(ofJobs);
  expect(await screen.findByRole('table', { name: 'Queues' })).toBeInTheDocument();
  expect(screen.getByText("We couldn't load the deliveries")).toBeInTheDocument();
  if (ofDeliveries) await userEvent.click(ofDeliveries);
  expect(await screen.findByText('Nothing was sent yet')).toBeInTheDocument();
});
