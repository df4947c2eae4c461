import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MeasureNotices } from '@/components/account/measure-notices';
import { ToastRegion } from '@/components/layout/toast-region';
import type { OwnMeasure } from '@/lib/contract/member';
import { clearSessionToken, storeSessionToken } from '@/lib/session-token';
import { fakeApi, ok } from '../../setup/fake-api';
import { renderScreen } from '../../setup/render-screen';

const at = '2026-11-20T10:00:00.000Z';
const warning: OwnMeasure = {
  ...{ id: '7', kind: 'warning', reason: 'No poems, please.', suspendedUntil: null },
  ...{ createdAt: at, acknowledgedAt: null, endedAt: null, appeal: null },
};

beforeEach(() => storeSessionToken('token'));
afterEach(() => clearSessionToken());

it('shows a warning until it is acknowledged', async () => {
  let measures = [warning];
  fakeApi({
    'GET /user/private/measures': () => ok({ measures }),
    'POST /user/private/measures/7/acknowledge': () => {
      measures = [];
      return ok({});
    },
  });
  renderScreen(
    <>
      <MeasureNotices />
      <ToastRegion />
    </>,
  );
  expect(await screen.findByRole('region', { name: 'A warning from the moderators' })).toHaveTextContent(
    'No poems, please.',
  );
  await userEvent.click(screen.getByRole('button', { name: "I've read it" }));
  expect(await screen.findByText(/The moderators see that you have read it/)).toBeInTheDocument();
  expect(screen.queryByRole('region', { name: 'A warning from the moderators' })).toBeNull();
});

it('says until when an account is suspended, and that it is banned', async () => {
  fakeApi({
    'GET /user/private/measures': () =>
      ok({
        measures: [
          { ...warning, id: '8', kind: 'ban', reason: 'Spam.' },
          { ...warning, id: '9', kind: 'suspension', suspendedUntil: '2026-12-24T12:00:00.000Z' },
        ],
      }),
  });
  renderScreen(<MeasureNotices />);
  expect(await screen.findByRole('heading', { name: 'Your account is banned' })).toBeInTheDocument();
  expect(screen.getByRole('heading', { name: /Your account is suspended until .*24.*/ })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: "I've read it" })).toBeNull();
});
