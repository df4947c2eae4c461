import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ToastRegion } from '@/components/layout/app-parts';
import MemberRecord from '@/components/moderation/sections/member';
import type { MemberRecord as Record, MemberSummary } from '@/lib/contract/member';
import { endOfLocalDay, localDayIn } from '@/lib/format/local-day';
import { clearSessionToken, storeSessionToken } from '@/lib/session-token';
import { fakeApi, ok, refuse } from '../../setup/fake-api';
import { renderScreen } from '../../setup/render-screen';

const at = '2026-11-20T10:00:00.000Z';
const ada: MemberSummary = {
  ...{ id: '7', handle: 'ada', name: 'Ada', role: 'member', createdAt: at, standing: 'active' },
  ...{ suspendedUntil: null, rejectionCount: 2 },
};
const record: Record = {
  member: ada,
  isSubordinate: true,
  submissions: { approved: 3, pending: 1, rejected: 2, discontinued: 0 },
  rejections: [{ name: 'Figgle', slug: 'figgle', reason: 'A poem.', rejectedAt: at }],
  reports: { openCount: 1, decidedCount: 4, upheldCount: 3 },
  ...{ upvoteCount: 10_000, setAsideCount: 5, sessionCount: 1, measures: [], notes: [] },
};

beforeEach(() => storeSessionToken('token'));
afterEach(() => clearSessionToken());

function showRecord(shown: Record, viewerRole: 'moderator' | 'admin' = 'moderator') {
  const bodies: unknown[] = [];
  const answer = (changes: Partial<Record>) => (_path: string, body: unknown) => {
    bodies.push(body);
    return ok({ record: { ...shown, ...changes } });
  };
  fakeApi({
    'GET /moderation/users/7': () => ok({ record: shown }),
    'POST /moderation/users/7/notes': answer({
      notes: [{ id: '1', text: 'Writes poems.', createdAt: at, authorHandle: 'mo' }],
    }),
    'POST /moderation/users/7/ban': answer({ member: { ...ada, standing: 'banned' } }),
    'POST /moderation/users/7/suspend': () =>
      refuse(400, 'bad_request', 'Use a date within a year, or ban the member.', {
        suspendedUntil: 'Use a date within a year, or ban the member.',
      }),
    'POST /moderation/users/7/role': answer({ member: { ...ada, role: 'moderator' } }),
    'POST /moderation/users/7/warn': answer({}),
    'POST /moderation/users/7/unsuspend': answer({ member: ada }),
    'POST /moderation/users/7/unban': answer({ member: ada }),
  });
  renderScreen(
    <>
      <MemberRecord viewerRole={viewerRole} />
      <ToastRegion />
    </>,
    { path: '/moderation/member?id=7' },
  );
  return bodies;
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

it('shows the record of a member, adds a note, and bans the member for a reason', async () => {
  const bodies = showRecord(record);
  expect(await screen.findByText('3 approved, 1 pending, 2 rejected, 0 discontinued')).toBeInTheDocument();
  expect(screen.getByText('1 open; 3 of 4 decided ones upheld')).toBeInTheDocument();
  expect(screen.getByText('10,000 or more given, 5 set aside')).toBeInTheDocument();
  expect(screen.getByText('A poem.')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /Make/ })).toBeNull();

  await userEvent.type(screen.getByRole('textbox', { name: 'New note' }), 'Writes poems.');
  await press('Add the note');
  expect(await screen.findByText('Nov 20, 2026 by @mo')).toBeInTheDocument();

  await press('Ban');
  const form = within(screen.getByRole('form', { name: 'Ban' }));
  expect(form.getByRole('textbox', { name: 'Reason' })).toHaveFocus();
  await press('Ban this member');
  expect(screen.getByText('Write a reason.')).toBeInTheDocument();
  await userEvent.keyboard('Spam.');
  await press('Ban this member');
  expect(await screen.findByText('The member is banned.')).toBeInTheDocument();
  expect(await screen.findByRole('button', { name: 'Lift the ban' })).toBeInTheDocument();
  expect(screen.getByRole('group', { name: 'Decisions' })).toHaveFocus();
  expect(bodies).toEqual([{ text: 'Writes poems.' }, { reason: 'Spam.' }]);
});

it('says why a suspension is refused, and keeps its form', async () => {
  showRecord(record);
  await screen.findByText('A poem.');
  await press('Suspend');
  await userEvent.type(screen.getByRole('textbox', { name: 'Reason' }), 'Spam.');
  await userEvent.click(within(screen.getByRole('form')).getByRole('button', { name: 'Suspend' }));
  await screen.findByText('Use a date within a year, or ban the member.');
  expect(screen.getByRole('textbox', { name: 'Reason' })).toHaveValue('Spam.');
  const day = screen.getByLabelText('Last day of the suspension');
  expect(day).toHaveAccessibleDescription('Use a date within a year, or ban the member.');
  expect(screen.getAllByText('Use a date within a year, or ban the member.')).toHaveLength(1);
  await waitFor(() => expect(day).toHaveFocus());
  await press('Warn');
  expect(screen.queryByText('Use a date within a year, or ban the member.')).toBeNull();
});

it('lets admins give roles, and lets no member decide about another with the same role', async () => {
  const bodies = showRecord(record, 'admin');
  await screen.findByText('A poem.');
  await press('Warn');
  await userEvent.keyboard('Please stop.');
  await press('Make moderator');
  expect(await screen.findByText('@ada is moderator now.')).toBeInTheDocument();
  expect(screen.getByRole('textbox', { name: 'Reason' })).toHaveValue('Please stop.');
  expect(bodies).toEqual([{ role: 'moderator' }]);
});

