import { defineConfig } from 'playwright/test';
import config from './playwright.config';
import type { SiteOptions } from './site';

const [demo] = [config.webServer ?? []].flat();

/** The drills in a browser, on the demo: each is a project, in one window whose size and theme its tests change. */
export default defineConfig<SiteOptions>({
  ...config,
  webServer: demo,
  projects: [
    { name: 'axe', testMatch: 'axe-matrix.ts', use: { chosenTheme: 'dark' } },
    { name: 'search-keys', testMatch: 'search-keys.ts', use: { chosenTheme: 'dark' } },
  ],
});
