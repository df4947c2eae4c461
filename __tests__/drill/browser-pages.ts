import { spawnSync } from 'node:child_process';
import {
  type Browser,
  type BrowserContext,
  type ElementHandle,
  launch,
  type Page,
  type SupportedBrowser,
} from 'puppeteer-core';
import { OwnerError } from '@/server/base/errors';
import { MINUTE_MS, SECOND_MS } from '@/lib/contract/plain/durations';
import { findOrInstallChromium } from '../setup/chromium';
import { until } from '../setup/until';

/*
 * Pages in Chromium and in the Firefox of the system: Playwright's library drives Firefox only in a build of its own, which
 * its browsers' download brings.
 */

export const BROWSERS = ['chrome', 'firefox'] as const satisfies readonly SupportedBrowser[];
export type BrowserName = (typeof BROWSERS)[number];
export const BROWSER_NAMES = { chrome: 'Chromium', firefox: 'Firefox' } as const;

/** @throws OwnerError without a Firefox. */
function findFirefox(): string {
  for (const name of ['firefox-esr', 'firefox']) {
    const { status, stdout } = spawnSync('which', [name], { encoding: 'utf8' });
    if (status === 0) return stdout.trim();
  }
  throw new OwnerError("This drill needs Firefox: install Debian's package firefox-esr.");
}

/** @param proxyPort of the proxy through which the browser asks all servers but those on this machine. */
export function launchBrowser(name: BrowserName, proxyPort?: number): Promise<Browser> {
  const proxyArgs = proxyPort ? [`--proxy-server=127.0.0.1:${proxyPort}`] : [];
  const proxyPrefs = proxyPort
    ? { 'network.proxy.type': 1, 'network.proxy.ssl': '127.0.0.1', 'network.proxy.ssl_port': proxyPort }
    : {};
  return launch({
    browser: name,
    executablePath: name === 'chrome' ? findOrInstallChromium() : findFirefox(),
    defaultViewport: { width: 1280, height: 800 },
    timeout: 2 * MINUTE_MS,
    protocolTimeout: 2 * MINUTE_MS,
    acceptInsecureCerts: proxyPort !== undefined,
    // Browsers of visitors block popups: that of the sign-in must open during the click.
    ...(name === 'chrome'
      ? { args: ['--no-sandbox', ...proxyArgs], ignoreDefaultArgs: ['--disable-popup-blocking'] }
      : { extraPrefsFirefox: { 'dom.disable_open_during_load': true, ...proxyPrefs } }),
  });
}

/** The browser logs every response of 400 and more. */
const EXPECTED_LOG = /Failed to load resource/;

/** Firefox says so of an image that was still loading through the service worker when the page was left. */
const LEFT_EARLY = /A ServiceWorker intercepted the request and encountered an unexpected error/;

/** Opens a page that notes what fails in it. */
export async function openPage(context: BrowserContext, faults: string[]): Promise<Page> {
  const page = await context.newPage();
  page.setDefaultTimeout(MINUTE_MS);
  page.on('pageerror', (error) => {
    if (!LEFT_EARLY.test(String(error))) faults.push(`thrown: ${String(error)}`);
  });
  page.on('console', (message) => {
    if (message.type() === 'error' && !EXPECTED_LOG.test(message.text()))
      faults.push(`logged: ${message.text()}`);
  });
  return page;
}

/** Waits for something about the page, which may be on its way to another address. */
export const untilPage = (page: Page, isSo: string): Promise<void> =>
  until(async () => Boolean(await page.evaluate(isSo).catch(() => false)), {
    withinMs: 90 * SECOND_MS,
    everyMs: 100,
  });

/**
 * Opens a page of the site, and waits until it can be used. The page itself tells: Firefox may report that its content
 * has loaded before it reports the navigation, and then the library would wait in vain.
 */
export async function visit(page: Page, url: string): Promise<void> {
  await page.evaluate('window.isLeft = true');
  page.goto(url).catch(() => undefined);
  await untilPage(page, "!window.isLeft && document.documentElement.dataset.ready === 'true'");
}

/** Installs the service worker, as a first visit does. */
export async function installWorker(page: Page, url: string): Promise<void> {
  await visit(page, url);
  await untilPage(page, 'Boolean(navigator.serviceWorker.controller)');
}

/** Clicks the first visible element of an XPath, as a person does: once it no longer moves. */
export async function click(page: Page, xpath: string): Promise<void> {
  const element = await page.waitForSelector(`::-p-xpath(${xpath})`, { visible: true });
  if (element) await untilStill(element);
  // A popup may close during the click.
  await element?.click().catch((error: unknown) => {
    if (!page.isClosed()) throw error;
  });
}

/** Waits until nothing moves an element any more: a font that arrives, or a transition, such as of a dialog that opens. */
async function untilStill(element: ElementHandle): Promise<void> {
  await element.evaluate(async () => {
    await document.fonts.ready;
    // A transition begins with the frame after its cause.
    for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame);
    const ending = document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
  let before = await element.boundingBox();
  const isStill = async () => {
    const now = await element.boundingBox();
    const hasMoved = now?.x !== before?.x || now?.y !== before?.y;
    before = now;
    return !hasMoved;
  };
  await until(isStill, { withinMs: MINUTE_MS, everyMs: 50 });
}
