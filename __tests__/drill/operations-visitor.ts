import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import sharp from 'sharp';
import * as z from 'zod/mini';
import { startIdentityDouble } from '../setup/identity-double';
import { startOpenIDDouble } from '../setup/openid-double';
import { startSmtpDouble } from '../setup/smtp-double';
import { until } from '../setup/until';
import { startBucket } from './bucket';

/**
 * The world around the site of the drill `operations`, in the network of its root: Google, Github, a bucket and a mail server, and
 * then visitors. Prints the variables of the doubles, waits for a line, and prints what the visitors have seen.
 */
const site = 'https://tools.example.com';
const ada = {
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  ids: { 'google.com': '1001', 'github.com': '2001' },
  isVerifiedAtGithub: true,
};
let token = '';
const issuer = await startOpenIDDouble();
const github = await startIdentityDouble();
const mail = await startSmtpDouble();
const [, , bucketFolder = ''] = process.argv;
const bucket = await startBucket(bucketFolder);
const { config } = github;
console.log(
  JSON.stringify({
    SMTP_URL: mail.url,
    ...bucket.variables,
    GOOGLE_ISSUER: issuer.config.issuerURL,
    GOOGLE_CLIENT_IDS: issuer.config.clientId,
    GOOGLE_CLIENT_SECRET: issuer.config.clientSecret,
    GITHUB_URL: config.github.url,
    GITHUB_API_URL: config.github.apiURL,
    GITHUB_CLIENT_ID: config.github.clientId,
    GITHUB_CLIENT_SECRET: config.github.clientSecret,
  }),
);
await once(createInterface(process.stdin), 'line');

const redirected = await fetch('http://tools.example.com/new?page=1', { redirect: 'manual' });
assert.equal(redirected.headers.get('location'), `${site}/new?page=1`);
assert.ok(/<title[^>]*>Tools/.test(await read('/')), 'The home page has another title.');
const home = await read('/index.md');
const listed = [...home.matchAll(/\/tool\//g)].length;
assert.ok(listed > 5);
assert.match(await read('/search?q=repositry'), /Repository/);
assert.equal((await fetch(`${site}/metrics`)).status, 404);

const admin = await signIn('google', (url) =>
  issuer.agree(url, { email: 'you@example.com', email_verified: true }),
);
assert.match(admin, /"role":"admin"/);
await signIn('github', (url) => github.agree(url, ada));
await upload();
await subscribe();
console.log(JSON.stringify({ listed, mails: mail.received.length, objects: await bucket.countObjects() }));
process.exit(0);

async function read(path: string): Promise<string> {
  const response = await fetch(site + path);
  assert.equal(response.status, 200, path);
  return response.text();
}

function asMember() {
  return { accessToken: `Bearer ${token}`, originUrl: site };
}

function cookiesOf({ headers }: Response): string {
  const cookies = headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0]);
  return cookies.join('; ');
}

type Agreement = (redirectUrl: string) => { code: string; state: string };

/** Signs in by redirect. @returns what the site says about the account. */
async function signIn(provider: 'google' | 'github', agree: Agreement): Promise<string> {
  const start = await fetch(`${site}/api/user/login/${provider}`, { headers: { originUrl: site } });
  const body: unknown = await start.json();
  const { redirectUrl } = z.object({ redirectUrl: z.string() }).parse(body);
  const { code, state } = agree(redirectUrl);
  const query = new URLSearchParams({ code, state }).toString();
  const end = await fetch(`${site}/api/user/login/${provider}/callback?${query}`, {
    headers: { cookie: cookiesOf(start) },
    redirect: 'manual',
  });
  token = /encrypted_token=([^;]+)/.exec(cookiesOf(end))?.[1] ?? '';
  assert.notEqual(token, '', `${provider} leads to ${end.headers.get('location')}`);
  const info = await fetch(`${site}/api/user/private/getProtectedUserInfo`, { headers: asMember() });
  return info.text();
}

/** An image of almost 8 MiB, which a proxy with its usual limit refuses. */
async function upload(): Promise<void> {
  const size = 1_620;
  const noise = { type: 'gaussian', mean: 128, sigma: 90 } as const;
  const bytes = await sharp({ create: { width: size, height: size, channels: 3, background: '#000', noise } })
    .png({ compressionLevel: 0 })
    .toBuffer();
  assert.ok(bytes.length > 7 * 1024 * 1024 && bytes.length < 8 * 1024 * 1024, String(bytes.length));
  const form = new FormData();
  form.set('file', new File([new Uint8Array(bytes)], 'a.png'));
  const response = await fetch(`${site}/api/user/private/images`, {
    method: 'POST',
    headers: asMember(),
    body: form,
  });
  assert.equal(response.status, 202, await response.clone().text());
  const answer: unknown = await response.json();
  const { imageURL } = z.object({ imageURL: z.string() }).parse(answer);
  await until(
    async () => (await bucket.countObjects()) > 0 && (await fetch(site + imageURL)).status === 200,
    {
      withinMs: 60_000,
      everyMs: 500,
    },
  );
}

async function subscribe(): Promise<void> {
  const body = new URLSearchParams({ email: 'reader@example.com', hp: '', subform: 'yes' });
  const response = await fetch(`${site}/api/newsletter/subscribe`, {
    method: 'POST',
    headers: { originUrl: site },
    body,
  });
  assert.ok(response.ok, await response.clone().text());
  await until(() => mail.received.some(({ to }) => to.includes('reader@example.com')), { withinMs: 60_000 });
}
