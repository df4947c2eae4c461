const ports = {
  demo: 3999,
  firebaseSite: 3998,
  identityDouble: 3997,
  injectedSite: 3996,
  offlineSite: 3995,
  oauthSite: 3994,
  openIDProvider: 3993,
  oauthGithub: 3992,
  noticesSite: 3991,
  invitingSite: 3990,
  invitingGoogle: 3989,
  invitingGithub: 3988,
  invitingIssuer: 3987,
  navigationSite: 3986,
  accentedSite: 3985,
  mirroredSite: 3984,
  newSite: 3983,
  passkeySite: 3982,
} as const;

/** The demo, as `npm run demo` starts it. */
export const demo = { port: ports.demo, url: `http://localhost:${ports.demo}` } as const;

/** The same build as a production site with Firebase. */
export const firebaseSite = {
  port: ports.firebaseSite,
  url: `http://localhost:${ports.firebaseSite}`,
} as const;

/** A test double of Firebase, Google and Github. */
export const identityDouble = {
  port: ports.identityDouble,
  url: `http://127.0.0.1:${ports.identityDouble}`,
} as const;

/** The same build with a separate database, which the injection test fills. */
export const injectedSite = {
  port: ports.injectedSite,
  url: `http://localhost:${ports.injectedSite}`,
} as const;

/** The demo behind a server that a test can take away. */
export const offlineSite = {
  port: ports.offlineSite,
  url: `http://localhost:${ports.offlineSite}`,
} as const;

/** The demo behind a server that counts requests. */
export const navigationSite = {
  port: ports.navigationSite,
  url: `http://localhost:${ports.navigationSite}`,
} as const;

/** The same build with clients at Google and Github and without Firebase, and a provider in the place of Google. */
export const oauthSite = {
  port: ports.oauthSite,
  url: `http://localhost:${ports.oauthSite}`,
  providerPort: ports.openIDProvider,
  providerURL: `http://127.0.0.1:${ports.openIDProvider}`,
  githubPort: ports.oauthGithub,
  githubURL: `http://127.0.0.1:${ports.oauthGithub}`,
} as const;

/** The same build with three providers, where a new account needs an invitation. */
export const invitingSite = {
  port: ports.invitingSite,
  url: `http://localhost:${ports.invitingSite}`,
  googlePort: ports.invitingGoogle,
  googleURL: `http://127.0.0.1:${ports.invitingGoogle}`,
  githubPort: ports.invitingGithub,
  githubURL: `http://127.0.0.1:${ports.invitingGithub}`,
  issuerPort: ports.invitingIssuer,
  issuerURL: `http://127.0.0.1:${ports.invitingIssuer}`,
} as const;

/** The same build with a site file that a test changes. */
export const noticesSite = {
  port: ports.noticesSite,
  url: `http://localhost:${ports.noticesSite}`,
} as const;

/** The same build in a language with accents, and in one from right to left. */
export const accentedSite = {
  port: ports.accentedSite,
  url: `http://localhost:${ports.accentedSite}`,
} as const;
export const mirroredSite = {
  port: ports.mirroredSite,
  url: `http://localhost:${ports.mirroredSite}`,
} as const;

/** The same build in production, empty and without a provider of sign-in. */
export const newSite = { port: ports.newSite, url: `http://localhost:${ports.newSite}` } as const;

/** The same build where passkeys sign in. */
export const passkeySite = {
  port: ports.passkeySite,
  url: `http://localhost:${ports.passkeySite}`,
} as const;
