import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContext, Page } from 'puppeteer-core';
import { SECOND_MS } from '@/lib/contract/plain/durations';
import { OwnerError } from '@/server/base/errors';
import type { Person } from '../setup/identity-person';
import {
  BROWSER_NAMES,
  type BrowserName,
  BROWSERS,
  click,
  installWorker,
  launchBrowser,
  openPage,
  untilPage,
  visit,
} from './browser-pages';
import { siteEnv } from './built-site';
import type { DrillRequest } from './drill';
import { type SignInSite, startFirebaseSite, startOAuthSite } from './sign-in-sites';

const ROUNDS = 5;
const VISITS = ['first', 'second'] as const;
const WAYS = ['popup', 'redirect'] as const;
const KINDS = [
  { kind: 'own', providers: ['Google', 'Github', 'Example login'], start: startOAuthSite },
  { kind: 'Firebase', providers: ['Google', 'Github'], start: startFirebaseSite },
] as const;

type Combination = {
  start: (typeof KINDS)[number]['start'];
  browser: BrowserName;
  provider: string;
  way: (typeof WAYS)[number];
  visit: (typeof VISITS)[number];
  title: string;
};
type Journey = Combination & { site: SignInSite };

const COMBINATIONS: readonly Combination[] = KINDS.flatMap(({ kind, providers, start }) =>
  BROWSERS.flatMap((browser) =>
    providers.flatMap((provider) =>
      WAYS.flatMap((way) =>
        VISITS.map((visit) => {
          const title = `${BROWSER_NAMES[browser]}, ${kind} ${provider}, ${way}, ${visit} visit`;
          return { start, browser, provider, way, visit, title };
        }),
      ),
    ),
  ),
);

/**
 * Signs in as a person does, with the site's service worker: in popups and by redirects, at every provider, on the first
 * and on the second visit, in Chromium and in Firefox. Nothing is tried twice.
 *
 * @returns the list of the combinations. @throws Error if one of their sign-ins fails.
 */
export async function drillSignIns(_folder: string, _round: number, request: DrillRequest): Promise<string> {
  const rounds = request.rounds ?? ROUNDS;
  const chosen = COMBINATIONS.filter(({ title }) => title.includes(request.only ?? ''));
  if (chosen.length === 0) throw new OwnerError(`No sign-in is called ${request.only}.`);
  await siteEnv();
  const people = Array.from({ length: chosen.length * rounds }, (_, index) => personOf(index));
  const next = people.values();
  let failureCount = 0;
  for (const { start } of KINDS) {
    const combinations = chosen.filter((combination) => combination.start === start);
    if (combinations.length === 0) continue;
    const site = await start(people);
    try {
      failureCount += await signInAll(site, combinations, next, rounds);
    } finally {
      await site.stop();
    }
  }
  if (failureCount > 0) throw new Error(`${failureCount} sign-ins have failed.`);
  return `${chosen.length} combinations, ${chosen.length * rounds} sign-ins: all passed`;
}

/** For an event that the browser driver may lose. */
const POPUP_LIMIT_MS = 60 * SECOND_MS;

/** @returns how many sign-ins have failed. */
async function signInAll(
  site: SignInSite,
  combinations: readonly Combination[],
  next: Iterator<Person>,
  rounds: number,
): Promise<number> {
  let failureCount = 0;
  for (const browser of BROWSERS) {
    const ofBrowser = combinations.filter((combination) => combination.browser === browser);
    if (ofBrowser.length === 0) continue;
    const launched = await launchBrowser(browser, site.firebase?.proxyPort);
    try {
      for (const combination of ofBrowser) {
        const failures = await repeat(launched, { ...combination, site }, next, rounds);
        failureCount += failures.length;
        const line = `${combination.title}: ${rounds - failures.length} of ${rounds}`;
        console.log([`  ${line}`, ...failures].join('\n    '));
      }
    } finally {
      await launched.close();
    }
  }
  return failureCount;
}

