import { defineConfig } from 'playwright/test';
import config from './playwright.config';
import type { SiteOptions } from './site';

/** `npm run screens`: the same sizes and themes, but to look at. */
export default defineConfig<SiteOptions>(config, {
  projects: config.projects?.map(({ testIgnore: _, ...project }) => ({
    ...project,
    testMatch: 'screens.ts',
  })),
});
