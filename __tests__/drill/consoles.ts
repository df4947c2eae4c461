import { BROWSER_NAMES, BROWSERS, launchBrowser, openPage, visit } from './browser-pages';
import { siteEnv } from './built-site';
import { freePort } from '../bench/processes';
import { startSite } from '../e2e/start-site';

const PATHS = [
  ...['/', '/new', '/top/week', '/tags', '/tag/javascript', '/tool/react', '/compare/react-vs-svelte'],
  ...['/u/ada-birch', '/search?q=react', '/support', '/privacy', '/terms', '/ranking', '/developers'],
  ...['/moderation-log', '/sponsors', '/rules', '/newsletter', '/no-such-page', '/account/submit'],
];

/** Hovers links of a page as a person on the way through it: Next.js then loads the code behind them. */
const hoverLinks = `(async () => {
  for (const link of [...document.querySelectorAll('a[href^="/"]')].slice(0, 60)) {
    for (const type of ['mouseenter', 'mouseover', 'pointerover', 'pointerenter'])
      link.dispatchEvent(new MouseEvent(type, { bubbles: type.endsWith('over') }));
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await new Promise((resolve) => setTimeout(resolve, 300));
})()`;

/** Opens pages of the demo in Chromium and Firefox, and hovers their links. @throws Error if a browser logs an error. */
export async function drillConsoles(): Promise<string> {
  const env = await siteEnv();
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const site = await startSite({ url, port }, { ...env, LOG_LEVEL: 'error' });
  const faults: string[] = [];
  try {
    for (const name of BROWSERS) {
      const browser = await launchBrowser(name);
      const context = await browser.createBrowserContext();
      for (const path of PATHS) {
        const found: string[] = [];
        const page = await openPage(context, found);
        await visit(page, url + path);
        await page.evaluate(hoverLinks);
        faults.push(...found.map((fault) => `${BROWSER_NAMES[name]}, ${path}: ${fault}`));
        await page.close();
      }
      await browser.close();
    }
  } finally {
    await site.stop();
  }
  if (faults.length > 0) throw new Error([`${faults.length} errors:`, ...faults.slice(0, 20)].join('\n'));
  return `${PATHS.length} pages in ${BROWSERS.length} browsers: no error`;
}
