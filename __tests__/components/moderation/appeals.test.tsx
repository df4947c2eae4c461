import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ToastRegion } from '@/components/layout/app-parts';
import Appeals from '@/components/moderation/sections/appeals';
import type { Appeal } from '@/lib/contract/measure';
import { clearSessionToken, storeSessionToken } from '@/lib/session-token';
import { fakeApi, held, ok, refuse } from '../../setup/fake-api';
import { renderScreen } from '../../setup/render-screen';

const ban: Appeal = {
  ...{ id: '7', kind: 'ban', product: null, reason: 'Spam.', deciderHandle: 'mo', text: 'It is no poem.' },
  ...{ member: { id: '3', handle: 'ada', name: 'Ada' }, createdAt: '2026-11-20T10:00:00.000Z' },
};

const figgle: Appeal['product'] = {
  ...{ id: '1', slug: 'figgle', name: 'Figgle', url: 'https://figgle.example', imageURL: '/x.svg' },
  ...{ upvoteCount: 3, status: 'rejected', isOwn: false },
};

beforeEach(() => storeSessionToken('token'));
afterEach(() => clearSessionToken());

it('shows reason and answer, says why one may not decide, and decides with a reply', async () => {
  const bodies: unknown[] = [];
  let appeals = [ban];
  let isRefused = true;
  fakeApi({
    'GET /moderation/appeals': () => ok({ appeals, nextCursor: null }),
    'POST /moderation/appeals/7': (_path, body) => {
      bodies.push(body);
      if (isRefused) return refuse(403, 'forbidden', 'Another moderator has to look at this.');
      appeals = [];
      return ok({});
    },
  });
  renderScreen(
    <>
      <Appeals />
      <ToastRegion />
    </>,
  );
  expect(await screen.findByRole('heading', { name: 'Ban of Ada' })).toBeInTheDocument();
  expect(screen.getByText('Spam.')).toBeInTheDocument();
  expect(screen.getByText('It is no poem.')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: '@ada' })).toHaveAttribute('href', '/moderation/member?id=3');
  await userEvent.type(screen.getByRole('textbox', { name: 'Your reply (optional)' }), 'It is.');
  const press = (name: RegExp) => userEvent.click(screen.getByRole('button', { name }));
  await press(/^Let it stand/);
  expect(await screen.findByText('Another moderator has to look at this.')).toBeInTheDocument();
  isRefused = false;
  await press(/^Reverse it/);
  expect(await screen.findByText('The decision is reversed.')).toBeInTheDocument();
  expect(await screen.findByText('No open appeals')).toBeInTheDocument();
  expect(bodies).toEqual([
    { outcome: 'upheld', reply: 'It is.' },
    { outcome: 'reversed', reply: 'It is.' },
  ]);
});

it('returns a rejected product to the queue, and lets the decision stand, with the focus on what comes next', async () => {
  const answer = held();
  let appeals: Appeal[] = [{ ...ban, id: '8', kind: 'rejection', product: figgle, deciderHandle: null }];
  fakeApi({
    'GET /moderation/appeals': () => ok({ appeals, nextCursor: null }),
    'POST /moderation/appeals/8': () => answer.answer,
  });
  renderScreen(
    <>
      <Appeals />
      <ToastRegion />
    </>,
  );
  expect(await screen.findByRole('link', { name: 'Figgle' })).toHaveAttribute('href', '/tool/figgle');
  expect(screen.getByText(/answered Nov 20, 2026 · decided by a former member/)).toBeInTheDocument();
  expect(
    screen.getByRole('button', { name: /^Return it to the queue ?, the rejection of Figgle$/ }),
  ).toBeInTheDocument();
  const stand = screen.getByRole('button', { name: /^Let it stand/ });
  await userEvent.click(stand);
  expect(stand).toHaveAttribute('aria-disabled', 'true');
  expect(screen.getByRole('button', { name: /^Return it/ })).toHaveAttribute('aria-disabled', 'true');
  appeals = [];
  answer.send(ok({}));
  expect(await screen.findByText('The decision stands.')).toBeInTheDocument();
  expect(await screen.findByText('No open appeals')).toBeInTheDocument();
  await waitFor(() => expect(screen.getByText(/^Members can answer/)).toHaveFocus());
});
