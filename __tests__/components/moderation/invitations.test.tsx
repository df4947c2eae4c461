import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import Invitations from '@/components/moderation/sections/invitations';
import { ToastRegion } from '@/components/layout/app-parts';
import InvitationPage from '@/pages/invitation';
import { clearSessionToken, storeSessionToken } from '@/lib/session-token';
import { fakeApi, ok, refuse } from '../../setup/fake-api';
import { renderScreen } from '../../setup/render-screen';

const invitation = {
  ...{ id: '7', note: 'For Ada', creatorHandle: 'mo', usesMax: 5, useCount: 2, state: 'open' },
  ...{ createdAt: '2026-06-01T12:00:00.000Z', expiresAt: '2026-06-08T12:00:00.000Z' },
};
const listed = (isNeeded = true) => ok({ invitations: [invitation], nextCursor: null, isNeeded });
const list = 'GET /moderation/invitations';

afterEach(() => {
  clearSessionToken();
  window.history.replaceState(null, '', '/');
});

describe('the list of moderators', () => {
  beforeEach(() => storeSessionToken('token'));
  const show = () =>
    renderScreen(
      <>
        <Invitations />
        <ToastRegion />
      </>,
    );

  it('shows an invitation, withdraws it, and says why that failed', async () => {
    const api = fakeApi({
      [list]: () => listed(),
      'DELETE /moderation/invitations/7': () => refuse(404, 'not_found', 'This invitation no longer exists.'),
    });
    show();
    const item = await screen.findByRole('listitem');
    expect(item).toHaveTextContent('For AdaOpen · 2 of 5 used · until Jun 8, 2026 · by @mo');
    await userEvent.click(within(item).getByRole('button', { name: 'Withdraw For Ada' }));
    expect(await screen.findByText('This invitation no longer exists.')).toBeInTheDocument();
    expect(api.calls()).toContain('DELETE /moderation/invitations/7');
  });

  it('withdraws an invitation, and says so', async () => {
    let isOpen = true;
    fakeApi({
      [list]: () =>
        ok({
          invitations: [{ ...invitation, note: '', state: isOpen ? 'open' : 'withdrawn' }],
          nextCursor: null,
          isNeeded: true,
        }),
      'DELETE /moderation/invitations/7': () => {
        isOpen = false;
        return ok({ invitation: { ...invitation, state: 'withdrawn' } });
      },
    });
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'Withdraw Invitation of Jun 1, 2026' }));
    expect(await screen.findByText('The invitation is withdrawn.')).toBeInTheDocument();
    expect(
      await screen.findByText('Withdrawn · 2 of 5 used · until Jun 8, 2026 · by @mo'),
    ).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^Withdraw/ })).toBeNull();
  });

  it('copies the link of a new invitation, and says what to do where it cannot', async () => {
    const person = userEvent.setup();
    fakeApi({
      [list]: () => listed(),
      'POST /moderation/invitations': () => ok({ invitation, token: 'a-token' }),
    });
    show();
    await person.click(screen.getByRole('button', { name: 'Create invitation' }));
    const copy = await screen.findByRole('button', { name: 'Copy the link' });
    await person.click(copy);
    expect(await screen.findByText('Link copied.')).toBeInTheDocument();
    expect(await navigator.clipboard.readText()).toBe('http://localhost/invitation#a-token');

    jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('Denied'));
    await person.click(copy);
    const failure = "The link couldn't be copied. Select it and copy it by hand.";
    expect(await screen.findByText(failure)).toBeInTheDocument();
  });

  it('shows the link of a new invitation, and the server’s word on a wrong number', async () => {
    let isRefused = true;
    fakeApi({
      [list]: () => listed(false),
      'POST /moderation/invitations': () =>
        isRefused
          ? refuse(400, 'bad_request', 'Check your input.', { days: 'Use a number from 1 to 90.' })
          : ok({ invitation, token: 'a-token' }),
    });
    renderScreen(<Invitations />);
    expect(await screen.findByText(/This site doesn't ask for invitations/)).toBeInTheDocument();
    const create = screen.getByRole('button', { name: 'Create invitation' });
    await userEvent.click(create);
    expect(await screen.findByText('Use a number from 1 to 90.')).toBeInTheDocument();
    isRefused = false;
    await userEvent.click(create);
    expect(await screen.findByText('http://localhost/invitation#a-token')).toBeInTheDocument();
  });
});

describe('the page of the link', () => {
  it('takes the token out of the address and says who invites', async () => {
    window.history.replaceState(null, '', '/invitation#a-token');
    fakeApi({
      'POST /user/invitation': () =>
        ok({ expiresAt: invitation.expiresAt, inviter: { handle: 'mo', name: 'Mo' } }),
    });
    renderScreen(<InvitationPage />, { path: '/invitation' });
    expect(await screen.findByRole('link', { name: 'Mo' })).toHaveAttribute('href', '/u/mo');
    expect(screen.getByText(/The invitation works until/)).toHaveTextContent('works until June 8, 2026');
    expect(screen.getByRole('button', { name: 'Sign in to join' })).toBeEnabled();
    expect(window.location.href).toBe('http://localhost/invitation');
  });

  it('says why an invitation does not work, and what is missing without a token', async () => {
    window.history.replaceState(null, '', '/invitation#a-token');
    const message = 'This invitation was withdrawn. Ask for a new one.';
    fakeApi({ 'POST /user/invitation': () => refuse(410, 'gone', message) });
    const { unmount } = renderScreen(<InvitationPage />, { path: '/invitation' });
    expect(await screen.findByText(message)).toBeInTheDocument();
    unmount();
    renderScreen(<InvitationPage />, { path: '/invitation' });
    expect(await screen.findByText(/Was it copied whole\?/)).toBeInTheDocument();
  });
});
