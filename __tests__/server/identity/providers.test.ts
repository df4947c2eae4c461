import { createGithub, createGoogle } from '@/server/identity/google-github';
import { githubConfig, googleConfig, provider, result, start } from '../../setup/identity-provider-double';

const unavailable = {
  code: 'unavailable',
  message: "The sign-in service isn't responding. Please try again in a minute.",
  details: { retryAfterSeconds: 30 },
};

describe('Google', () => {
  const info = { aud: 'two', sub: '7', email: 'Ada@example.com', email_verified: 'true' };

  it.each([
    [info, '7'],
    [{ ...info, aud: 'one' }, '7'],
    [{ ...info, aud: 'another' }, undefined],
    [{ aud: 'one' }, undefined],
  ])('tells for the token of %j the account %j', async (tokeninfo, id) => {
    provider.answers = { 'GET /tokeninfo': [200, tokeninfo] };
    expect(await createGoogle(googleConfig()).findAccountId('t')).toBe(id);
    expect(provider.requests).toEqual([{ name: 'GET /tokeninfo', query: { access_token: 't' } }]);
  });

  it.each([
    [info, { sub: '7', name: 'Ada' }, { email: 'Ada@example.com', isEmailVerified: true, name: 'Ada' }],
    [
      { ...info, email_verified: true },
      { sub: '7' },
      { email: 'Ada@example.com', isEmailVerified: true, name: null },
    ],
    [
      { ...info, email_verified: 'false' },
      { sub: '7' },
      { email: 'Ada@example.com', isEmailVerified: false, name: null },
    ],
    [{ aud: 'one', sub: '7' }, { sub: '7' }, { email: null, isEmailVerified: false, name: null }],
    [info, { sub: '8' }, undefined],
    [{ ...info, aud: 'another' }, { sub: '7' }, undefined],
  ])('has for %j and %j the account %j', async (tokeninfo, userinfo, account) => {
    provider.answers = { 'GET /tokeninfo': [200, tokeninfo], 'GET /userinfo': [200, userinfo] };
    const found = await createGoogle(googleConfig()).findAccount('t');
    expect(found).toEqual(account && { id: '7', ...account });
    if (found) expect(provider.requests[1]).toEqual({ name: 'GET /userinfo', authorization: 'Bearer t' });
  });

  it.each([
    [info, 'ada@EXAMPLE.com', true],
    [{ ...info, email_verified: true }, 'ada@example.com', true],
    [{ ...info, email_verified: 'false' }, 'ada@example.com', false],
    [info, 'bob@example.com', false],
    [{ aud: 'one', sub: '7' }, 'ada@example.com', false],
  ])('has verified by %j the email %s: %j', async (tokeninfo, email, isVerified) => {
    provider.answers = { 'GET /tokeninfo': [200, tokeninfo] };
    expect(await createGoogle(googleConfig()).hasVerified('t', email)).toBe(isVerified);
  });

  it('is asked by a redirect, and exchanges the code', async () => {
    provider.answers = { 'POST /token': [200, { access_token: 'a' }] };
    const google = createGoogle(googleConfig());
    expect(google.redirectURL(start)).toBe(
      `${provider.url}/authorize?response_type=code&client_id=one&redirect_uri=https%3A%2F%2Fsite.example%2Fapi%2Fuser%2Flogin%2Fgoogle%2Fcallback&scope=openid+email+profile&state=s&code_challenge=c&code_challenge_method=S256&prompt=select_account`,
    );
    expect(await google.exchangeCode(result)).toBe('a');
    expect(provider.requests).toEqual([
      {
        name: 'POST /token',
        body: 'grant_type=authorization_code&client_id=one&client_secret=secret&redirect_uri=https%3A%2F%2Fsite.example%2Fapi%2Fuser%2Flogin%2Fgoogle%2Fcallback&code=code&code_verifier=v',
      },
    ]);
  });

  it('is asked only in a popup without a client secret', async () => {
    const google = createGoogle({ ...googleConfig(), clientSecret: undefined });
    const refusal = {
      code: 'unavailable',
      message: 'Sign-in with Google works only in a popup on this site. Please allow the popup.',
    };
    expect(() => google.redirectURL(start)).toThrow(refusal.message);
    await expect(google.exchangeCode(result)).rejects.toMatchObject(refusal);
  });
});

