import type { BrowserContext, Page } from 'playwright/test';
import { firebaseSite, identityDouble } from './addresses';
import { popupFrom, signInButton } from './sign-in-dialog';
import { expect, test } from './site';

const authDomain = 'https://demo-double.firebaseapp.com';
export const gapi = 'https://apis.google.com';
const firebaseCalls = ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'];
const firebaseOrigins = [authDomain, gapi, ...firebaseCalls];

/** Runs the tests of a file on the site that signs in with Firebase. The double answers the calls of the real SDK. */
export function setUpFirebaseSite(): void {
  test.use({ baseURL: firebaseSite.url, knownOrigins: [...firebaseOrigins, identityDouble.url] });
  test.beforeEach(async ({ context }) => {
    await context.route(
      ({ origin }) => firebaseOrigins.includes(origin),
      async (route) => {
        const { pathname, search } = new URL(route.request().url());
        const response = await route.fetch({ url: identityDouble.url + pathname + search });
        await route.fulfill({ response });
      },
    );
  });
}

/** Waits until the popup is ready: the SDK's script and frame load when the modal opens. */
export async function popupIsReady(page: Page): Promise<void> {
  await expect.poll(() => page.frames().some((frame) => frame.url().startsWith(authDomain))).toBe(true);
  // The frame and the page still have to connect, which no event shows.
  await page.waitForTimeout(500);
}

export const choose = async (popup: Page, name: string) =>
  popup.getByRole('button', { name: `${name} <` }).click();

export async function signInAs(page: Page, provider: 'Google' | 'Github', name: string): Promise<void> {
  const popup = await popupFrom(page, () => signInButton(page, provider).click());
  await choose(popup, name);
}

/** Delays the SDK's script. */
export async function slowScript(context: BrowserContext, delayMs: number): Promise<void> {
  await context.route(`${gapi}/**`, async (route) => {
    const isForFrame = route.request().frame().parentFrame() !== null;
    if (!isForFrame) await new Promise((resolve) => setTimeout(resolve, delayMs));
    await route.fallback();
  });
}
