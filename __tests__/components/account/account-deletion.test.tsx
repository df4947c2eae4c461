import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { readSessionToken, storeSessionToken } from '@/lib/session-token';
import SettingsPage from '@/pages/account/settings';
import { fakeApi, ok, refuse } from '../../setup/fake-api';
import { CloseSignIn } from '../../setup/reaction-screen';
import { renderScreen } from '../../setup/render-screen';
import { screenToken } from '../../setup/screen-member';
import { answers, handleField as handle } from '../../setup/settings-screen';

const render = () =>
  renderScreen(
    <>
      <SettingsPage />
      <CloseSignIn />
    </>,
    { path: '/account/settings' },
  );
const remove = 'DELETE /user/private/account';
const userInfo = 'GET /user/private/getProtectedUserInfo';

describe('deleting the account', () => {
  const deletionDueAt = '2026-12-05T12:00:00.000Z';
  const dialog = () => within(screen.getByRole('dialog', { name: 'Delete your account?' }));
  const open = async () => userEvent.click(await screen.findByRole('button', { name: 'Delete my account…' }));

  it('explains what stays, requires the handle, and can be canceled in the notice', async () => {
    let deletion: { deletionDueAt?: string } = {};
    const api = fakeApi({
      ...answers(),
      [userInfo]: () => answers(deletion)[userInfo](),
      [remove]: () => {
        deletion = { deletionDueAt };
        return ok({ deletionDueAt, message: 'In 14 days.' });
      },
      'POST /user/private/account/restore': () => {
        deletion = {};
        return ok({ message: "Your account won't be deleted." });
      },
    });
    render();
    await open();
    expect(dialog().getByText(/^Approved tools, under “a former member”/)).toBeInTheDocument();
    const confirmation = dialog().getByRole('textbox', { name: 'Type your handle, ada, to confirm' });
    await userEvent.type(confirmation, 'bob{Enter}');
    expect(await dialog().findByText("That's not your handle. Type ada.")).toBeInTheDocument();
    expect(api.calls()).not.toContain(remove);

    await userEvent.clear(confirmation);
    await userEvent.type(confirmation, '@Ada');
    await userEvent.click(dialog().getByRole('button', { name: 'Delete my account' }));
    const notice = within(await screen.findByRole('region', { name: 'Account deletion' }));
    expect(notice.getByText('December 5, 2026')).toHaveAttribute('datetime', deletionDueAt);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(await handle()).toBeDisabled();
    await waitFor(() => expect(screen.getByText(/notice at the top of this page/)).toHaveFocus());

    await userEvent.click(notice.getByRole('button', { name: 'Keep my account' }));
    await waitFor(() =>
      expect(screen.queryByRole('region', { name: 'Account deletion' })).not.toBeInTheDocument(),
    );
    expect(await handle()).toBeEnabled();
    await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
  });

  it('shows when the deletion fails, and when canceling it fails', async () => {
    const down = () => refuse(503, 'unavailable', 'The server is resting.');
    fakeApi({ ...answers(), [remove]: down });
    const { unmount } = render();
    await open();
    await userEvent.type(dialog().getByRole('textbox'), 'ada{Enter}');
    expect(await dialog().findByText('The server is resting.')).toHaveAttribute('role', 'alert');
    expect(screen.queryByRole('region', { name: 'Account deletion' })).not.toBeInTheDocument();
    unmount();

    fakeApi({ ...answers({ deletionDueAt }), 'POST /user/private/account/restore': down });
    render();
    await userEvent.click(await screen.findByRole('button', { name: 'Keep my account' }));
    expect(await screen.findByText('The server is resting.')).toBeInTheDocument();
    expect(screen.getByRole('region', { name: 'Account deletion' })).toBeInTheDocument();
  });

  describe('long after the sign-in', () => {
    const stale = () =>
      refuse(401, 'unauthenticated', 'Sign in again to do this.', { accessToken: 'It is too old.' });
    const question = () => screen.findByRole('dialog', { name: 'Sign in again to delete your account' });

    /** Asks for the deletion with a sign-in that is too old, and opens the sign-in. */
    async function askAndSignIn() {
      render();
      await open();
      await userEvent.type(dialog().getByRole('textbox'), 'ada{Enter}');
      await waitFor(async () => expect((await question()).contains(document.activeElement)).toBe(true));
      expect(readSessionToken()).toBe(screenToken);
      await userEvent.click(within(await question()).getByRole('button', { name: 'Sign in again' }));
      expect(await screen.findByText('Sign-in is open')).toBeInTheDocument();
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    }
    const notice = () => screen.findByRole('region', { name: 'Account deletion' });
    const countSent = (api: { calls: () => string[] }) =>
      api.calls().filter((call) => call === remove).length;

    it('asks to sign in again, and carries on afterwards', async () => {
      const api = fakeApi({ ...answers(), [remove]: stale });
      await askAndSignIn();
      expect(countSent(api)).toBe(1);

      fakeApi({ ...answers(), [remove]: () => ok({ deletionDueAt, message: 'In 14 days.' }) });
      act(() => storeSessionToken('token-after-sign-in'));

      expect(await notice()).toBeInTheDocument();
    });

    it('does not delete the account of somebody else who signs in', async () => {
      fakeApi({ ...answers(), [remove]: stale });
      await askAndSignIn();

      const api = fakeApi({ ...answers({ id: '2', handle: 'bob' }), [remove]: stale });
      act(() => storeSessionToken('token-of-bob'));

      await waitFor(async () => expect(await handle()).toHaveValue('bob'));
      expect(countSent(api)).toBe(1);
    });

    it('is forgotten when the sign-in is closed', async () => {
      fakeApi({ ...answers(), [remove]: stale });
      await askAndSignIn();
      await userEvent.click(screen.getByRole('button', { name: 'Close the sign-in' }));
      cleanup();

      const api = fakeApi({ ...answers(), [remove]: stale });
      render();
      await handle();
      expect(countSent(api)).toBe(1);
    });

    it('is canceled by “Keep my account”', async () => {
      fakeApi({ ...answers(), [remove]: stale });
      render();
      await open();
      await userEvent.type(dialog().getByRole('textbox'), 'ada{Enter}');
      await userEvent.click(within(await question()).getByRole('button', { name: 'Keep my account' }));

      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
      expect(screen.queryByText('Sign-in is open')).not.toBeInTheDocument();
    });
  });
});
