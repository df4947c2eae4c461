import type { AnswerOf } from '@/lib/contract/call';
import type {
  CreatedCredential,
  ShownCredential,
  startPasskeyCall,
  startPasskeySignInCall,
} from '@/lib/contract/passkey';
import { t } from '@/lib/texts/texts';

/** Why there is no credential, as a sentence; empty when this page has ended the request itself. */
type Problem = { problem: string };

/** The library loads as soon as a passkey may be needed: some browsers ask for one only soon after a click. */
const load = () => import('@simplewebauthn/browser');

export const hasPasskeys = (): boolean => typeof window.PublicKeyCredential === 'function';

/** A failure here repeats with the next click, which reports it. */
export const warmUpPasskeys = (): Promise<unknown> => load().catch(() => undefined);

/** Ends a request of this page that the browser still shows. */
export const cancelPasskey = (): Promise<void> =>
  load().then(
    ({ WebAuthnAbortService }) => WebAuthnAbortService.cancelCeremony(),
    () => undefined,
  );

/** Asks the browser for a passkey of this site. */
export async function showPasskey({
  options,
}: AnswerOf<typeof startPasskeySignInCall>): Promise<{ credential: ShownCredential } | Problem> {
  try {
    const { startAuthentication } = await load();
    const { id, response } = await startAuthentication({ optionsJSON: options });
    return { credential: { id, response } };
  } catch (error) {
    return {
      problem: problemOf(error, {
        ended: t('passkey.notShown', 'No passkey was used. Try again, or sign in in another way.'),
        failed: t(
          'passkey.showFailed',
          "Your browser couldn't use a passkey here. Please try again, or sign in in another way.",
        ),
      }),
    };
  }
}

/** Asks the browser to make a passkey. */
export async function makePasskey({
  options,
}: AnswerOf<typeof startPasskeyCall>): Promise<{ credential: CreatedCredential } | Problem> {
  try {
    const { startRegistration } = await load();
    const { id, response } = await startRegistration({ optionsJSON: options });
    const { clientDataJSON, attestationObject, transports = [] } = response;
    return { credential: { id, response: { clientDataJSON, attestationObject, transports } } };
  } catch (error) {
    return {
      problem: problemOf(error, {
        ended: t('passkey.notMade', 'No passkey was added. Try again when you are ready.'),
        failed: t(
          'passkey.makeFailed',
          "Your browser couldn't make a passkey here. Please try again, or use another device.",
        ),
      }),
    };
  }
}

function problemOf(error: unknown, { ended, failed }: { ended: string; failed: string }): string {
  const [name, code] = ['name', 'code'].map((part) => String(Reflect.get(Object(error), part)));
  if (code === 'ERROR_CEREMONY_ABORTED') return '';
  if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED')
    return t('passkey.isThere', 'This device already has a passkey of your account.');
  // Browsers say the same of a member who cancels and of a time that is over.
  return name === 'NotAllowedError' ? ended : failed;
}
