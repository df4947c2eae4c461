import { createHash, randomBytes, randomInt } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Page, test } from 'playwright/test';
import { Agent, fetch } from 'undici';
import * as z from 'zod/mini';
import { POPUPS } from '@/lib/contract/sign-in';
import { SESSION_COOKIE } from '@/lib/contract/plain/site';
import { DEMO_MEMBERS } from '@/server/identity/identity-local';

type SignInOptions = {
  /** Creates a session for this test only. For tests that end the session. */
  isFresh?: boolean;
};

const daySeconds = 24 * 60 * 60;
const signInAnswer = z.object({ encrypted_token: z.string() });

/**
 * Signs the browser of a page in as a demo account. Call it before visiting the page: `signInAs(page, 'ada-birch')`.
 *
 * Sign-ins are rate-limited, so all tests of a run share the session of an account, unless `isFresh` is set.
 */
export async function signInAs(
  page: Page,
  account: string,
  { isFresh = false }: SignInOptions = {},
): Promise<void> {
  const site = siteURL();
  const token = isFresh ? await openSession(site, account) : await sharedSession(site, account);
  await page.context().addCookies([
    {
      name: SESSION_COOKIE.name,
      value: token,
      url: site,
      sameSite: 'Lax',
      expires: Math.floor(Date.now() / 1000) + 30 * daySeconds,
    },
  ]);
}

function siteURL(): string {
  const { baseURL } = test.info().project.use;
  if (!baseURL) throw new Error('The tests have no base URL.');
  return baseURL;
}

/** Sessions are stored in the data folder of this run, so that workers share them. */
async function sharedSession(site: string, account: string): Promise<string> {
  const folder = path.join(process.env.E2E_DATA_DIR ?? tmpdir(), 'e2e-sessions');
  const file = path.join(folder, account);
  const known = await readFile(file, 'utf8').catch(() => undefined);
  if (known !== undefined) return known;
  const token = await openSession(site, account);
  await mkdir(folder, { recursive: true });
  await writeFile(`${file}.${process.pid}`, token);
  await rename(`${file}.${process.pid}`, file);
  return token;
}

/**
 * Takes one of these names, which no other test of this run gets: for tests that change what is stored under the name.
 * A repeated test takes another one.
 *
 * @throws Error when all are taken.
 */
export async function takeName(names: readonly string[]): Promise<string> {
  const folder = path.join(process.env.E2E_DATA_DIR ?? tmpdir(), 'e2e-names');
  await mkdir(folder, { recursive: true });
  for (const name of names) {
    const isTaken = await mkdir(path.join(folder, name)).then(() => false, () => true); // prettier-ignore
    if (!isTaken) return name;
  }
  throw new Error('Every name is taken: give the test more of them.');
}

/** The demo accounts that no test names. */
const unnamedAccounts = DEMO_MEMBERS.map(({ handle }) => handle).filter((handle) =>
  handle.endsWith('-clover'),
);

/** Takes the handle of a demo account for one attempt of one test. */
export const takeAccount = () => takeName(unnamedAccounts);

/** Sends the requests of the popup and of the page that opened it, without the headers of a proxy. */
export async function openSession(site: string, account: string): Promise<string> {
  const verifier = randomBytes(32).toString('base64url');
  const choice = {
    provider: 'google.com',
    state: randomBytes(32).toString('base64url'),
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    origin: site,
    account,
  };
  const dispatcher = anAddressOfThisMachine();
  const chosen = await fetch(`${site}/api${POPUPS.local}`, {
    dispatcher,
    method: 'POST',
    body: new URLSearchParams(choice),
  });
  const code = /data-code="([\w-]+)"/.exec(await chosen.text())?.[1] ?? '';
  const answered = await fetch(`${site}/api/user/login/from-firebase`, {
    dispatcher,
    method: 'POST',
    headers: { 'content-type': 'application/json', accessToken: `Bearer ${code}` },
    body: JSON.stringify({ provider: 'google.com', idToken: verifier }),
  });
  const body: unknown = await answered.json();
  if (!answered.ok) throw new Error(`Cannot sign in as ${account}: ${JSON.stringify(body)}`);
  return signInAnswer.parse(body).encrypted_token;
}

/** Rate limits count client addresses. On Linux every address in 127.0.0.0/8 belongs to this machine. */
function anAddressOfThisMachine(): Agent {
  const localAddress = `127.${randomInt(1, 255)}.${randomInt(256)}.${randomInt(1, 255)}`;
  return new Agent(process.platform === 'linux' ? { localAddress, connect: { family: 4 } } : {});
}
