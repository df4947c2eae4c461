import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Header } from '@/components/layout/header';
import { ToastRegion } from '@/components/layout/toast-region';
import { SignInModal } from '@/components/sign-in/sign-in-modal';
import { PAGE_ID } from '@/components/ui/dialog';
import { fakeApi, held, refuse } from '../../setup/fake-api';
import { renderScreen } from '../../setup/render-screen';

const modal = () => screen.queryByRole('dialog', { name: 'Sign in' });
const google = () => screen.getByRole('button', { name: 'Sign in with Google' });
const github = () => screen.getByRole('button', { name: 'Sign in with Github' });

async function openModal() {
  const view = renderScreen(
    <>
      <div id={PAGE_ID}>
        <Header email={null} />
      </div>
      <SignInModal />
      <ToastRegion />
    </>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Submit' }));
  return view;
}

it('says what signing in is for, and that nothing is posted', async () => {
  await openModal();
  expect(modal()).toHaveTextContent(
    'Sign in with your social media account to submit, upvote and bookmark tools.',
  );
  expect(modal()).toHaveTextContent(
    "We won't share any post or activity on your profile, social login is here to fight spam.",
  );
});

it('closes with its close button and gives the focus back', async () => {
  await openModal();
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(modal()).toBeNull();
  expect(screen.getByRole('button', { name: 'Submit' })).toHaveFocus();
});

it('closes with a click on the backdrop, not with one inside', async () => {
  await openModal();
  await userEvent.click(screen.getByRole('heading', { name: 'Sign in' }));
  expect(modal()).toBeInTheDocument();

  const backdrop = modal()?.parentElement;
  if (backdrop) await userEvent.click(backdrop);
  expect(modal()).toBeNull();
});

it('disables both buttons while a sign-in is in progress, with a loader beside the chosen provider', async () => {
  const login = held();
  fakeApi({ 'GET /user/login/github': () => login.answer });
  await openModal();
  const marks = (button: HTMLElement) => button.querySelectorAll('svg').length;
  expect([marks(google()), marks(github())]).toEqual([1, 1]);

  await userEvent.click(github());
  expect(google()).toBeDisabled();
  expect(github()).toBeDisabled();
  expect([marks(google()), marks(github())]).toEqual([1, 2]);
  expect(screen.getByText('Signing in…')).toBeInTheDocument();

  login.send(refuse(503, 'unavailable', 'Not now.'));
  expect(await screen.findByText('There is a problem to login with github')).toBeInTheDocument();
  expect(google()).toBeEnabled();
  expect([marks(google()), marks(github())]).toEqual([1, 1]);
});

it('shows the problem of a failed call to Google as an alert', async () => {
  fakeApi({ 'GET /user/login/google': () => refuse(500, 'internal', 'Broken.') });
  await openModal();
  await userEvent.click(google());
  expect(await screen.findByRole('alert')).toHaveTextContent('There is a problem to login with google');
});
