import { readEnv } from '@/server/config/env';

describe('a sign-in configuration', () => {
  const firebase = {
    NEXT_PUBLIC_FIREBASE_API_KEY: 'key',
    NEXT_PUBLIC_FIREBASE_AUTH_DOMAIN: 'site.firebaseapp.com',
    NEXT_PUBLIC_FIREBASE_PROJECT_ID: 'site',
    GOOGLE_CLIENT_IDS: 'one, two',
    GITHUB_CLIENT_ID: 'id',
    GITHUB_CLIENT_SECRET: 'secret',
  };

  it('with Firebase never uses the local provider', () => {
    for (const APP_ENV of ['development', 'demo', 'production']) {
      expect(readEnv({ ...firebase, APP_ENV }).identity.kind).toBe('firebase');
    }
  });

  it('for production may leave every way to sign in to the setup in the browser', () => {
    expect(readEnv({ APP_ENV: 'production' })).toMatchObject({
      ...{ identity: { kind: 'none' }, signsInByEmail: false, signsInByPasskey: true },
    });
    // Browsers make no passkeys there.
    const insecure = { APP_ENV: 'production', NEXT_PUBLIC_SITE_URL: 'http://tools.example' };
    expect(readEnv(insecure).signsInByPasskey).toBe(false);
    expect(readEnv({ APP_ENV: 'production', SIGN_IN_PASSKEYS: 'off' }).signsInByPasskey).toBe(false);
  });

  it('with an incomplete Firebase setup throws the name of the missing variable', () => {
    for (const missing of Object.keys(firebase)) {
      for (const APP_ENV of ['production', 'demo']) {
        expect(() => readEnv({ ...firebase, APP_ENV, [missing]: '' })).toThrow(
          new Error(`Firebase is only partly configured: set ${missing} too.`),
        );
      }
    }
  });

  it.each([
    { APP_ENV: undefined, NODE_ENV: 'production' },
    { HOST: '0.0.0.0' },
    { HOST: '::' },
    { HOST: '192.168.1.7' },
    { NEXT_PUBLIC_SITE_URL: 'https://tools.example' },
    { NEXT_PUBLIC_SITE_URL: 'http://localhost.evil.example' },
    { NEXT_PUBLIC_SERVER_URL: 'https://api.tools.example' },
    { SITE_ORIGINS: 'https://tools.example' },
  ])('for the demo with %j and the local provider throws', (change) => {
    expect(() => readEnv({ APP_ENV: 'demo', LOCAL_IDENTITY: 'on', ...change })).toThrow(
      'LOCAL_IDENTITY lets anyone sign in with demo accounts',
    );
  });

  it('with the names of two missing variables throws both', () => {
    const { GITHUB_CLIENT_ID, GITHUB_CLIENT_SECRET, ...rest } = firebase;
    expect(() => readEnv(rest)).toThrow('set GITHUB_CLIENT_ID and GITHUB_CLIENT_SECRET too.');
  });

  it('with clients alone signs in by the product server', () => {
    const google = { GOOGLE_CLIENT_IDS: 'one, two', GOOGLE_CLIENT_SECRET: 'secret' };
    const github = { GITHUB_CLIENT_ID: 'id', GITHUB_CLIENT_SECRET: 'secret' };
    for (const APP_ENV of ['development', 'demo', 'production']) {
      expect(readEnv({ ...google, APP_ENV }).identity).toEqual({
        kind: 'oauth',
        google: { issuerURL: 'https://accounts.google.com', clientId: 'one', clientSecret: 'secret' },
      });
      expect(readEnv({ ...google, ...github, APP_ENV }).identity).toMatchObject({
        kind: 'oauth',
        github: { clientId: 'id', clientSecret: 'secret', url: 'https://github.com' },
      });
    }
    expect(() => readEnv({ ...google, GOOGLE_ISSUER: 'http://accounts.example' })).toThrow(
      'GOOGLE_ISSUER must be an https URL',
    );
  });

  it('with an issuer of OpenID Connect needs it over https, and names it', () => {
    const oidc = { OIDC_ISSUER: 'https://login.example', OIDC_CLIENT_ID: 'id', OIDC_CLIENT_SECRET: 'secret' };
    expect(readEnv({ ...oidc, APP_ENV: 'production' }).identity).toEqual({
      kind: 'oauth',
      oidc: {
        issuerURL: 'https://login.example',
        clientId: 'id',
        clientSecret: 'secret',
        name: 'single sign-on',
      },
    });
    for (const OIDC_ISSUER of ['http://login.example', 'login.example', 'ftp://localhost']) {
      expect(() => readEnv({ ...oidc, OIDC_ISSUER })).toThrow('OIDC_ISSUER must be an https URL');
    }
  });

  it.each([
    ['OIDC_ISSUER', 'OIDC_CLIENT_ID'],
    ['OIDC_CLIENT_SECRET', 'OIDC_CLIENT_ID'],
    ['GOOGLE_CLIENT_IDS', 'GOOGLE_CLIENT_SECRET'],
    ['GOOGLE_CLIENT_SECRET', 'GOOGLE_CLIENT_IDS'],
    ['GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET'],
    ['GITHUB_CLIENT_SECRET', 'GITHUB_CLIENT_ID'],
  ])('with %s and without %s names the missing one', (given, missing) => {
    expect(() => readEnv({ [given]: 'x' })).toThrow(
      new Error(`Sign-in is only partly configured: ${given} is set, so set ${missing} too.`),
    );
  });

  it('without a provider has no sign-in', () => {
    for (const variables of [
      {},
      { NODE_ENV: 'production' },
      { APP_ENV: 'demo', LOCAL_IDENTITY: 'off' },
      { APP_ENV: 'demo', HOST: '0.0.0.0' },
    ]) {
      expect(readEnv(variables).identity).toEqual({ kind: 'none' });
    }
  });

  it('for this machine only uses the local provider', () => {
    for (const APP_ENV of ['development', 'demo']) {
      expect(readEnv({ APP_ENV }).identity).toEqual({ kind: 'local' });
      expect(
        readEnv({ APP_ENV, LOCAL_IDENTITY: 'on', HOST: '::1', NEXT_PUBLIC_SITE_URL: 'http://127.0.0.1:3000' })
          .identity,
      ).toEqual({
        kind: 'local',
      });
    }
  });
});

describe('SIGN_UP', () => {
  it('is open unless it names domains or is closed', () => {
    expect(readEnv({}).signUp).toEqual({ mode: 'open', domains: [] });
    expect(readEnv({ SIGN_UP: 'closed' }).signUp.mode).toBe('closed');
    expect(readEnv({ SIGN_UP: 'invite' }).signUp.mode).toBe('invite');
    expect(readEnv({ SIGN_UP: 'domains', SIGN_UP_DOMAINS: 'Example.com, example.org' }).signUp).toEqual({
      mode: 'domains',
      domains: ['example.com', 'example.org'],
    });
  });

  it.each([
    [{ SIGN_UP: 'domains' }, 'SIGN_UP=domains and SIGN_UP_DOMAINS belong together'],
    [{ SIGN_UP_DOMAINS: 'example.com' }, 'SIGN_UP=domains and SIGN_UP_DOMAINS belong together'],
    [{ SIGN_UP: 'domains', SIGN_UP_DOMAINS: '@example.com' }, 'SIGN_UP_DOMAINS contains "@example.com"'],
    [{ SIGN_UP: 'friends' }, 'SIGN_UP is "friends" but must be one of open, invite, domains, closed'],
  ])('%j is refused', (variables, sentence) => {
    expect(() => readEnv(variables)).toThrow(sentence);
  });
});
