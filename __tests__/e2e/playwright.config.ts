import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { defineConfig } from 'playwright/test';
import { findOrInstallChromium } from '../setup/chromium';
import { demo, firebaseSite } from './addresses';
import { once, type SiteOptions } from './site';

/** Used by this run only. */
const dataDir = (process.env.E2E_DATA_DIR ??= mkdtempSync(path.join(tmpdir(), 'directory-e2e-')));

const sizes = { desktop: { width: 1280, height: 800 }, phone: { width: 360, height: 740 } };
const themes = ['dark', 'light'] as const;

/** Features of Chromium that load two hidden pages for each window, which show suggestions below the address bar. */
const suggestions = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'];
/** Features that Playwright 1.65 disables. Chromium reads only the last `--disable-features`, so that option must repeat them. */
const offByPlaywright = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];

const serverDefaults = {
  cwd: path.resolve(import.meta.dirname, '../..'),
  timeout: 240_000,
  stdout: 'pipe',
  gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
} as const;

/** Every size and theme. The tests have the first, the drill `looks` those of a phone, and the pictures all of them. */
export const looks = Object.entries(sizes).flatMap(([size, viewport]) =>
  themes.map((theme) => ({
    name: `${size} ${theme}`,
    ...(size === 'desktop' && theme === 'dark' ? {} : { grepInvert: new RegExp(once.tag) }),
    testIgnore: [
      // Same result at every size and in every theme.
      ...(size === 'desktop' && theme === 'dark' ? [] : ['**/*.once.spec.ts']),
      // Slow tests run once for each size and each theme.
      ...((size === 'desktop') === (theme === 'dark') ? [] : ['**/*.pair.spec.ts']),
      // Same result in every theme.
      ...(theme === 'dark' ? [] : ['**/*.dark.spec.ts']),
    ],
    use: { viewport, hasTouch: size === 'phone', chosenTheme: theme },
  })),
);

export default defineConfig<SiteOptions>({
  testDir: '.',
  outputDir: '../../test-results',
  fullyParallel: true,
  workers: 2,
  // A browser on two busy cores is sometimes too slow for one step. What passes only the second time is listed as flaky.
  // The journeys of sign-in, upvote, submit and search allow none: a second attempt hides a fault of every other one.
  retries: 1,
  // Two busy cores are slow.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['./flaky-reporter.ts']],
  use: {
    baseURL: demo.url,
    launchOptions: {
      executablePath: findOrInstallChromium(),
      args: [
        '--no-sandbox',
        '--disable-quic',
        // A graphics process that draws in software takes 5 to 9 % more processor time.
        '--disable-gpu',
        `--disable-features=${[...suggestions, ...offByPlaywright].join(',')}`,
      ],
      // Chromium blocks popups, as it does for visitors: the sign-in popup must open during the click.
      ignoreDefaultArgs: ['--disable-popup-blocking'],
    },
    trace: 'off',
  },
  projects: looks.filter(({ name }) => name === 'desktop dark'),
  webServer: [
    {
      command: 'npm run --silent demo',
      url: `${demo.url}/readyz`,
      // One trusted proxy, so that each test can name a different client address for the rate limits.
      env: { PORT: String(demo.port), DATA_DIR: dataDir, LOG_LEVEL: 'warn', TRUSTED_PROXY_HOPS: '1' },
      ...serverDefaults,
    },
    {
      command: 'node --import tsx __tests__/e2e/serve-firebase-site.ts',
      url: `${firebaseSite.url}/readyz`,
      env: {
        DATA_DIR: `${dataDir}-firebase`,
        LOG_LEVEL: 'warn',
        TRUSTED_PROXY_HOPS: '1',
        DRAIN_NOTICE_MS: '0',
      },
      ...serverDefaults,
    },
  ],
});
