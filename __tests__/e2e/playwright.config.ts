import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { defineConfig } from 'playwright/test';
import { findOrInstallChromium } from '../setup/chromium';
import type { SiteOptions } from './site';

/** The demo itself, on a folder of its own: what is tested is what a newcomer starts. */
const port = 3999;
const dataDir = (process.env.E2E_DATA_DIR ??= mkdtempSync(path.join(tmpdir(), 'directory-e2e-')));

const sizes = { desktop: { width: 1280, height: 800 }, phone: { width: 360, height: 740 } };
const themes = ['dark', 'light'] as const;

export default defineConfig<SiteOptions>({
  testDir: '.',
  outputDir: '../../test-results',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  // Two busy cores are slow, not wrong.
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    baseURL: `http://localhost:${port}`,
    launchOptions: {
      executablePath: findOrInstallChromium(),
      args: ['--no-sandbox', '--disable-quic'],
      // Left on: the sign-in popup has to open in the click itself.
      ignoreDefaultArgs: ['--disable-popup-blocking'],
    },
    trace: 'off',
  },
  projects: Object.entries(sizes).flatMap(([size, viewport]) =>
    themes.map((theme) => ({
      name: `${size} ${theme}`,
      testIgnore: [
        // The same at every size and in every theme: looked at once.
        ...(size === 'desktop' && theme === 'dark' ? [] : ['**/*.once.spec.ts']),
        // Costly: each size and each theme once.
        ...((size === 'desktop') === (theme === 'dark') ? [] : ['**/*.pair.spec.ts']),
        // The same in every theme.
        ...(theme === 'dark' ? [] : ['**/*.dark.spec.ts']),
        // About what only large screens have.
        ...(size === 'desktop' ? [] : ['**/*.large.spec.ts']),
      ],
      use: { viewport, hasTouch: size === 'phone', chosenTheme: theme },
    })),
  ),
  webServer: {
    command: 'npm run --silent demo',
    cwd: path.resolve(import.meta.dirname, '../..'),
    url: `http://localhost:${port}/readyz`,
    // One trusted proxy, so that each test is a sender of its own to the limits.
    env: { PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'warn', TRUSTED_PROXY_HOPS: '1' },
    timeout: 240_000,
    stdout: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  },
});
