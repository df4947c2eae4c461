import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { readSessionToken, storeSessionToken } from '@/lib/session-token';
import { held, ok, refuse } from '../../setup/fake-api';
import { fakePopups } from '../../setup/fake-popups';
import { button, exchangePath, github, google, modal, openModal, signedIn } from '../../setup/sign-in-screen';

describe('when the email has an account with the other provider', () => {
  const sentence = 'You already have an account with this email. Sign in with Google to link Github.';
  const link = 'POST /user/private/identities';

  async function meetConflict(answers: Parameters<typeof openModal>[0]) {
    const popups = fakePopups();
    storeSessionToken('stale');
    const sent: unknown[] = [];
    const view = await openModal({
      [exchangePath]: (_, body) => {
        sent.push(body);
        return sent.length === 1
          ? refuse(409, 'conflict', sentence, { linkTo: 'google.com' })
          : signedIn('of-google');
      },
      ...answers,
    });
    await userEvent.click(github());
    popups[0]?.post({ code: 'github-code' });
    expect(await screen.findByText(sentence)).toHaveAttribute('role', 'alert');
    expect(readSessionToken()).toBeUndefined();
    expect(button('Sign in with Google and link Github')).toHaveFocus();
    return { ...view, popups };
  }

  it('signs in with that provider and links the first, with the tokens of its popup', async () => {
    const linked: unknown[] = [];
    const { popups, pushed } = await meetConflict({
      [link]: (_, body) => {
        linked.push(body);
        return ok({ identities: [], message: 'You can now sign in with Github.' });
      },
    });
    await userEvent.click(button('Sign in with Google and link Github'));
    expect(popups[1]?.url.searchParams.get('provider')).toBe('google.com');
    popups[1]?.post({ code: 'google-code' });

    expect(await screen.findByText('You can now sign in with Github.')).toBeInTheDocument();
    expect(linked).toEqual([
      { provider: 'github.com', providerToken: 'github-code', idToken: expect.any(String) },
    ]);
    expect(readSessionToken()).toBe('of-google');
    expect(pushed).toEqual(['/account/submit']);
  });

  it('drops the session when the modal is closed while the first is linked, and goes nowhere', async () => {
    const linking = held();
    const ended: (string | null)[] = [];
    const { popups, pushed, api } = await meetConflict({
      [link]: () => linking.answer,
      'POST /user/private/logout': (_path, _body, headers) => {
        ended.push(headers.get('accessToken'));
        return ok({ message: "You're signed out." });
      },
    });
    await userEvent.click(button('Sign in with Google and link Github'));
    popups[1]?.post();
    await waitFor(() => expect(api.calls()).toContain(link));
    // The browser has stored the cookie of the response before.
    document.cookie = 'encrypted_token=of-google; Path=/';
    await userEvent.click(button('Close'));
    linking.send(ok({ identities: [], message: 'You can now sign in with Github.' }));

    await waitFor(() => expect(ended).toEqual(['Bearer of-google']));
    expect(readSessionToken()).toBeUndefined();
    expect(pushed).toEqual([]);
  });

  it('stays signed in when linking fails, and shows why', async () => {
    const { popups } = await meetConflict({
      [link]: () => refuse(401, 'unauthenticated', 'The sign-in is too old.', { idToken: 'too old' }),
    });
    await userEvent.click(button('Sign in with Google and link Github'));
    popups[1]?.post();

    expect(await screen.findByText('The sign-in is too old.')).toBeInTheDocument();
    expect(readSessionToken()).toBe('of-google');
    expect(modal()).toBeNull();
  });

  it('opens a new popup on “Try again”, which links as well', async () => {
    const { popups, api } = await meetConflict({
      [link]: () => ok({ identities: [], message: 'You can now sign in with Github.' }),
    });
    await userEvent.click(button('Sign in with Google and link Github'));
    expect(button('Choose another way')).toBeDisabled();
    await userEvent.click(button('Try again'));
    expect(popups[1]?.isClosed()).toBe(true);
    popups[2]?.post();

    await waitFor(() => expect(api.calls()).toContain(link));
  });

  it('links nothing when the visitor chooses another way', async () => {
    const { popups, api } = await meetConflict({});
    await userEvent.click(button('Choose another way'));
    await userEvent.click(google());
    popups[1]?.post();

    await waitFor(() => expect(readSessionToken()).toBe('of-google'));
    expect(api.calls()).not.toContain(link);
  });
});
