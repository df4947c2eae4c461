import { screen, waitFor } from '@testing-library/react';
import { RemovalList } from '@/components/account/removal-list';
import type { Removal } from '@/lib/contract/report';
import { clearSessionToken, storeSessionToken } from '@/lib/session-token';
import { fakeApi, ok } from '../../setup/fake-api';
import { renderScreen } from '../../setup/render-screen';

const removal: Removal = { id: '7', name: 'Figgle', removedAt: '2026-11-20T10:00:00.000Z', edit: null };

beforeEach(() => storeSessionToken('token'));
afterEach(() => clearSessionToken());

it('names what moderators have removed, and says what became of an edit', async () => {
  fakeApi({
    'GET /user/private/removals': () =>
      ok({
        removals: [
          { ...removal, edit: { name: 'Figgle 2', isRejected: false } },
          { ...removal, id: '8', name: 'Doodle', edit: { name: 'Doodle', isRejected: true } },
          { ...removal, id: '9', name: 'Scribble' },
        ],
      }),
  });
  renderScreen(<RemovalList />);
  const [waited, rejected, without] = await screen.findAllByRole('listitem');
  expect(waited).toHaveTextContent(/^Figgle.*Your edit “Figgle 2” was in the queue, and isn't published\./);
  expect(rejected).toHaveTextContent(/^Doodle.*Your edit was rejected before\.$/);
  expect(without).not.toHaveTextContent('edit');
});

it('shows nothing to a member without removed products', async () => {
  let isAsked = false;
  fakeApi({
    'GET /user/private/removals': () => {
      isAsked = true;
      return ok({ removals: [] });
    },
  });
  renderScreen(<RemovalList />);
  await waitFor(() => expect(isAsked).toBe(true));
  expect(screen.queryByRole('region')).toBeNull();
});
