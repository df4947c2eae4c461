import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import type { ProviderId } from '@/lib/contract/sign-in';
import { ada, eve, type PopupResult, noRows, setUpFirebaseSignIn } from '../../setup/firebase-sign-in';
import { doubleProjectId } from '../../setup/identity-double';
import { testNow } from '../../setup/test-app';

const firebase = setUpFirebaseSignIn();
const { api, signIn, storedRows } = firebase;

describe('a sign-in gets 401 and writes no row for', () => {
  const claims = () => firebase.double.claimsOf('google.com', eve);
  const nowSeconds = () => Math.floor(testNow.getTime() / 1000);
  const withClaims = async (changes: Record<string, unknown>): Promise<PopupResult> => ({
    provider: 'google.com',
    idToken: await firebase.double.signIdToken({ ...claims(), ...changes }),
    providerToken: firebase.double.grant('google.com', eve),
  });
  const withToken = (idToken: string): PopupResult => ({
    provider: 'google.com',
    idToken,
    providerToken: firebase.double.grant('google.com', eve),
  });
  const other: ProviderId = 'github.com';

  const cases: Record<string, () => Promise<PopupResult> | PopupResult> = {
    'an ID token of another app': () =>
      withClaims({ aud: 'other-app', iss: 'https://securetoken.google.com/other-app' }),
    'an ID token for another audience': () => withClaims({ aud: 'other-app' }),
    'an ID token of another issuer': () => withClaims({ iss: `https://evil.example/${doubleProjectId}` }),
    'an ID token that has expired': () =>
      withClaims({ iat: nowSeconds() - 3_700, exp: nowSeconds() - 100, auth_time: nowSeconds() - 3_700 }),
    'a sign-in more than five minutes ago': () => withClaims({ auth_time: nowSeconds() - 301 }),
    'a sign-in time in the future': () => withClaims({ auth_time: nowSeconds() + 60 }),
    'an ID token with a future issue time': () => withClaims({ iat: nowSeconds() + 60 }),
    'an ID token without a sign-in time': () => withClaims({ auth_time: undefined }),
    'an ID token without a subject': () => withClaims({ sub: '' }),
    "an ID token without Firebase's claims": () => withClaims({ firebase: undefined }),
    'an ID token of another provider': async () => ({
      ...(await firebase.double.popup(other, eve)),
      provider: 'google.com',
    }),
    "another provider's access token": async () => ({
      ...(await firebase.double.popup('google.com', eve)),
      providerToken: firebase.double.grant(other, eve),
    }),
    'a sign-in without a provider': () =>
      withClaims({ firebase: { sign_in_provider: 'password', identities: {} } }),
    'an ID token without a user id at the provider': () =>
      withClaims({ firebase: { sign_in_provider: 'google.com', identities: {} } }),
    'an access token of another user': async () => ({
      ...(await firebase.double.popup('google.com', eve)),
      providerToken: firebase.double.grant('google.com', ada),
    }),
    'an ID token of another user': async () => ({
      ...(await firebase.double.popup('google.com', ada)),
      providerToken: firebase.double.grant('google.com', eve),
    }),
    'a Google token that was issued to another app': async () => ({
      ...(await firebase.double.popup('google.com', eve)),
      providerToken: firebase.double.grant('google.com', eve, 'another-app'),
    }),
    'a Github token that was issued to another app': async () => ({
      ...(await firebase.double.popup('github.com', eve)),
      providerToken: firebase.double.grant('github.com', eve, 'another-app'),
    }),
    'an access token that the provider did not issue': async () => ({
      ...(await firebase.double.popup('google.com', eve)),
      providerToken: 'ya29.made-up',
    }),
    'alg none': () => withToken(new UnsecuredJWT(claims()).encode()),
    'alg none with a signature': async () => {
      const [, payload = '', signature = ''] = (await firebase.double.signIdToken(claims())).split('.');
      const header = Buffer.from(JSON.stringify({ alg: 'none', typ: 'JWT' })).toString('base64url');
      return withToken(`${header}.${payload}.${signature}`);
    },
    'a signature made with the published key as a shared secret': async () => {
      const jwks = await (await fetch(firebase.double.config.jwksURL)).text();
      const secret = new TextEncoder().encode(jwks);
      const header = { alg: 'HS256', kid: 'double-1' };
      return withToken(await new SignJWT(claims()).setProtectedHeader(header).sign(secret));
    },
    'a signature by an unknown key with the id of a published key': async () => {
      const { privateKey } = await generateKeyPair('RS256');
      return withToken(await firebase.double.signIdToken(claims(), { key: privateKey }));
    },
    'a signature by a key that is not published': async () => {
      const { privateKey } = await generateKeyPair('RS256');
      return withToken(await firebase.double.signIdToken(claims(), { key: privateKey, kid: 'other' }));
    },
    'a key in the header of the token': async () => {
      const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
      const header = { alg: 'RS256', jwk: await exportJWK(publicKey) };
      return withToken(await new SignJWT(claims()).setProtectedHeader(header).sign(privateKey));
    },
    'a changed payload': async () => {
      const [header = '', , signature = ''] = (await firebase.double.signIdToken(claims())).split('.');
      const payload = Buffer.from(JSON.stringify({ ...claims(), email: 'ada@example.com' })).toString(
        'base64url',
      );
      return withToken(`${header}.${payload}.${signature}`);
    },
    'a signature with a changed last letter': async () => {
      const idToken = await firebase.double.signIdToken(claims());
      return withToken(idToken.slice(0, -1) + (idToken.endsWith('A') ? 'B' : 'A'));
    },
    'another spelling of the signature that decodes to the same bytes': async () => {
      const idToken = await firebase.double.signIdToken(claims());
      const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
      // The last letter of 256 encoded bytes has four unused bits.
      const sameBytes = letters[letters.indexOf(idToken.slice(-1)) + 1] ?? '';
      return withToken(idToken.slice(0, -1) + sameBytes);
    },
    'text that is not a token': () => withToken('not.a.token'),
    'a single word': () => withToken('x'),
  };

  it.each(Object.entries(cases))('%s', async (_, make) => {
    const response = await signIn(await make());

    expect(response).toMatchObject({ status: 401, body: { isError: true, code: 'unauthenticated' } });
    expect(response.headers.get('set-cookie')).toBeNull();
    expect(await storedRows()).toEqual(noRows);
  });

  it('a request without an access token', async () => {
    const { idToken } = await firebase.double.popup('google.com', eve);
    const body = { provider: 'google.com', idToken };

    expect(await api.request('POST', '/api/user/login/from-firebase', { body })).toMatchObject({
      status: 401,
    });
    expect(await storedRows()).toEqual(noRows);
  });

  it('an ID token that was used before, with the same access token or another', async () => {
    const popup = await firebase.double.popup('google.com', eve);
    expect(await signIn(popup)).toMatchObject({ status: 200 });
    const before = await storedRows();

    expect(await signIn(popup)).toMatchObject({ status: 401 });
    expect(await signIn({ ...popup, providerToken: firebase.double.grant('google.com', eve) })).toMatchObject(
      {
        status: 401,
      },
    );
    expect(await storedRows()).toEqual(before);
  });

  it('nine of ten identical requests at the same time', async () => {
    const popup = await firebase.double.popup('google.com', eve);
    const answers = await Promise.all(Array.from({ length: 10 }, () => signIn(popup)));

    expect(answers.map(({ status }) => status).sort()).toEqual([
      200,
      ...Array.from({ length: 9 }, () => 401),
    ]);
    expect(await storedRows()).toMatchObject({ users: [{}], identities: [{}], sessions: [{}], spent: [{}] });
  });
});
