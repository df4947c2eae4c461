import type { Page } from 'playwright/test';
import { expect } from './site';
import { violationsOn } from './violations';

const widths = [320, 360, 1280];

/** Presses a button of the content by keyboard. */
export const pressOn = (page: Page, name: string | RegExp) =>
  page.getByRole('main').getByRole('button', { name }).press('Enter');

/** Checks the page with axe, and that it does not scroll sideways, at three widths. With `SHOTS`, keeps a picture of each. */
export async function look(page: Page, name: string): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    expect(await violationsOn(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    if (process.env.SHOTS) await shoot(page, `${process.env.SHOTS}/${name}-${width}`);
  }
}

async function shoot(page: Page, path: string): Promise<void> {
  for (const theme of ['light', 'dark']) {
    await page.evaluate((chosen) => {
      document.documentElement.classList.remove('dark', 'light');
      document.documentElement.classList.add(chosen);
    }, theme);
    await page.screenshot({ path: `${path}-${theme}.png`, fullPage: true, animations: 'disabled' });
  }
}
