import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { readSessionToken } from '@/lib/session-token';
import { fakeApi, held, ok, refuse } from '../../setup/fake-api';
import { answers, buildSession, here, renderSettings } from '../../setup/settings-screen';
import { hasText } from '../../setup/has-text';

const hourAgo = new Date(Date.now() - 61 * 60 * 1000).toISOString();
const elsewhere = buildSession('2', {
  userAgent: 'Mozilla/5.0 (iPhone) Version/18.5 Safari/604.1',
  lastSeenAt: hourAgo,
});

describe('sessions', () => {
  it('are listed by browser and last use, and one can be ended', async () => {
    const api = fakeApi({
      ...answers({}, [here, elsewhere]),
      'DELETE /user/private/sessions/2': () => ok({ message: 'The session has ended.' }),
    });
    renderSettings();
    expect(await screen.findByText(hasText('Firefox on Linuxthis one'))).toBeInTheDocument();
    const list = screen.getByRole('list', { name: 'Sessions' });
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Firefox on Linuxthis oneIn use now · signed in on November 1, 2026Sign out',
      'Safari on iPhoneLast seen 1 hour ago · signed in on November 1, 2026End the session of Safari on iPhone',
    ]);
    expect([...list.querySelectorAll('time')].map(({ dateTime }) => dateTime)).toEqual([
      here.createdAt,
      hourAgo,
      elsewhere.createdAt,
    ]);
    await userEvent.click(screen.getByRole('button', { name: 'End the session of Safari on iPhone' }));
    await waitFor(() => expect(screen.queryByText('Safari on iPhone')).not.toBeInTheDocument());
    expect(screen.getByText('Firefox on Linux')).toBeInTheDocument();
    await waitFor(() => expect(screen.getByRole('list', { name: 'Sessions' })).toHaveFocus());
    expect(api.calls()).toContain('DELETE /user/private/sessions/2');
    expect(readSessionToken()).toBe('token-of-ada');
  });

  it('stay listed when ending one fails, with the reason', async () => {
    fakeApi({
      ...answers({}, [here, elsewhere]),
      'DELETE /user/private/sessions/2': () => refuse(503, 'unavailable', 'The server is resting.'),
    });
    renderSettings();
    await userEvent.click(await screen.findByRole('button', { name: 'End the session of Safari on iPhone' }));
    expect(await screen.findByText('The server is resting.')).toHaveAttribute('role', 'alert');
    expect(screen.getByText('Safari on iPhone')).toBeInTheDocument();
  });

  it('all end at once, including the current one', async () => {
    const bodies: unknown[] = [];
    fakeApi({
      ...answers({}, [here, elsewhere]),
      'POST /user/private/logout': (_path, body) => {
        bodies.push(body);
        return ok({ message: "You're signed out everywhere." });
      },
    });
    renderSettings();
    await userEvent.click(await screen.findByRole('button', { name: 'Sign out everywhere' }));
    expect(await screen.findByText("You're signed out")).toBeInTheDocument();
    await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
    expect(bodies).toEqual([{ everywhere: true }]);
    expect(readSessionToken()).toBeUndefined();
  });

  it.each([
    ['Sign out', { everywhere: false }],
    ['Sign out everywhere', { everywhere: true }],
  ])('show that “%s” is in progress, and send it once', async (name, expected) => {
    const answer = held();
    const bodies: unknown[] = [];
    fakeApi({
      ...answers({}, [here, elsewhere]),
      'POST /user/private/logout': (_path, body) => {
        bodies.push(body);
        return answer.answer;
      },
    });
    renderSettings();
    const list = await screen.findByRole('list', { name: 'Sessions' });
    const section = within(list.parentElement ?? list);
    const button = section.getByRole('button', { name });
    /** Each button that shows that it is busy, and each that is disabled. */
    const buttons = (selector: string) =>
      section
        .getAllByRole('button')
        .filter((each) => each.matches(selector))
        .map((each) => each.textContent);
    expect([buttons(':has(.animate-spin)'), buttons('[aria-disabled="true"]')]).toEqual([[], []]);

    await userEvent.click(button);
    await userEvent.click(button);
    expect(buttons(':has(.animate-spin)')).toEqual([name]);
    expect(buttons('[aria-disabled="true"]')).toEqual(
      expected.everywhere ? ['Sign out everywhere'] : ['Sign out', 'Sign out everywhere'],
    );

    answer.send(ok({ message: "You're signed out." }));
    expect(await screen.findByText("You're signed out")).toBeInTheDocument();
    expect(bodies).toEqual([expected]);
  });

  it('show that they failed to load, and load on “Try again”', async () => {
    let isReachable = false;
    fakeApi({
      ...answers(),
      'GET /user/private/sessions': () =>
        isReachable ? ok({ sessions: [here] }) : refuse(503, 'unavailable', 'The server is resting.'),
    });
    renderSettings();
    expect(await screen.findByText('The server is resting.')).toBeInTheDocument();
    isReachable = true;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Firefox on Linux')).toBeInTheDocument();
  });
});
