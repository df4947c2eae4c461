import { createFirebaseIdentity } from '@/server/identity/identity-firebase';
import { isSameEmail } from '@/server/identity/identity-provider';
import { githubConfig, googleConfig, provider, result, start } from '../../setup/identity-provider-double';

describe('a redirect', () => {
  const identity = () =>
    createFirebaseIdentity(
      {
        kind: 'firebase',
        apiKey: '',
        authDomain: '',
        projectId: 'p',
        jwksURL: `${provider.url}/jwks`,
        google: googleConfig(),
        github: githubConfig(),
      },
      () => new Date(),
    );
  const info = { aud: 'one', sub: '7', email_verified: 'true' };

  it.each([
    [
      { ...info, email: 'ada@example.com' },
      'Ada',
      { email: 'ada@example.com', isEmailVerified: true, name: 'Ada' },
    ],
    [
      { ...info, email: 'ada@example.com' },
      undefined,
      { email: 'ada@example.com', isEmailVerified: true, name: 'ada' },
    ],
    [{ aud: 'one', sub: '7' }, undefined, { email: null, isEmailVerified: false, name: 'Member' }],
  ])('leads from %j with the name %j to %j', async (tokeninfo, name, rest) => {
    provider.answers = {
      'POST /token': [200, { access_token: 'a' }],
      'GET /tokeninfo': [200, tokeninfo],
      'GET /userinfo': [200, { sub: '7', name }],
    };
    expect(await identity().verifyRedirect('google.com', result)).toMatchObject({
      issuer: 'https://accounts.google.com',
      subject: '7',
      provider: 'google.com',
      ...rest,
    });
  });

  it.each([
    [{}, {}],
    [{ access_token: 'a' }, { aud: 'another', sub: '7' }],
  ])('is refused when the provider answers %j and %j', async (tokens, tokeninfo) => {
    provider.answers = { 'POST /token': [200, tokens], 'GET /tokeninfo': [200, tokeninfo] };
    await expect(identity().verifyRedirect('google.com', result)).rejects.toMatchObject({
      code: 'unauthenticated',
      message: "We couldn't verify your sign-in: the provider does not know the code. Please try again.",
      details: { fields: { idToken: 'the provider does not know the code' } },
    });
  });

  it('goes to the chosen provider', () => {
    expect(identity().redirectURL('google.com', start)).toMatch(`${provider.url}/authorize?`);
    expect(identity().redirectURL('github.com', start)).toMatch(`${provider.url}/login/oauth/authorize?`);
  });
});

it.each([
  ['Ada@Example.com', 'ada@example.com', true],
  ['ada@example.com', 'ada@example.org', false],
  ['\u212Aate@example.com', 'kate@example.com', false],
  ['ÉVE@example.com', 'éve@example.com', false],
])('takes %s and %s for the same email: %j', (one, other, isSame) => {
  expect(isSameEmail(one, other)).toBe(isSame);
});
