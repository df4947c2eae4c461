import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { MINUTE_MS } from '@/lib/contract/plain/durations';
import { startIdentityDouble } from '../setup/identity-double';
import { until } from '../setup/until';
import { demo, firebaseSite, identityDouble } from './addresses';
import { PEOPLE } from './people';

/**
 * Serves the build of the demo as a site with Firebase, and the double of Firebase, Google and Github, in
 * one process.
 */
const { config } = await startIdentityDouble({ port: identityDouble.port, people: PEOPLE });
await demoIsBuilt();

Object.assign(process.env, {
  // Production needs its public URL, which the build of the demo does not have.
  APP_ENV: 'development',
  NODE_ENV: 'production',
  PORT: String(firebaseSite.port),
  NEXT_PUBLIC_FIREBASE_API_KEY: config.apiKey,
  NEXT_PUBLIC_FIREBASE_AUTH_DOMAIN: config.authDomain,
  NEXT_PUBLIC_FIREBASE_PROJECT_ID: config.projectId,
  FIREBASE_JWKS_URL: config.jwksURL,
  GOOGLE_CLIENT_IDS: config.google.clientIds.join(','),
  GOOGLE_CLIENT_SECRET: config.google.clientSecret,
  GOOGLE_AUTHORIZE_URL: config.google.authorizeURL,
  GOOGLE_TOKEN_URL: config.google.tokenURL,
  GOOGLE_TOKENINFO_URL: config.google.tokeninfoURL,
  GOOGLE_USERINFO_URL: config.google.userinfoURL,
  GITHUB_CLIENT_ID: config.github.clientId,
  GITHUB_CLIENT_SECRET: config.github.clientSecret,
  GITHUB_URL: config.github.url,
  GITHUB_API_URL: config.github.apiURL,
});
process.argv.splice(2, Infinity, 'start');
await import(pathToFileURL(path.resolve('dist/listgrove.js')).href);

/** Waits for the demo, which creates the build if there is none. */
async function demoIsBuilt(): Promise<void> {
  const isReady = () =>
    fetch(`${demo.url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await until(isReady, { withinMs: 10 * MINUTE_MS, everyMs: 500 });
}
