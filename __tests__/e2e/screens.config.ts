import { defineConfig } from 'playwright/test';
import config, { looks } from './playwright.config';
import type { SiteOptions } from './site';

/** `npm run screens`: takes screenshots in the sizes and themes of the tests. */
export default defineConfig<SiteOptions>(config, {
  projects: looks.map(({ testIgnore: _, ...project }) => ({
    ...project,
    testMatch: 'screens.ts',
  })),
});
