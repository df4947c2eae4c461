import { BROWSER_NAMES, BROWSERS, launchBrowser, openPage, visit } from './browser-pages';
import { siteEnv } from './built-site';
import { freePort } from '../bench/processes';
import { everyPage } from '../e2e/every-page';
import { openSession } from '../e2e/member';
import { startSite } from '../e2e/start-site';
import { SESSION_COOKIE } from '@/lib/contract/plain/site';

const PAGES = everyPage();

const isSignedIn = `document.cookie.includes('${SESSION_COOKIE.name}=')`;

/** Hovers links of a page as a person on the way through it: Next.js then loads the code behind them. */
const hoverLinks = `(async () => {
  for (const link of [...document.querySelectorAll('a[href^="/"]')].slice(0, 60)) {
    for (const type of ['mouseenter', 'mouseover', 'pointerover', 'pointerenter'])
      link.dispatchEvent(new MouseEvent(type, { bubbles: type.endsWith('over') }));
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await new Promise((resolve) => setTimeout(resolve, 300));
})()`;

/**
 * Opens every page of the demo in Chromium and Firefox, as a visitor, a member, a moderator and the admin, and hovers its
 * links.
 *
 * @throws Error if a browser logs an error.
 */
export async function drillConsoles(): Promise<string> {
  const env = await siteEnv();
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const site = await startSite({ url, port }, { ...env, LOG_LEVEL: 'error' });
  const faults: string[] = [];
  try {
    for (const name of BROWSERS) {
      const browser = await launchBrowser(name);
      for (const viewer of new Set(PAGES.map(({ as }) => as))) {
        const context = await browser.createBrowserContext();
        if (viewer !== undefined) {
          const value = await openSession(url, viewer);
          await context.setCookie({ name: SESSION_COOKIE.name, value, domain: 'localhost', sameSite: 'Lax' });
        }
        for (const { path } of PAGES.filter(({ as }) => as === viewer)) {
          const found: string[] = [];
          const page = await openPage(context, found);
          await visit(page, url + path);
          await page.evaluate(hoverLinks);
          // A page deletes the cookie of a session that has ended.
          if (viewer !== undefined && !(await page.evaluate(isSignedIn))) found.push('no longer signed in');
          const who = viewer ?? 'a visitor';
          faults.push(...found.map((fault) => `${BROWSER_NAMES[name]}, ${path} as ${who}: ${fault}`));
          await page.close();
        }
        await context.close();
      }
      await browser.close();
    }
  } finally {
    await site.stop();
  }
  if (faults.length > 0) throw new Error([`${faults.length} errors:`, ...faults.slice(0, 20)].join('\n'));
  return `${PAGES.length} pages in ${BROWSERS.length} browsers: no error`;
}
