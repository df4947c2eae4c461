import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ToastRegion } from '@/components/layout/toast-region';
import { MemberRecord } from '@/components/moderation/members/member-record';
import { Members } from '@/components/moderation/members/members';
import type { MemberRecord as Record, MemberSummary } from '@/lib/contract/member';
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

it('finds members by the beginning of a name, and orders them by rejections', async () => {
  const { calls } = fakeApi({ 'GET /moderation/users': () => ok({ members: [ada], nextCursor: null }) });
  renderScreen(<Members />);
  expect(await screen.findByRole('link', { name: 'Ada @ada' })).toHaveAttribute(
    'href',
    '/moderation/member?id=7',
  );
  expect(screen.getByText(/member · since Nov 20, 2026 · 2 rejections/)).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Most rejected' }));
  expect(await screen.findByRole('link', { name: 'Ada @ada' })).toBeInTheDocument();
  await userEvent.type(screen.getByRole('searchbox', { name: 'Find a member' }), 'ad');
  expect(screen.queryByRole('group', { name: 'Order' })).toBeNull();
  await waitFor(() =>
    expect(calls()).toEqual([
      'GET /moderation/users?order=newest',
      'GET /moderation/users?order=rejected',
      'GET /moderation/users?order=rejected&q=ad',
    ]),
  );
});

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
      refuse(400, 'bad_request', 'Use a date within a year, or ban the member.'),
    'POST /moderation/users/7/role': answer({ member: { ...ada, role: 'moderator' } }),
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
  expect(await screen.findByText('Use a date within a year, or ban the member.')).toHaveAttribute(
    'role',
    'alert',
  );
  expect(screen.getByRole('textbox', { name: 'Reason' })).toHaveValue('Spam.');
});

it('lets admins give roles, and no member decide about their equals', async () => {
  const bodies = showRecord(record, 'admin');
  await screen.findByText('A poem.');
  await press('Make moderator');
  expect(await screen.findByText('@ada is moderator now.')).toBeInTheDocument();
  expect(bodies).toEqual([{ role: 'moderator' }]);
});

it('offers nothing about somebody with the same role', async () => {
  showRecord({ ...record, isSubordinate: false });
  expect(await screen.findByText(/You can't decide about yourself/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Warn' })).toBeNull();
  expect(screen.queryByRole('textbox', { name: 'New note' })).toBeNull();
});
