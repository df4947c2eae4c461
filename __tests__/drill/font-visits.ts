import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright';
import { type Font, FONTS, FOUNDRIES, requireEqual, requireOwnWords, wordsOf } from './font-directory';

/** A page whose words are checked whenever it has been opened or changed. */
export async function openReader(context: BrowserContext, folder: string) {
  const page = await context.newPage();
  let shotCount = 0;
  const check = async (name: string) => {
    await page.locator('html[data-ready=true]').waitFor();
    await page.waitForLoadState('networkidle');
    requireOwnWords(wordsOf(await page.content()), `${name} (${page.url()})`);
    shotCount += 1;
    await page.screenshot({ path: join(folder, `${String(shotCount).padStart(2, '0')}-${name}.png`) });
  };
  const open = async (path: string, name: string) => {
    await page.goto(path);
    await check(name);
  };
  return { page, check, open };
}
export type Reader = Awaited<ReturnType<typeof openReader>>;

const namesOn = (page: Page) =>
  page.getByRole('main').getByRole('listitem').getByRole('heading').allInnerTexts();

async function requireFonts(page: Page, isShown: (font: Font) => boolean): Promise<void> {
  const expected = FONTS.filter(isShown).map(({ name }) => name);
  requireEqual((await namesOn(page)).toSorted(), expected.toSorted(), page.url());
}

/** Filters by a link and by a form. */
export async function filterLists({ page, check, open }: Reader): Promise<void> {
  const panel = (label: string) => page.getByRole('region', { name: label });
  await open('/', 'home');
  await open('/new', 'new');
  const products = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading') });
  const rows = await products.filter({ hasText: FOUNDRIES[1] }).count();
  requireEqual(rows, FONTS.filter(({ foundry }) => foundry === FOUNDRIES[1]).length, 'Rows with a foundry');
  await panel('Licence').getByRole('link', { name: /^Open/ }).click();
  await page.getByRole('heading', { level: 1, name: 'New fonts: Open' }).waitFor();
  await requireFonts(page, ({ licence }) => licence === 'Open');
  await panel('Variable').getByRole('link', { name: /^Yes/ }).click();
  await page.getByRole('heading', { level: 1, name: /Variable: Yes/ }).waitFor();
  await requireFonts(page, ({ licence, isVariable }) => licence === 'Open' && isVariable);
  await page.getByLabel('Price, to, EUR').fill('25');
  await panel('Price').getByRole('button', { name: 'Apply' }).click();
  await page.getByRole('heading', { level: 1, name: /Price: up to 25 EUR/ }).waitFor();
  await requireFonts(
    page,
    ({ licence, isVariable, price }) => licence === 'Open' && isVariable && price <= 25,
  );
  await check('filtered');
  await open('/tag/serif?weights=4..7', 'tag');
  await requireFonts(page, ({ style, weights }) => style === 'Serif' && weights >= 4 && weights <= 7);
  await open('/new?licence=open&price=1000..', 'nothing-matches');
}

export async function search({ page, check, open }: Reader): Promise<void> {
  await open('/', 'before-search');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search' }).fill('mono');
  await page.getByRole('option').first().waitFor();
  await check('search-modal');
  await page.getByRole('combobox', { name: 'Search' }).fill('zzqqzz');
  await page.getByText('No Result found').waitFor();
  await check('search-modal-empty');
  await open('/search?q=mono', 'search');
  await page
    .getByRole('navigation', { name: 'Filter by Licence' })
    .getByRole('link', { name: /^Commercial/ })
    .click();
  await page.getByRole('link', { name: /Commercial.*, remove filter/ }).waitFor();
  await requireFonts(page, ({ style, licence }) => style === 'Mono' && licence === 'Commercial');
  await check('search-filtered');
  await open('/search?q=zzqqzz', 'search-empty');
}

export async function compare({ page, open }: Reader): Promise<void> {
  await open('/compare', 'compare-form');
  await open('/compare/alder-sans-vs-briar-mono', 'compare');
  const labels = await page.getByRole('rowheader').allInnerTexts();
  const missing = ['Foundry', 'Licence', 'Variable', 'Weights', 'Price'].filter(
    (label) => !labels.includes(label),
  );
  requireEqual(missing, [], 'Labels that the comparison does not have');
}

const SUBMITTED = 'Kestrel Sans';

export async function submit({ page, check, open }: Reader): Promise<void> {
  const main = page.getByRole('main');
  await open('/account/submit', 'submit');
  await main.getByRole('textbox', { name: 'Paste the link' }).fill('https://kestrel.example');
  await main.getByRole('button', { name: 'Fill it in myself' }).click();
  await main.getByRole('textbox', { name: 'Name' }).fill(SUBMITTED);
  await main.getByRole('textbox', { name: 'Tagline' }).fill('Reads well in small sizes');
  await main.getByRole('combobox', { name: 'Tags' }).fill('Sans,');
  await main.getByRole('button', { name: 'Add details' }).click();
  await main.getByRole('textbox', { name: 'Foundry' }).fill('Northgate');
  await main.getByRole('combobox', { name: 'Licence' }).selectOption('Commercial');
  await main.getByRole('combobox', { name: 'Variable' }).selectOption('Yes');
  await main.getByRole('textbox', { name: 'Weights' }).fill('99');
  await main.getByRole('textbox', { name: 'Price' }).fill('€1,249.50');
  await main.getByRole('button', { name: 'Submit this font' }).click();
  await main.getByText('Use a number from 1 to 20.').waitFor();
  await check('submit-error');
  await main.getByRole('textbox', { name: 'Weights' }).fill('9');
  await main.getByRole('button', { name: 'Submit this font' }).click();
  await page.waitForURL('**/account/profile?status=pending');
  await page.getByRole('heading', { name: SUBMITTED }).waitFor();
  await check('pending');
  for (const status of ['approved', 'rejected']) await open(`/account/profile?status=${status}`, status);
  for (const name of ['bookmarks', 'settings']) await open(`/account/${name}`, name);
}

export async function approve({ page, check, open }: Reader): Promise<void> {
  await open('/moderation', 'moderation');
  const item = page.getByRole('article', { name: SUBMITTED });
  await item.getByRole('button', { name: 'Reject …' }).click();
  await check('rejection');
  await page.keyboard.press('Escape');
  await open('/moderation', 'moderation-again');
  await item.getByRole('button', { name: 'Approve' }).click();
  await item.waitFor({ state: 'detached' });
  await open('/font/kestrel-sans', 'product');
  const facts = (await page.locator('dl.product-facts dd:nth-of-type(1)').allInnerTexts()).slice(0, 5);
  requireEqual(facts, ['Northgate', 'Commercial', 'Yes', '9', '€1,249.50'], 'The facts of a page');
  await open('/font/kestrel-sans/alternatives', 'alternatives');
}