const personOf = (index: number): Person => ({
  name: `Person${index}`,
  email: `person${index}@example.com`,
  ids: { 'google.com': `1${index}`, 'github.com': `2${index}` },
  isVerifiedAtGithub: true,
});

/** @returns why sign-ins failed. */
async function repeat(
  launched: Browser,
  journey: Journey,
  next: Iterator<Person>,
  rounds: number,
): Promise<string[]> {
  const failures: string[] = [];
  let context: BrowserContext | undefined;
  for (let round = 1; round <= rounds; round += 1) {
    const person: Person | undefined = next.next().value;
    if (!person) throw new Error('There are too few people.');
    if (!context || journey.visit === 'first') {
      await context?.close();
      context = await launched.createBrowserContext();
    }
    const faults: string[] = [];
    const page = await openPage(context, faults);
    try {
      await signIn(page, context, journey, person);
      if (round === rounds && journey.visit === 'second') await signOut(page, journey.site.url);
    } catch (error) {
      faults.push(`${String(error)} at ${page.url()}`);
    }
    if (faults.length > 0) failures.push(`round ${round}: ${faults.join('; ')}`);
    await page.close().catch(() => undefined);
  }
  await context?.close();
  return failures;
}

async function signIn(page: Page, context: BrowserContext, journey: Journey, person: Person): Promise<void> {
  const { site, provider, way } = journey;
  const start = `${site.url}/support`;
  await context.deleteCookie(...(await context.cookies()));
  if (journey.visit === 'second') await installWorker(page, start);
  await visit(page, start);
  const isControlled = await page.evaluate('Boolean(navigator.serviceWorker.controller)');
  if (isControlled !== (journey.visit === 'second')) throw new Error('The visit is of the other kind.');

  await click(page, "//header//button[normalize-space(.)='Submit']");
  const inDialog = (label: string) => `//*[@role='dialog']//button[normalize-space(.)='${label}']`;
  if (way === 'redirect') {
    await click(page, inDialog('Popup not opening?'));
    await click(page, inDialog(`Continue to ${provider}`));
    await click(page, choiceOf(person));
  } else {
    if (site.firebase) await untilFirebaseIsReady(page, site.firebase.authOrigin);
    const opened = new Promise<Page | null>((resolve) => page.once('popup', resolve));
    await click(page, inDialog(`Sign in with ${provider}`));
    const popup = await Promise.race([opened, sleep(POPUP_LIMIT_MS, null, { ref: false })]);
    if (!popup) throw new Error('No popup has opened.');
    await click(popup, choiceOf(person));
  }
  await untilPage(page, "location.pathname === '/account/submit'");
  await untilPage(
    page,
    `[...document.querySelectorAll('header button')].some((button) => button.textContent === 'Dashboard')`,
  );
  const stored = await page.evaluate(
    'indexedDB.databases().then((databases) => databases.map(({ name }) => name).join())',
  );
  if (stored !== '') throw new Error(`The site has left a database in the browser: ${String(stored)}.`);
}

/** The link or button of a person on the page of a provider. */
const choiceOf = ({ name }: Person) =>
  `//*[self::a or self::button][starts-with(normalize-space(.), '${name} <')]`;

/** The frame of Firebase is there, and connected to the page, which no event shows. */
async function untilFirebaseIsReady(page: Page, authOrigin: string): Promise<void> {
  await untilPage(
    page,
    `[...document.querySelectorAll('iframe')].some(({ src }) => src.startsWith('${authOrigin}'))`,
  );
  await sleep(2 * SECOND_MS);
}

async function signOut(page: Page, url: string): Promise<void> {
  await visit(page, `${url}/account/settings`);
  await click(page, "//main//button[normalize-space(.)='Sign out']");
  await untilPage(
    page,
    `[...document.querySelectorAll('header button')].some((button) => button.textContent === 'Account')`,
  );
}
