import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MeasureNotices, PastMeasures } from '@/components/account/measures';
import { ToastRegion } from '@/components/layout/app-parts';
import type { OwnMeasure } from '@/lib/contract/measure';
import { DAY_MS } from '@/lib/contract/plain/durations';
import { clearSessionToken, storeSessionToken } from '@/lib/session-token';
import SubmitPage from '@/pages/account/submit';
import { fakeApi, ok } from '../../setup/fake-api';
import { renderScreen } from '../../setup/render-screen';
import { signInOnScreen } from '../../setup/screen-member';

const at = '2026-11-20T10:00:00.000Z';
const warning: OwnMeasure = {
  ...{ id: '7', kind: 'warning', reason: 'No poems, please.', suspendedUntil: null },
  ...{ createdAt: at, acknowledgedAt: null, endedAt: null, appeal: null, canAnswer: true },
};

beforeEach(() => storeSessionToken('token'));
afterEach(() => clearSessionToken());

it('shows a warning until it is acknowledged, and then keeps it where the member can answer it', async () => {
  let answer: Record<'measures' | 'past', OwnMeasure[]> = { measures: [warning], past: [] };
  const sent: unknown[] = [];
  fakeApi({
    'GET /user/private/measures': () => ok(answer),
    'POST /user/private/measures/7/acknowledge': () => {
      answer = { measures: [], past: [{ ...warning, acknowledgedAt: at }] };
      return ok({});
    },
    'POST /user/private/appeals': (_path, body) => {
      sent.push(body);
      return ok({ appeal: { text: 'It is no poem.', createdAt: at, outcome: null, reply: null } });
    },
  });
  renderScreen(
    <>
      <main id="main" tabIndex={-1}>
        <MeasureNotices />
        <PastMeasures />
      </main>
      <ToastRegion />
    </>,
  );
  expect(await screen.findByRole('region', { name: 'A warning from the moderators' })).toHaveTextContent(
    'No poems, please.',
  );
  await userEvent.click(screen.getByRole('button', { name: "I've read it" }));
  expect(await screen.findByText(/The moderators can see that you've read it/)).toBeInTheDocument();
  expect(screen.queryByRole('region', { name: 'A warning from the moderators' })).toBeNull();
  expect(screen.getByRole('main')).toHaveFocus();

  const past = within(screen.getByRole('region', { name: 'Past decisions about your account' }));
  expect(past.getByRole('listitem')).toHaveTextContent(/^WarningNo poems, please\./);
  await userEvent.click(past.getByRole('button', { name: /^Answer the moderators about the warning of/ }));
  await userEvent.type(past.getByRole('textbox', { name: /Your answer/ }), 'It is no poem.');
  await userEvent.click(past.getByRole('button', { name: 'Send the answer' }));
  expect(await past.findByText('Your answer is waiting for a moderator:')).toBeInTheDocument();
  expect(sent).toEqual([{ text: 'It is no poem.', measureId: '7' }]);
});

it('offers no answer to a suspension that is over, and shows the answer that was given', async () => {
  fakeApi({
    'GET /user/private/measures': () =>
      ok({
        measures: [],
        past: [
          { ...warning, id: '9', kind: 'suspension', suspendedUntil: at, canAnswer: false },
          {
            ...{ ...warning, id: '8', kind: 'ban', endedAt: at, canAnswer: false },
            appeal: { text: 'It is no spam.', createdAt: at, outcome: 'reversed', reply: 'You are right.' },
          },
        ],
      }),
  });
  renderScreen(<PastMeasures />);
  const [suspension, ban] = await screen.findAllByRole('listitem');
  expect(suspension).toHaveTextContent(/^Suspension.*Over since/);
  expect(ban).toHaveTextContent(/Your answer has changed the decision.*It is no spam.*You are right/);
  expect(screen.queryByRole('button')).toBeNull();
});

it('says until when an account is suspended, and that it is banned', async () => {
  fakeApi({
    'GET /user/private/measures': () =>
      ok({
        measures: [
          { ...warning, id: '8', kind: 'ban', reason: 'Spam.' },
          { ...warning, id: '9', kind: 'suspension', suspendedUntil: '2026-12-24T12:00:00.000Z' },
        ],
        past: [],
      }),
  });
  renderScreen(<MeasureNotices />);
  expect(await screen.findByRole('heading', { name: 'Your account is banned' })).toBeInTheDocument();
  expect(
    screen.getByRole('heading', { name: 'Your account is suspended through December 24, 2026' }),
  ).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: "I've read it" })).toBeNull();
});

it('says above the form for submitting that the viewer is suspended, and nothing once that is over', async () => {
  const notice = /^Your account is suspended through .*, but not add or change anything. See why$/;
  const suspendedUntil = new Date(Date.now() + DAY_MS).toISOString();
  fakeApi(signInOnScreen({ suspendedUntil }));
  const { unmount } = renderScreen(<SubmitPage />, { path: '/account/submit' });
  const link = await screen.findByRole('link', { name: 'See why' });
  expect(link.closest('p')).toHaveTextContent(notice);
  expect(link).toHaveAttribute('href', '/account/profile');
  unmount();

  fakeApi(signInOnScreen({ suspendedUntil: at }));
  renderScreen(<SubmitPage />, { path: '/account/submit' });
  expect(await screen.findByRole('textbox')).toBeInTheDocument();
  expect(screen.queryByText(/is suspended/)).toBeNull();
});
