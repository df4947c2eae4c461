import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import Brakes from '@/components/moderation/sections/brakes';
import type { Brake } from '@/lib/contract/brake';
import { clearSessionToken, storeSessionToken } from '@/lib/session-token';
import { fakeApi, held, ok, refuse } from '../../setup/fake-api';
import { renderScreen } from '../../setup/render-screen';

const hourAgo = () => new Date(Date.now() - 3_600_000).toISOString();
const itemOf = (name: string) =>
  within(
    screen.getAllByRole('listitem').find((item) => within(item).queryByRole('heading', { name }) !== null) ??
      document.body,
  );

beforeEach(() => storeSessionToken('token'));
afterEach(() => clearSessionToken());

it('stops a part of the site with a note, and lets it go on', async () => {
  const stopped: Brake = { name: 'no-submissions', note: 'Until Monday.', createdAt: hourAgo() };
  const answer = held();
  const sent: unknown[] = [];
  const api = fakeApi({
    'GET /moderation/brakes': () => ok({ brakes: [] }),
    'PUT /moderation/brakes/no-submissions': (_, body) => {
      sent.push(body);
      return answer.answer;
    },
    'DELETE /moderation/brakes/no-submissions': () => ok({ brakes: [] }),
  });
  renderScreen(<Brakes />);
  expect(screen.getByText('Loading …')).toBeInTheDocument();
  expect(await screen.findAllByRole('listitem')).toHaveLength(9);
  expect(screen.queryByText('Loading …')).toBeNull();
  const item = itemOf('Submissions');
  expect(item.getByText('Pages would say: “Submissions are paused for now.”')).toBeInTheDocument();
  await userEvent.type(item.getByRole('textbox'), 'Until Monday.');
  await userEvent.click(item.getByRole('button', { name: 'Stop Submissions' }));
  expect(screen.getByRole('button', { name: 'Stop New accounts' })).toHaveAttribute('aria-disabled', 'true');
  answer.send(ok({ brakes: [stopped] }));

  expect(await screen.findByText('Stopped 1 h ago: “Submissions are paused for now.”')).toBeInTheDocument();
  expect(item.getByText('Until Monday.')).toBeInTheDocument();
  expect(item.queryByRole('textbox')).toBeNull();
  expect(itemOf('New accounts').getByText(/^Pages would say/)).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Stop New accounts' })).toHaveAttribute('aria-disabled', 'false');
  await userEvent.click(item.getByRole('button', { name: 'Let it go on Submissions' }));

  expect(await item.findByRole('button', { name: 'Stop Submissions' })).toBeInTheDocument();
  expect(sent).toEqual([{ note: 'Until Monday.' }]);
  // The answers of the changes say how it is now.
  expect(api.calls()).toEqual([
    'GET /moderation/brakes',
    'PUT /moderation/brakes/no-submissions',
    'DELETE /moderation/brakes/no-submissions',
  ]);
});

it('says why a change or the list failed', async () => {
  let isDown = true;
  fakeApi({
    'GET /moderation/brakes': () =>
      isDown ? refuse(503, 'unavailable', 'Try again soon.') : ok({ brakes: [] }),
    'PUT /moderation/brakes/read-only': () => refuse(503, 'unavailable', 'The site is busy.'),
  });
  renderScreen(<Brakes />);
  expect(await screen.findByText("We couldn't load the brakes")).toBeInTheDocument();
  expect(screen.getByText('Try again soon.')).toBeInTheDocument();
  expect(screen.queryByText('Loading …')).toBeNull();
  isDown = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Stop Everything that members change' }));
  expect(await screen.findByText('The site is busy.')).toHaveAttribute('role', 'alert');
});
