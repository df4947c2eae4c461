import type { Page } from 'playwright/test';
import { signInAs } from './member';
import { expect, test, visit } from './site';
import { violationsOn } from './violations';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const LINES = [
  'Werkzeug;Adresse;Was es tut;Notiz;Sorte',
  'Quillwort;https://quillwort.example;Turns outlines into slides.;Used by many people in the workshop for a long time;Importiert',
  'Fernbrief;https://fernbrief.example;Writes letters to the far away.;Ask the other team before anybody changes this one;Importiert',
  'Kaputt;ftp://kaputt.example;Has no web link.;Found in an old notebook that nobody else has read;Importiert',
];

async function expectFits(page: Page) {
  for (const width of [320, 360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await violationsOn(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
}

/** Chooses an option by its letters, as the keyboard does. */
async function choose(page: Page, label: string, option: string) {
  const field = page.getByRole('combobox', { name: label, exact: true });
  await field.focus();
  await page.keyboard.type(option);
  await expect(field.locator('option:checked')).toHaveText(option);
}

test('a moderator maps the columns of a file, imports it and undoes the import, by keyboard', async ({
  page,
  request,
}) => {
  const statusOf = async (path: string) => (await request.get(path, { maxRedirects: 0 })).status();
  await signInAs(page, 'edda-birch');
  await visit(page, '/moderation/import');
  await expectFits(page);
  // Only the dialog of the system needs another way than keys.
  await page
    .getByLabel('File', { exact: true })
    .setInputFiles({ name: 'werkzeuge.csv', mimeType: 'text/csv', buffer: Buffer.from(LINES.join('\n')) });
  await page.getByRole('button', { name: 'Preview the file' }).focus();
  await page.keyboard.press('Enter');

  await expect(page.getByRole('heading', { name: 'werkzeuge.csv' })).toBeFocused();
  // The longest texts are guessed to be taglines.
  const first = page.getByRole('listitem').filter({ hasText: 'Quillwort' });
  await expect(first).toContainText('in the workshop');
  await page.getByText('Columns and headings').focus();
  await page.keyboard.press('Enter');
  await choose(page, 'Werkzeug', 'Name');
  await choose(page, 'Adresse', 'Link');
  await choose(page, 'Was es tut', 'Tagline');
  await choose(page, 'Notiz', 'Leave out');
  await choose(page, 'Sorte', 'Tags');
  await expectFits(page);
  await page.getByRole('button', { name: 'Update the preview' }).focus();
  await page.keyboard.press('Enter');

  await expect(page.getByText('2 to add, 0 to update, 0 already listed, 1 to skip')).toBeVisible();
  await expect(first).toContainText('Turns outlines into slides.');
  await expect(first).toContainText('Importiert');
  await expectFits(page);
  expect(await statusOf('/tool/quillwort')).toBe(404);
  // The preview is there again after leaving the page.
  await visit(page, '/moderation/import');
  await page.getByRole('link', { name: 'werkzeuge.csv' }).first().focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Import 2' }).focus();
  await page.keyboard.press('Enter');

  await expect(page.getByText('2 added, 0 updated, 0 already listed, 1 skipped')).toBeVisible();
  await expect.poll(() => statusOf('/tool/quillwort')).toBe(200);
  await expectFits(page);
  await page.getByRole('button', { name: 'Undo the import' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Yes, undo the import' })).toBeFocused();
  await page.keyboard.press('Enter');

  await expect(page.getByText('2 removed, 0 restored')).toBeVisible();
  await expect.poll(() => statusOf('/tool/quillwort')).toBe(404);
  await expectFits(page);
});