describe('GitHub', () => {
  const token = 'POST /api/applications/id%2F1/token';
  const github = () => createGithub(githubConfig());
  const accept = 'application/vnd.github+json';

  it.each([
    [{ user: { id: 7 } }, '7'],
    [{ user: { id: '7' } }, '7'],
    [{ user: {} }, undefined],
  ])('tells for the token of %j the account %j', async (checked, id) => {
    provider.answers = { [token]: [200, checked] };
    expect(await github().findAccountId('t')).toBe(id);
    const credentials = Buffer.from('id/1:secret').toString('base64');
    expect(provider.requests).toEqual([
      { name: token, authorization: `Basic ${credentials}`, accept, body: { access_token: 't' } },
    ]);
  });

  const first = { email: 'old@example.com', primary: false, verified: true };
  const primary = { email: 'Ada@example.com', primary: true, verified: true };
  const ada = { email: 'Ada@example.com', isEmailVerified: true };

  it.each([
    [{ id: 7, login: 'ada', name: 'Ada' }, [first, primary], { ...ada, name: 'Ada' }],
    [{ id: 7, login: 'ada', name: null }, [primary], { ...ada, name: 'ada' }],
    [
      { id: 7, login: 'ada' },
      [{ ...primary, verified: false }],
      { ...ada, isEmailVerified: false, name: 'ada' },
    ],
    [{ id: 7, login: 'ada' }, [first], { email: null, isEmailVerified: false, name: 'ada' }],
    [{ id: 7, login: 'ada' }, 'no list', { email: null, isEmailVerified: false, name: 'ada' }],
    [{ id: 8, login: 'ada' }, [primary], undefined],
    [{ id: 7 }, [primary], undefined],
  ])('has for %j and %j the account %j', async (user, emails, account) => {
    provider.answers = {
      [token]: [200, { user: { id: 7 } }],
      'GET /api/user': [200, user],
      'GET /api/user/emails': [200, emails],
    };
    const found = await github().findAccount('t');
    expect(found).toEqual(account && { id: '7', ...account });
    if (found)
      expect(provider.requests.slice(1)).toEqual(
        ['GET /api/user', 'GET /api/user/emails'].map((name) => ({
          name,
          authorization: 'Bearer t',
          accept,
        })),
      );
  });

  it.each([
    [[first, primary], 'ada@example.com', true],
    [[{ ...primary, verified: false }], 'ada@example.com', false],
    [[primary], 'bob@example.com', false],
    [{}, 'ada@example.com', false],
  ])('has verified by %j the email %s: %j', async (emails, email, isVerified) => {
    provider.answers = { 'GET /api/user/emails': [200, emails] };
    expect(await github().hasVerified('t', email)).toBe(isVerified);
  });

  it('is asked by a redirect, and exchanges the code', async () => {
    provider.answers = { 'POST /login/oauth/access_token': [200, { access_token: 'a' }] };
    expect(github().redirectURL(start)).toBe(
      `${provider.url}/login/oauth/authorize?client_id=id%2F1&redirect_uri=https%3A%2F%2Fsite.example%2Fapi%2Fuser%2Flogin%2Fgithub%2Fcallback&scope=user%3Aemail&state=s&code_challenge=c&code_challenge_method=S256`,
    );
    expect(await github().exchangeCode(result)).toBe('a');
    expect(provider.requests).toEqual([
      {
        name: 'POST /login/oauth/access_token',
        body: 'client_id=id%2F1&client_secret=secret&redirect_uri=https%3A%2F%2Fsite.example%2Fapi%2Fuser%2Flogin%2Fgithub%2Fcallback&code=code&code_verifier=v',
      },
    ]);
  });
});

const padded = (length: number) => JSON.stringify({ access_token: 'a' }).padEnd(length);

it.each([
  [200, '{"access_token":"a"}', 'a'],
  [200, padded(256 * 1024), 'a'],
  [200, padded(256 * 1024 + 1), undefined],
  [200, 'no JSON', undefined],
  [200, '{}', undefined],
  [201, '{"access_token":"a"}', undefined],
  [400, '{"access_token":"a"}', undefined],
  [428, '{}', undefined],
  [499, '{}', undefined],
])('takes the answer %i to a request for what it is', async (status, answer, token) => {
  provider.answers = { 'POST /token': [status, answer] };
  expect(await createGoogle(googleConfig()).exchangeCode(result)).toBe(token);
});

it.each([302, 429, 500, 503])(
  'says that the service is not responding after the answer %i',
  async (status) => {
    provider.answers = { 'POST /token': [status, {}] };
    await expect(createGoogle(googleConfig()).exchangeCode(result)).rejects.toMatchObject(unavailable);
  },
);

it('says that the service is not responding when nothing answers', async () => {
  const google = createGoogle({ ...googleConfig(), tokenURL: 'http://127.0.0.1:1/' });
  await expect(google.exchangeCode(result)).rejects.toMatchObject(unavailable);
});
