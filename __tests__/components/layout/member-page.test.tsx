import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderToString } from 'react-dom/server';
import { MemberPage } from '@/components/layout/member-page';
import { useSignOut } from '@/hooks/use-sign-out';
import { SignInProvider } from '@/hooks/use-sign-in';
import { linkIdentity } from '@/lib/api/sign-in';
import { clearSessionToken, readSessionToken } from '@/lib/session-token';
import { fakeApi, held, ok, refuse } from '../../setup/fake-api';
import { renderScreen } from '../../setup/render-screen';
import { screenToken, signInOnScreen } from '../../setup/screen-member';

const page = (
  <MemberPage title="Secrets" invitation="Sign in to see your secrets">
    {({ name }) => <p>{`The secrets of ${name}`}</p>}
  </MemberPage>
);

it('shows members their content, requested with the session token', async () => {
  const sent: (string | null)[] = [];
  const member = signInOnScreen();
  fakeApi({
    ...member,
    'GET /user/checkAuthenticate': (_path, _body, headers) => {
      sent.push(headers.get('accessToken'));
      return ok({ authenticated: true });
    },
  });
  renderScreen(page);
  expect(await screen.findByText('The secrets of Ada Lovelace')).toBeInTheDocument();
  expect(sent).toEqual([`Bearer ${screenToken}`]);
});

it('asks a visitor to sign in, without calling the server', async () => {
  const api = fakeApi({});
  renderScreen(page, { path: '/account/secrets?page=2' });
  await userEvent.click(await screen.findByRole('button', { name: 'Sign in' }));
  expect(screen.getByText('Sign in to see your secrets')).toBeInTheDocument();
  expect(screen.getByText('Sign-in is open')).toBeInTheDocument();
  expect(sessionStorage.getItem('intendedRedirect')).toBe('/account/secrets?page=2');
  expect(api.calls()).toEqual([]);
});

it('clears the cookie of a session that has ended, and asks to sign in without an error', async () => {
  signInOnScreen();
  fakeApi({
    'GET /user/private/getProtectedUserInfo': () => refuse(401, 'unauthenticated', 'Please sign in again.'),
    'GET /user/checkAuthenticate': () => ok({ authenticated: false }),
  });
  renderScreen(page);
  expect(await screen.findByText('Sign in to see your secrets')).toBeInTheDocument();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(readSessionToken()).toBeUndefined();
});

it('gives up the height of an extended list once it is known that there is no member', async () => {
  document.documentElement.style.setProperty('--restored-height', '9000px');
  const reservedHeight = () => document.documentElement.style.getPropertyValue('--restored-height');
  signInOnScreen();
  const answer = held();
  fakeApi({
    'GET /user/private/getProtectedUserInfo': () => answer.answer,
    'GET /user/checkAuthenticate': () => ok({ authenticated: false }),
  });
  renderScreen(page);
  expect(screen.getByText('Loading …')).toBeInTheDocument();
  expect(reservedHeight()).toBe('9000px');

  answer.send(refuse(401, 'unauthenticated', 'Please sign in again.'));
  expect(await screen.findByText('Sign in to see your secrets')).toBeInTheDocument();
  expect(reservedHeight()).toBe('');
});

it('moves the focus to the page when the session ends and the focused element disappears', async () => {
  fakeApi(signInOnScreen());
  renderScreen(
    <MemberPage title="Secrets" invitation="Sign in to see your secrets">
      {() => <input aria-label="A secret" />}
    </MemberPage>,
  );
  await userEvent.click(await screen.findByRole('textbox'));
  act(() => clearSessionToken());
  expect(await screen.findByText("You're signed out")).toBeInTheDocument();
  expect(screen.getByRole('main')).toHaveFocus();
});

it('leaves the focus alone for a visitor', async () => {
  fakeApi({});
  renderScreen(page);
  expect(await screen.findByText('Sign in to see your secrets')).toBeInTheDocument();
  expect(document.body).toHaveFocus();
});

it('stays signed in when linking an identity fails with 401', async () => {
  const member = signInOnScreen();
  fakeApi({
    ...member,
    'POST /user/private/identities': () =>
      refuse(401, 'unauthenticated', 'Could not be confirmed.', { idToken: 'it was used already' }),
  });
  renderScreen(page);
  await screen.findByText('The secrets of Ada Lovelace');

  const proof = { provider: 'github.com' as const, idToken: 'one', accessToken: 'two' };
  await expect(linkIdentity(proof)).rejects.toMatchObject({ code: 'unauthenticated' });
  expect(readSessionToken()).toBe(screenToken);
});

it('reports a failed check, keeps the session, and checks again on request', async () => {
  const member = signInOnScreen();
  let isReachable = false;
  const down = () => refuse(503, 'unavailable', 'Try again soon.');
  fakeApi({
    'GET /user/private/getProtectedUserInfo': () =>
      isReachable ? member['GET /user/private/getProtectedUserInfo']() : down(),
    'GET /user/checkAuthenticate': () => (isReachable ? ok({ authenticated: true }) : down()),
  });
  renderScreen(page);
  await screen.findByText("We couldn't check whether you're signed in");
  expect(readSessionToken()).toBe(screenToken);

  isReachable = true;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('The secrets of Ada Lovelace')).toBeInTheDocument();
});

it('shows no member tabs without JavaScript', () => {
  fakeApi({});
  const withTabs = (
    <MemberPage title="Secrets" invitation="Sign in to see your secrets" top={<p>Tabs</p>}>
      {() => null}
    </MemberPage>
  );
  const html = renderToString(<SignInProvider>{withTabs}</SignInProvider>);
  expect(html).toContain('<div class="needs-script"><p>Tabs</p></div>');
});

it('renders the same HTML for members and visitors, so that any cache may store it', () => {
  signInOnScreen();
  fakeApi({});
  const html = renderToString(<SignInProvider>{page}</SignInProvider>);
  expect(html).toContain('Loading …');
  expect(html).toContain('needs JavaScript');
  expect(html).not.toContain('Sign in');
});

it('hides member content after signing out, even if the session had already ended', async () => {
  const member = signInOnScreen();
  fakeApi({ ...member, 'POST /user/private/logout': () => refuse(401, 'unauthenticated', 'Sign in first.') });
  renderScreen(
    <>
      {page}
      <SignOut />
    </>,
  );
  await screen.findByText('The secrets of Ada Lovelace');
  await userEvent.click(screen.getByRole('button', { name: 'Leave' }));
  expect(await screen.findByText("You're signed out")).toBeInTheDocument();
  expect(screen.queryByText('The secrets of Ada Lovelace')).not.toBeInTheDocument();
  expect(readSessionToken()).toBeUndefined();
});

function SignOut() {
  const { signOut } = useSignOut();
  return <button onClick={() => void signOut()}>Leave</button>;
}
