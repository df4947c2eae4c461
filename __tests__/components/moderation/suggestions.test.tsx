import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ToastRegion } from '@/components/layout/app-parts';
import Suggestions from '@/components/moderation/sections/suggestions';
import type { Suggestion } from '@/lib/contract/suggestion';
import { clearSessionToken, storeSessionToken } from '@/lib/session-token';
import { fakeApi, held, ok, refuse } from '../../setup/fake-api';
import { renderScreen } from '../../setup/render-screen';

const suggestion: Suggestion = {
  ...{ id: '7', memberHandle: 'bob', comment: 'See its site.', status: 'open' },
  product: {
    ...{ id: '1', slug: 'zed', name: 'Zed', url: 'https://zed.example/', imageURL: '/api/tiles/1.svg' },
    ...{ upvoteCount: 3, status: 'approved', isOwn: false },
  },
  changes: [{ part: 'tagline', before: 'An editor for code', after: 'An editor for teams' }],
  createdAt: '2026-06-01T12:00:00.000Z',
};

beforeEach(() => storeSessionToken('token'));
afterEach(() => clearSessionToken());

function open(decide: () => Response | Promise<Response>, shown = suggestion) {
  let waiting = [shown];
  const sent: unknown[] = [];
  const record = async (path: string, body: unknown) => {
    sent.push([path, body]);
    const answer = await decide();
    if (answer.ok) waiting = [];
    return answer;
  };
  fakeApi({
    'GET /moderation/suggestions': () => ok({ suggestions: waiting, nextCursor: null }),
    'POST /moderation/suggestions/7/accept': record,
    'POST /moderation/suggestions/7/reject': record,
  });
  renderScreen(
    <>
      <Suggestions />
      <ToastRegion />
    </>,
  );
  return sent;
}

it('shows the words that a suggestion changes, and accepts it', async () => {
  const sent = open(() => ok({}));
  const item = within(await screen.findByRole('listitem'));
  expect(item.getByRole('deletion')).toHaveTextContent('Removed: code');
  expect(item.getByRole('insertion')).toHaveTextContent('Added: teams');
  expect(item.getByText('See its site.')).toBeInTheDocument();
  expect(item.getByRole('link', { name: '@bob' })).toHaveAttribute('href', '/u/bob');
  expect(item.getByRole('button', { name: /^Reject/ })).toHaveAttribute('aria-expanded', 'false');

  await userEvent.click(item.getByRole('button', { name: 'Accept the suggestion of @bob for Zed' }));

  expect(await screen.findByText('Zed now has the suggested changes.')).toBeInTheDocument();
  expect(await screen.findByText('No suggestions waiting')).toBeInTheDocument();
  expect(screen.getByText(/that members suggest, the oldest first/)).toHaveFocus();
  expect(sent).toEqual([['/moderation/suggestions/7/accept', undefined]]);
});

it('rejects with a reason, and keeps the reason when that fails', async () => {
  const sent = open(() => refuse(503, 'unavailable', 'Please try again.'));
  await userEvent.click(await screen.findByRole('button', { name: /^Reject/ }));
  await userEvent.click(screen.getByRole('button', { name: 'No improvement' }));
  await userEvent.click(screen.getByRole('button', { name: 'Send rejection' }));

  expect(await screen.findByText('Please try again.')).toBeInTheDocument();
  expect(screen.getByRole('textbox')).toHaveValue('What it says now is clearer.');
  expect(sent).toEqual([['/moderation/suggestions/7/reject', { reason: 'What it says now is clearer.' }]]);
});

it('says how many members agree, sends a decision once, and leads back from a rejection', async () => {
  const answer = held();
  const sent = open(() => answer.answer, {
    ...suggestion,
    comment: null,
    agreement: { count: 2, hasAgreed: false },
  });
  const reject = await screen.findByRole('button', { name: /^Reject/ });
  expect(screen.getByText(/2 of 3 trusted members agree/)).toBeInTheDocument();
  expect(screen.queryByText('See its site.')).toBeNull();
  expect(screen.getByRole('link', { name: 'History of Zed' })).toHaveAttribute(
    'href',
    '/moderation/history?id=1',
  );
  await userEvent.click(reject);
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.getByRole('button', { name: /^Reject/ })).toHaveFocus());

  const accept = screen.getByRole('button', { name: /^Accept/ });
  await userEvent.dblClick(accept);
  expect(accept).toHaveAttribute('aria-disabled', 'true');
  answer.send(refuse(409, 'conflict', 'The product has changed since.'));
  expect(await screen.findByText('The product has changed since.')).toBeInTheDocument();
  expect(accept).toHaveAttribute('aria-disabled', 'false');
  expect(screen.getByText(/that members suggest, the oldest first/)).not.toHaveFocus();
  expect(sent).toHaveLength(1);
});
