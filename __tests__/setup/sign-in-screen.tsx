import type { ReactNode } from 'react';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ToastRegion } from '@/components/layout/app-parts';
import { SignInModal } from '@/components/sign-in/sign-in-modal';
import { PAGE_ID } from '@/components/ui/dialog-entry';
import { useSignIn } from '@/hooks/use-sign-in';
import { clearSessionToken } from '@/lib/session-token';
import { fakeApi, ok } from './fake-api';
import { renderScreen } from './render-screen';

export const modal = () => screen.queryByRole('dialog', { name: /^Sign in/ });
export const button = (name: string) => screen.getByRole('button', { name });
export const google = () => button('Sign in with Google');
export const github = () => button('Sign in with Github');
/** The provider's icon, and beside it the loader during a sign-in. */
export const iconCount = (of: HTMLElement) => of.querySelectorAll('svg').length;

export const popupConfigPath = 'GET /user/login/identity';
export const exchangePath = 'POST /user/login/from-firebase';
export const localPopup = () =>
  ok({ identity: { kind: 'local', url: 'http://localhost/api/identity/local' } });
export const signedIn = (token = 'session-1') =>
  ok({ encrypted_token: token, message: 'You are signed in.', redirectUrl: '/account/bookmarks' });

type Answers = Parameters<typeof fakeApi>[0];

function Opener() {
  const { open } = useSignIn();
  return <button onClick={() => open('/account/submit')}>Submit</button>;
}

beforeEach(() => clearSessionToken());

/** Opens the modal with a Submit button. The popup is ready once the server has said which popup to open. */
export async function openModal(answers: Answers = {}, beside?: ReactNode) {
  const api = fakeApi({ [popupConfigPath]: localPopup, ...answers });
  const view = renderScreen(
    <>
      <div id={PAGE_ID}>
        <Opener />
        {beside}
      </div>
      <SignInModal />
      <ToastRegion />
    </>,
  );
  await userEvent.click(button('Submit'));
  await waitFor(() => expect(api.calls()).toContain(popupConfigPath));
  return { ...view, api };
}
