import { account, type Entry, member } from './permission-entries';

const response = { clientDataJSON: 'x', authenticatorData: 'x', signature: 'x' };
export const shownCredential = { id: 'x', response };
const created = { id: 'x', response: { clientDataJSON: 'x', attestationObject: 'x' } };
const ofPasskey = () => ({ params: { id: '999999' } });

/** The lines of the permission table about what signs in to an account. The site offers neither codes by email nor passkeys. */
export const WAYS_TO_SIGN_IN_PERMISSIONS: Readonly<Record<string, Entry>> = {
  'GET /user/private/identities': account(),
  'POST /user/private/identities': member(
    () => ({ body: { provider: 'google.com', idToken: 'x', providerToken: 'x' } }),
    403,
  ),
  'POST /user/private/identities/email': member(() => ({ body: { email: 'ada@example.com' } }), 403),
  'POST /user/private/identities/email/link': member(() => ({ body: { code: '123456' } }), 401),
  'POST /user/private/identities/unlink': member(
    () => ({ body: { provider: 'email', subject: 'ada@example.com' } }),
    404,
  ),
  'GET /user/private/passkeys': account(),
  'POST /user/private/passkeys/options': member(() => ({}), 403),
  'POST /user/private/passkeys': member(() => ({ body: { name: 'Key', credential: created } }), 403),
  'PATCH /user/private/passkeys/{id}': member(() => ({ ...ofPasskey(), body: { name: 'Key' } }), 404),
  'DELETE /user/private/passkeys/{id}': account(ofPasskey, 404),
};
