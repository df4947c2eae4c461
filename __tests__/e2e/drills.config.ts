import { defineConfig } from 'playwright/test';
import config, { looks } from './playwright.config';
import type { SiteOptions } from './site';

const [demo] = [config.webServer ?? []].flat();

/**
 * The drills in a browser, on the demo: each is a project, in one window whose size and theme its tests change; and the
 * tests of looks in a window of a phone.
 */
export default defineConfig<SiteOptions>({
  ...config,
  webServer: demo,
  projects: [
    { name: 'axe', testMatch: 'axe-matrix.ts', use: { chosenTheme: 'dark' } },
    { name: 'search-keys', testMatch: 'search-keys.ts', use: { chosenTheme: 'dark' } },
    ...looks.filter(({ name }) => name.startsWith('phone')),
  ],
});
