import { type Browser, chromium, type Page } from 'playwright';
import { SESSION_COOKIE } from '@/lib/contract/plain/site';
import { DEMO_ADMIN, DEMO_MODERATOR } from '@/server/identity/identity-local';
import { everyPage } from '../e2e/every-page';
import { openSession } from '../e2e/member';
import { findOrInstallChromium } from '../setup/chromium';
import { movedClock, TextReader, type Write } from './texts-in-browser';
import { act } from './texts-acts';

const [MEMBER, SUBMITTER] = ['ada-birch', 'pia-fern'] as const;
const CHANGES = /^(POST|PUT|PATCH|DELETE)$/;
const refused = { isError: true, code: 'unavailable', message: 'Something is wrong.', requestId: 'drill' };

const EVERY_PAGE = [...new Set(everyPage().map(({ path }) => path))];
const MODERATION = EVERY_PAGE.filter((path) => path.startsWith('/moderation/') || path === '/moderation');
const ACCOUNT = [
  ...EVERY_PAGE.filter((path) => path.startsWith('/account/')),
  ...['/account/profile?status=rejected', '/account/profile?status=discontinued', '/account/submit?id=1'],
];
/** Those that a visitor reads, with empty lists and failures. */
const PUBLIC = [
  ...EVERY_PAGE.filter((path) => !MODERATION.includes(path)),
  ...['/moderation', '/search?q=qqzzxx', '/tool/no-such-tool', '/tag/no-such-tag', '/u/nobody', '/new?after=damaged'],
  ...['/compare/react-vs-no-such-tool', '/top/day', '/top/month', '/top/all', '/?price=paid', '/?tag=javascript'],
  ...['/report?of=no-such-tool', '/newsletter?token=x', '/u/edda-birch'],
]; // prettier-ignore

/** States that take more than a button. */
const STATES: Readonly<Record<string, (reader: TextReader, page: Page) => Promise<unknown>>> = {
  async search(reader, page) {
    await reader.open('/');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search' }).fill('react');
    await page.getByText(/^\d+ results$/).first().waitFor({ state: 'attached' }); // prettier-ignore
  },
  async 'search in vain'(reader, page) {
    await reader.open('/');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search' }).fill('qqzzxx');
    // It is shown, and read out.
    await page.getByText('No Result found').nth(1).waitFor({ state: 'attached' }); // prettier-ignore
  },
  async shortcuts(reader, page) {
    await reader.open('/');
    await page.keyboard.press('?');
  },
  async compare(reader, page) {
    await reader.open('/tool/react');
    await page.getByRole('link', { name: 'Compare React' }).click();
    await reader.open('/');
  },
  async 'sign in'(reader, page) {
    await reader.open('/');
    // Members of the demo sign in without a proxy.
    await page.setExtraHTTPHeaders({});
    await page.reload();
    await reader.settled();
    await page.getByRole('banner').getByRole('button', { name: 'Account' }).click();
  },
  'sign-in failed': (reader) => reader.open('/?loginFailure=expired'),
  offline: (reader, page) => readOffline(reader, page, '/rules'),
  'offline without the page': (reader, page) => readOffline(reader, page, '/privacy'),
};

async function readOffline(reader: TextReader, page: Page, path: string): Promise<void> {
  await reader.open('/terms');
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
  await reader.open('/rules');
  await page.context().setOffline(true);
  await reader.open(path);
}

type Reading = {
  /** The handle of the viewer. */
  as?: string;
  /** The buttons that were pressed before; absent: none is pressed. */
  pressed?: Set<string>;
  /** The methods of calls that fail. */
  refuses?: RegExp;
  options?: object;
};

