import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from 'playwright';

const installedNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/**
 * The path of a Chromium to test with: an installed one, else Playwright's own, else Debian's package,
 * which is installed for it.
 *
 * @throws Error when none of them can be had.
 */
export function findOrInstallChromium(): string {
  const named = process.env.CHROMIUM_PATH;
  if (named && existsSync(named)) return named;
  return findInstalled() ?? installPlaywrights() ?? installDebians() ?? fail();
}

function findInstalled(): string | undefined {
  for (const name of installedNames) {
    const { status, stdout } = spawnSync('which', [name], { encoding: 'utf8' });
    if (status === 0) return stdout.trim();
  }
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined;
}

function installPlaywrights(): string | undefined {
  console.log("No Chromium is installed: trying Playwright's own.");
  // Its download host may be out of reach; then it should fail soon, not retry for minutes.
  const { status } = spawnSync('node_modules/.bin/playwright', ['install', 'chromium'], {
    stdio: 'ignore',
    timeout: 180_000,
    env: { ...process.env, PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '10000' },
  });
  return status === 0 && existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined;
}

function installDebians(): string | undefined {
  console.log("Playwright's Chromium cannot be had: installing Debian's package chromium.");
  const options = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const;
  spawnSync('apt-get', ['update', '-qq'], options);
  spawnSync(
    'apt-get',
    ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-liberation'],
    options,
  );
  return findInstalled();
}

function fail(): never {
  throw new Error('No Chromium can be found or installed. Install one and set CHROMIUM_PATH to it.');
}
