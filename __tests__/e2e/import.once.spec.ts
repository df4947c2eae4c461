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

/** 516 lines that are skipped for twelve reasons, one of which the directory has, beside 30 entries. */
const many = (count: number, line: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => line(at)).join('\n');
const SKIPPED = `# Great tools

About this list: [its rules](https://rules.example/list) and [its site](https://site.example/list).

## Contents

- [More editors](https://github.com/someone/awesome-editors)
- [Reeds](#reeds)

## Reeds

- [Polypane](https://polypane.app) - Waits for a moderator already.
${many(30, (at) => `- [Reed ${at}](https://reed-${at}.example) - Cuts reeds of any length.`)}
- [Reed again](https://www.reed-2.example/) - Is a repeat.
${many(120, (at) => `- [Gopher ${at}](gopher://gopher-${at}.example) - Has no website.`)}
${many(110, (at) => `- Fern ${at} grows in the shade and has no link at all`)}
${many(60, (at) => `- [![logo](https://img.example/${at}.png)](https://pictures.example/${at})`)}
${many(40, (at) => `- [Moss \uFFFD${at}](https://moss-${at}.example) - Grows on stones.`)}
- [Long](https://long.example/${'a'.repeat(2_100)}) - Has a long link.

Endless ${'words '.repeat(17_000)}

## Left aside

${many(40, (at) => `- [Aside ${at}](https://aside-${at}.example) - Stands aside.`)}

## Sponsors

${many(30, (at) => `- [Sponsor ${at}](https://sponsors.example/${at})`)}

## Thanks

${many(50, (at) => `- [@person${at}](https://github.com/person${at})`)}

## Words

${many(60, (at) => `Some words about [prose ${at}](https://prose-${at}.example/text) that stand between the lists.\n`)}`;

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

test('a moderator looks at 500 skipped lines of twelve kinds, by keyboard, and saves the report', async ({
  page,
}) => {
  await signInAs(page, 'edda-birch');
  await visit(page, '/moderation/import');
  await page
    .getByLabel('File', { exact: true })
    .setInputFiles({ name: 'great.md', mimeType: 'text/markdown', buffer: Buffer.from(SKIPPED) });
  await page.getByRole('button', { name: 'Preview the file' }).click();
  await page.getByText('Columns and headings').click();
  await page.getByRole('combobox', { name: 'What Left aside is' }).selectOption('Leave its entries out');
  await page.getByRole('button', { name: 'Update the preview' }).click();
  await expect(page.getByText('30 to add, 0 to update, 1 already listed, 516 to skip')).toBeVisible();
  await expect(page.getByText('316 links seen = 32 entries + 0 parts + 284 skipped.')).toBeVisible();

  await page.getByRole('radio', { name: 'To skip 516' }).focus();
  await page.keyboard.press('Space');
  const kinds = page.getByRole('heading', { level: 4 });
  await expect(kinds).toHaveCount(12);
  await expect(kinds.filter({ hasText: 'Entries without a link.' })).toContainText('110');
  for (const theme of ['dark', 'light']) {
    await page.evaluate((chosen) => {
      document.documentElement.classList.remove('dark', 'light');
      document.documentElement.classList.add(chosen);
    }, theme);
    await expectFits(page);
  }
  const all = page.getByRole('button', { name: 'Show all 110' });
  await all.focus();
  await page.keyboard.press('Enter');
  const fewer = page.getByRole('button', { name: 'Show fewer' });
  await expect(fewer).toBeFocused();
  await expect(page.getByText('Fern 30')).toHaveCount(0);
  await page.getByRole('button', { name: 'Load more' }).focus();
  await page.keyboard.press('Enter');
  await expectFits(page);

  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Markdown' }).focus();
  await page.keyboard.press('Enter');
  expect((await saving).suggestedFilename()).toBe('great.md-report.md');
  await page.getByRole('button', { name: 'Discard' }).click();
});