/** Reads the pages of a site as every kind of viewer, before and after some acts. */
export async function readAsViewers(
  url: string,
  { movedMs, write, only }: { movedMs: number; write: Write; only: string },
): Promise<void> {
  const browser = await chromium.launch({ executablePath: findOrInstallChromium() });
  const tokens = new Map<string, string>();
  for (const handle of [MEMBER, SUBMITTER, DEMO_MODERATOR, DEMO_ADMIN])
    tokens.set(handle, await openSession(url, handle));
  const tokenOf = (handle = '') => tokens.get(handle) ?? '';
  const viewers = new Viewers({ browser, url, movedMs, write, only, tokenOf });
  try {
    await viewers.read('without scripts', PUBLIC, { options: { javaScriptEnabled: false } });
    const calls = { refuses: CHANGES };
    await viewers.read('visitor', PUBLIC, { ...calls, pressed: new Set() });
    await viewers.read('member', [...PUBLIC, ...ACCOUNT], { ...calls, as: MEMBER, pressed: new Set() });
    const pressed = new Set<string>();
    const moderators = ['/', '/tool/react', '/tag/javascript', '/u/ada-birch', ...MODERATION];
    await viewers.read('moderator', moderators, { ...calls, as: DEMO_MODERATOR, pressed });
    await viewers.read('admin', MODERATION, { ...calls, as: DEMO_ADMIN, pressed });
    await viewers.read('failing', [...ACCOUNT, ...MODERATION], { as: DEMO_MODERATOR, refuses: /./ });
    for (const [state, prepare] of Object.entries(STATES)) await viewers.readState(state, prepare);

    await act(
      url,
      {
        ...{ member: tokenOf(MEMBER), other: tokenOf(SUBMITTER) },
        ...{ moderator: tokenOf(DEMO_MODERATOR), admin: tokenOf(DEMO_ADMIN) },
      },
      write,
    );
    const changed = ['/moderation-log', '/tool/react', '/u/pia-fern'];
    await viewers.read('admin later', [...MODERATION, ...changed], { ...calls, as: DEMO_ADMIN, pressed });
    const own = [...ACCOUNT, ...changed, '/tool/gaggle'];
    await viewers.read('submitter later', own, { ...calls, as: SUBMITTER, pressed: new Set() });
    await viewers.read('member later', own, { as: MEMBER });
  } finally {
    await browser.close();
  }
}

class Viewers {
  constructor(
    readonly site: {
      browser: Browser;
      url: string;
      movedMs: number;
      write: Write;
      /** Part of the names of what is read. */
      only: string;
      tokenOf: (handle?: string) => string;
    },
  ) {}

  async read(name: string, paths: readonly string[], { as, pressed, refuses, options }: Reading) {
    const { url, write, only, tokenOf } = this.site;
    if (!name.includes(only)) return;
    const context = await this.#open({ serviceWorkers: 'block', ...options });
    if (refuses) {
      await context.route(/\/api\//, (route) => {
        const isAboutViewer = /checkAuthenticate|getProtectedUserInfo/.test(route.request().url());
        if (isAboutViewer || !refuses.test(route.request().method())) return route.continue();
        return route.fulfill({ status: 503, json: refused });
      });
    }
    await context.addInitScript('try { localStorage.clear(); sessionStorage.clear(); } catch {}');
    const reader = new TextReader(await context.newPage(), url, options === undefined);
    for (const path of paths) {
      // The last page may have ended the session.
      if (as) await context.addCookies([{ name: SESSION_COOKIE.name, value: tokenOf(as), url }]);
      write(`${name}/${path}`, await reader.open(path));
      const opened = pressed ? await reader.openAll(path, pressed) : [];
      if (opened.length > 0) write(`${name} opened/${path}`, opened);
    }
    console.log(`  ${paths.length} pages: ${name}`);
    await context.close();
  }

  async readState(state: string, prepare: (reader: TextReader, page: Page) => Promise<unknown>) {
    if (!'states'.includes(this.site.only)) return;
    const context = await this.#open({});
    const page = await context.newPage();
    const reader = new TextReader(page, this.site.url);
    await prepare(reader, page);
    this.site.write(`states/${state}`, await reader.settled());
    await context.close();
  }

  async #open(options: object) {
    const size = { width: 1280, height: 900 };
    const { browser, movedMs } = this.site;
    const context = await browser.newContext({ viewport: size, reducedMotion: 'reduce', ...options });
    await context.addInitScript(`globalThis.CLOCK_MOVED_MS = ${movedMs};\n${movedClock}`);
    return context;
  }
}