it('offers nothing about somebody with the same role', async () => {
  showRecord({ ...record, isSubordinate: false });
  expect(await screen.findByText(/You can't decide about yourself/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Warn' })).toBeNull();
  expect(screen.queryByRole('textbox', { name: 'New note' })).toBeNull();
});

it('warns a member, and asks for a new note to have words', async () => {
  const bodies = showRecord(record);
  await screen.findByText('A poem.');
  await press('Add the note');
  expect(screen.getByText('Write a note.')).toBeInTheDocument();
  await userEvent.type(screen.getByRole('textbox', { name: 'New note' }), ' ');
  expect(screen.queryByText('Write a note.')).toBeNull();

  await press('Warn');
  expect(screen.getByRole('button', { name: 'Warn' })).toHaveAttribute('aria-expanded', 'true');
  expect(screen.getByText('The member reads it on the dashboard.')).toBeInTheDocument();
  expect(screen.queryByLabelText('Last day of the suspension')).toBeNull();
  await press('Warn');
  expect(screen.queryByRole('form', { name: 'Warn' })).toBeNull();
  await press('Warn');
  await userEvent.keyboard('Please stop.');
  await press('Send the warning');
  expect(await screen.findByText('The warning is sent.')).toBeInTheDocument();
  expect(screen.queryByRole('form', { name: 'Warn' })).toBeNull();
  expect(bodies).toEqual([{ reason: 'Please stop.' }]);
});

it('suspends for a week unless another last day is chosen', async () => {
  const bodies: unknown[] = [];
  const suspendedUntil = endOfLocalDay('2026-12-24');
  const suspended = { ...ada, standing: 'suspended' as const, suspendedUntil };
  fakeApi({
    'GET /moderation/users/7': () => ok({ record }),
    'POST /moderation/users/7/suspend': (_, body) => {
      bodies.push(body);
      return ok({ record: { ...record, member: suspended } });
    },
  });
  renderScreen(
    <>
      <MemberRecord viewerRole="moderator" />
      <ToastRegion />
    </>,
    { path: '/moderation/member?id=7' },
  );
  await screen.findByText('A poem.');
  await press('Suspend');
  const day = screen.getByLabelText('Last day of the suspension');
  expect(day).toHaveValue(localDayIn(7));
  fireEvent.change(day, { target: { value: '2026-12-24' } });
  await userEvent.type(screen.getByRole('textbox', { name: 'Reason' }), 'Spam.');
  await userEvent.click(within(screen.getByRole('form')).getByRole('button', { name: 'Suspend' }));
  expect(await screen.findByText('The member is suspended.')).toBeInTheDocument();
  expect(bodies).toEqual([{ reason: 'Spam.', suspendedUntil }]);
  expect(screen.getByText(/suspended through Dec 24, 2026/)).toBeInTheDocument();
});

it.each([
  ['suspended', 'End the suspension', 'The suspension is over.'],
  ['banned', 'Lift the ban', 'The ban is lifted.'],
] as const)('ends what made a member %s', async (standing, action, done) => {
  showRecord({ ...record, member: { ...ada, standing } });
  await screen.findByText('A poem.');
  expect(screen.queryAllByRole('button', { name: 'Ban' })).toHaveLength(standing === 'banned' ? 0 : 1);
  await press(action);
  expect(await screen.findByText(done)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: action })).toBeNull();
  expect(screen.getByRole('button', { name: 'Ban' })).toBeInTheDocument();
});

it('lists earlier decisions, with what became of them', async () => {
  showRecord({
    ...record,
    upvoteCount: 9_999,
    rejections: [],
    measures: [
      {
        ...{ id: '2', kind: 'suspension', reason: 'Spam.', createdAt: at, moderatorHandle: 'mo' },
        ...{ suspendedUntil: '2026-11-24T22:59:59.999Z', acknowledgedAt: '2026-11-21T10:00:00.000Z' },
        endedAt: '2026-11-22T10:00:00.000Z',
      },
      {
        ...{ id: '1', kind: 'warning', reason: 'A poem.', createdAt: at, moderatorHandle: null },
        ...{ suspendedUntil: null, acknowledgedAt: null, endedAt: null },
      },
    ],
  });
  expect(await screen.findByText('Suspension through Nov 24, 2026')).toBeInTheDocument();
  expect(
    screen.getByText('Nov 20, 2026 by @mo · read Nov 21, 2026 · ended Nov 22, 2026'),
  ).toBeInTheDocument();
  expect(screen.getByText('Warning')).toBeInTheDocument();
  expect(screen.getByText('Nov 20, 2026 by a former member')).toBeInTheDocument();
  expect(screen.getByText('9,999 given, 5 set aside')).toBeInTheDocument();
  expect(screen.queryByRole('heading', { name: /^Rejected/ })).toBeNull();
});

it('says that a link names no member, and that a record could not be loaded', async () => {
  const { unmount } = renderScreen(<MemberRecord viewerRole="moderator" />, {
    path: '/moderation/member?id=0',
  });
  expect(screen.getByText('This link names no member.')).toBeInTheDocument();
  unmount();
  let isDown = true;
  fakeApi({
    'GET /moderation/users/7': () =>
      isDown ? refuse(503, 'unavailable', 'Try again soon.') : ok({ record }),
  });
  renderScreen(<MemberRecord viewerRole="moderator" />, { path: '/moderation/member?id=7' });
  expect(screen.getByText('Loading …')).toBeInTheDocument();
  expect(await screen.findByText("We couldn't load the member")).toBeInTheDocument();
  isDown = false;
  await press('Try again');
  expect(await screen.findByText('A poem.')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Figgle' })).toHaveAttribute('href', '/tool/figgle');
});
