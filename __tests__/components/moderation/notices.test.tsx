import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import Notices from '@/components/moderation/sections/notices';
import type { NoticeKind, NoticeTiming, StaffNoticeChoices } from '@/lib/contract/staff-notice';
import { clearSessionToken, storeSessionToken } from '@/lib/session-token';
import { fakeApi, held, ok, refuse } from '../../setup/fake-api';
import { renderScreen } from '../../setup/render-screen';

const choices = (
  timings: Partial<Record<NoticeKind, NoticeTiming>>,
  others: Partial<StaffNoticeChoices> = {},
): StaffNoticeChoices => ({
  notices: [
    { kind: 'submissions', timing: timings.submissions ?? 'morning' },
    { kind: 'reports', timing: timings.reports ?? 'at-once' },
  ],
  ...{ email: 'mo@x.example', sendsEmails: true, timeZone: 'Europe/Berlin' },
  ...others,
});
const choice = (kind: string, timing: string) =>
  within(screen.getByRole('group', { name: kind })).getByRole('radio', { name: timing });

beforeEach(() => storeSessionToken('token'));
afterEach(() => clearSessionToken());

it('shows each kind with its time, and saves another one at once', async () => {
  const answer = held();
  const sent: unknown[] = [];
  const api = fakeApi({
    'GET /moderation/notices': () => ok(choices({})),
    'PUT /moderation/notices/reports': (_, body) => {
      sent.push(body);
      return answer.answer;
    },
  });
  renderScreen(<Notices />);
  expect(screen.getByText('Loading …')).toBeInTheDocument();
  expect(await screen.findByText('Your emails go to mo@x.example.')).toBeInTheDocument();
  expect(screen.getByText(/A summary comes at 8:00 \(Europe\/Berlin\)\.$/)).toBeInTheDocument();
  expect(screen.getAllByRole('group')).toHaveLength(2);
  expect(choice('Submissions', 'Each morning')).toBeChecked();
  expect(choice('Reports', 'At once')).toBeChecked();

  await userEvent.click(choice('Reports', 'Off'));
  // While it is being saved, and after.
  expect(choice('Reports', 'Off')).toBeChecked();
  // The answer also says what another window of the same person has changed.
  answer.send(ok(choices({ reports: 'off', submissions: 'at-once' })));
  await waitFor(() => expect(choice('Submissions', 'At once')).toBeChecked());
  expect(choice('Reports', 'Off')).toBeChecked();
  expect(choice('Reports', 'At once')).not.toBeChecked();
  expect(sent).toEqual([{ timing: 'off' }]);
  expect(api.calls()).toEqual(['GET /moderation/notices', 'PUT /moderation/notices/reports']);
});

it('says why the choices could not be loaded or saved, and shows what holds', async () => {
  let isDown = true;
  fakeApi({
    'GET /moderation/notices': () =>
      isDown ? refuse(503, 'unavailable', 'Try again soon.') : ok(choices({})),
    'PUT /moderation/notices/reports': () => refuse(503, 'unavailable', 'The site is busy.'),
  });
  renderScreen(<Notices />);
  expect(await screen.findByText("We couldn't load your choices")).toBeInTheDocument();
  isDown = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('Your emails go to mo@x.example.');
  await userEvent.click(choice('Reports', 'Off'));
  expect(await screen.findByText('The site is busy.')).toHaveAttribute('role', 'alert');
  expect(choice('Reports', 'At once')).toBeChecked();
});

it.each([
  [{ email: null }, "You get none: the provider you sign in with hasn't verified your email."],
  [{ sendsEmails: false }, 'This site sends no emails. An admin can set up a mail server.'],
])('says with %j why no email comes', async (state, sentence) => {
  fakeApi({ 'GET /moderation/notices': () => ok(choices({}, state)) });
  renderScreen(<Notices />);
  expect(await screen.findByText(sentence)).toBeInTheDocument();
  expect(screen.queryByText(/^Your emails go to/)).toBeNull();
});
