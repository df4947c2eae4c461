import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import SetupSteps from '@/components/moderation/sections/setup';
import SetupPage from '@/pages/setup';
import { SETUP_STEPS } from '@/lib/contract/setup';
import { clearSessionToken, readSessionToken, storeSessionToken } from '@/lib/session-token';
import { fakeApi, ok, refuse } from '../../setup/fake-api';
import { renderScreen } from '../../setup/render-screen';

afterEach(() => {
  clearSessionToken();
  window.history.replaceState(null, '', '/');
});

const open = (hash: string) => {
  window.history.replaceState(null, '', `/setup${hash}`);
  return renderScreen(<SetupPage />, { path: '/setup' });
};
const nameField = () => screen.findByRole('textbox', { name: 'Your name' });
const become = () => userEvent.click(screen.getByRole('button', { name: 'Become the admin' }));
const user = (role: string) => ({
  ...{ id: '7', handle: 'mo', name: 'Mo', email: 'mo@example.com', avatarURL: null, role },
  createdAt: '2026-06-01T12:00:00.000Z',
});

describe('the page of the setup link', () => {
  it('takes the token out of the address, asks for a name, signs in and leads to the steps', async () => {
    const sent: unknown[] = [];
    fakeApi({
      'GET /user/private/getProtectedUserInfo': () => ok({ user: user('admin') }),
      'POST /setup': (_path, body) => {
        sent.push(body);
        return ok({ encrypted_token: 'a-session', message: 'Done.' });
      },
    });
    const { pushed } = open('#a-token');
    await userEvent.type(await nameField(), 'Ada');
    expect(window.location.href).toBe('http://localhost/setup');
    await become();
    expect(sent).toEqual([{ token: 'a-token', name: 'Ada' }]);
    expect(readSessionToken()).toBe('a-session');
    expect(pushed).toEqual(['/moderation/setup']);
  });

  it('says what is wrong with the name, and why a link does not work', async () => {
    const answers = [
      refuse(400, 'bad_request', 'Check your input.', { name: 'Enter a name.' }),
      refuse(404, 'not_found', 'This link does not work.'),
    ];
    fakeApi({ 'POST /setup': () => answers.shift() ?? ok({}) });
    open('#a-token');
    const field = await nameField();
    await become();
    expect(await screen.findByText('Enter a name.')).toBeInTheDocument();
    expect(field).toHaveFocus();
    await become();
    expect(await screen.findByText('This link does not work.')).toHaveAttribute('role', 'alert');
    expect(readSessionToken()).toBeUndefined();
  });

  it('says what is missing without a token, and leads an admin to the steps', async () => {
    fakeApi({ 'GET /user/private/getProtectedUserInfo': () => ok({ user: user('admin') }) });
    const { unmount } = open('');
    expect(await screen.findByRole('heading', { name: 'This page needs a link' })).toBeInTheDocument();
    unmount();
    storeSessionToken('token');
    open('');
    expect(await screen.findByRole('link', { name: 'Set up the site' })).toHaveAttribute(
      'href',
      '/moderation/setup',
    );
  });

  it('says which account becomes the admin to a member, whose name it does not ask for', async () => {
    const sent: unknown[] = [];
    storeSessionToken('token');
    fakeApi({
      'GET /user/private/getProtectedUserInfo': () => ok({ user: user('member') }),
      'POST /setup': (_path, body) => {
        sent.push(body);
        return refuse(403, 'forbidden', 'Your account is banned.');
      },
    });
    open('#a-token');
    expect(
      await screen.findByText('You are signed in as Mo. This account becomes the admin.'),
    ).toBeInTheDocument();
    expect(screen.queryByRole('textbox')).toBeNull();
    await become();
    expect(await screen.findByText('Your account is banned.')).toHaveAttribute('role', 'alert');
    expect(sent).toEqual([{ token: 'a-token' }]);
  });
});

it('lists the steps of an owner with what is done, and where each is done', async () => {
  storeSessionToken('token');
  fakeApi({
    'GET /moderation/setup': () =>
      ok({
        siteURL: 'http://localhost:3000',
        steps: SETUP_STEPS.map((name) => ({ name, isDone: name === 'name' })),
      }),
  });
  renderScreen(<SetupSteps />);
  const items = await screen.findAllByRole('listitem');
  expect(items).toHaveLength(SETUP_STEPS.length);
  expect(screen.getByText('1 of 7 done')).toBeInTheDocument();
  const [account, name] = items.map((item) => within(item));
  expect(account?.getByRole('link')).toHaveAttribute('href', '/account/settings');
  expect(account?.queryByText('Done')).toBeNull();
  expect(name?.getByText('Done')).toBeInTheDocument();
  expect(name?.getByRole('link')).toHaveAccessibleName('Change Name and words');
  expect(items.at(-1)).toHaveTextContent('The site is at http://localhost:3000 now.');
});
