import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContext, Page } from 'puppeteer-core';
import { SECOND_MS } from '@/lib/contract/plain/durations';
import type { Person } from '../setup/identity-person';
import {
  BROWSER_NAMES,
  type BrowserName,
  BROWSERS,
  click,
  installWorker,
  launchBrowser,
  openPage,
  standIn,
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

type Journey = {
  site: SignInSite;
  browser: BrowserName;
  provider: string;
  way: (typeof WAYS)[number];
  visit: (typeof VISITS)[number];
};

const combinations = KINDS.reduce(
  (total, { providers }) => total + providers.length * WAYS.length * VISITS.length * BROWSERS.length,
  0,
);

/**
 * Signs in as a person does, with the site's service worker: in popups and by redirects, at every provider, on the first
 * and on the second visit, in Chromium and in Firefox. Nothing is tried twice.
 *
 * @returns the list of the combinations. @throws Error if one of their sign-ins fails.
 */
export async function drillSignIns(_folder: string, _round: number, request: DrillRequest): Promise<string> {
  const rounds = request.rounds ?? ROUNDS;
  await siteEnv();
  const people = Array.from({ length: combinations * rounds }, (_, index) => personOf(index));
  const next = people.values();
  const lines: string[] = [];
  let failureCount = 0;
  for (const { kind, providers, start } of KINDS) {
    const site = await start(people);
    try {
      for (const browser of BROWSERS) {
        const launched = await launchBrowser(browser);
        try {
          for (const provider of providers) {
            for (const way of WAYS) {
              for (const visit of VISITS) {
                const failures = await repeat(
                  launched,
                  { site, browser, provider, way, visit },
                  next,
                  rounds,
                );
                failureCount += failures.length;
                const line = `${BROWSER_NAMES[browser]}, ${kind} ${provider}, ${way}, ${visit} visit: ${rounds - failures.length} of ${rounds}`;
                lines.push(line);
                console.log([`  ${line}`, ...failures].join('\n    '));
              }
            }
          }
        } finally {
          await launched.close();
        }
      }
    } finally {
      await site.stop();
    }
  }
  if (failureCount > 0) throw new Error(`${failureCount} sign-ins have failed.`);
  return `${lines.length} combinations, ${lines.length * rounds} sign-ins: all passed`;
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
  if (site.firebase) await standIn(page, site.firebase.origins, site.firebase.double);
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
    if (site.firebase) await untilFirebaseIsReady(page, site.firebase.origins);
    const opened = new Promise<Page | null>((resolve) => page.once('popup', resolve));
    await click(page, inDialog(`Sign in with ${provider}`));
    const popup = await opened;
    if (!popup) throw new Error('No popup has opened.');
    if (site.firebase) await standInPopup(popup, site.firebase);
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
async function untilFirebaseIsReady(page: Page, [authOrigin = '']: readonly string[]): Promise<void> {
  await untilPage(
    page,
    `[...document.querySelectorAll('iframe')].some(({ src }) => src.startsWith('${authOrigin}'))`,
  );
  await sleep(2 * SECOND_MS);
}

/** The popup may have asked before its requests were taken over. */
async function standInPopup(
  popup: Page,
  { origins, double }: NonNullable<SignInSite['firebase']>,
): Promise<void> {
  await standIn(popup, origins, double);
  const isShown = await popup.evaluate("document.title === 'Sign in'").catch(() => false);
  if (!isShown) await popup.reload().catch(() => undefined);
}

async function signOut(page: Page, url: string): Promise<void> {
  await visit(page, `${url}/account/settings`);
  await click(page, "//main//button[normalize-space(.)='Sign out']");
  await untilPage(
    page,
    `[...document.querySelectorAll('header button')].some((button) => button.textContent === 'Account')`,
  );
}
