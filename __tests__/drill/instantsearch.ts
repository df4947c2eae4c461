import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { openDataSet, SEARCH_RECORDS } from '../bench/data-sets';
import { freePort, serveBuilt } from '../bench/processes';
import { createRandom } from '../bench/search-records';
import { findOrInstallChromium } from '../setup/chromium';
import { facetSiteFile } from '../setup/facet-fields';
import { openInstantSearch, showState, type UIState } from '../setup/instantsearch-page';
import { siteEnv } from './built-site';
import { CLICKS, clickWidgets } from './instantsearch-clicks';
import { checkCounts, choicesOf, costs, QUERIES } from './instantsearch-counts';

const PRODUCTS = 2_000;
const COMBINATIONS = 200;
const indexName = 'tool-fyi';

const WIDGETS = `[
  w.refinementList({ container: place('platform'), attribute: 'platform', limit: 50, searchable: true }),
  w.refinementList({ container: place('language'), attribute: 'language', operator: 'and', limit: 50 }),
  w.menu({ container: place('price'), attribute: 'price', limit: 50 }),
  w.menu({ container: place('license'), attribute: 'license', limit: 50 }),
  w.numericMenu({ container: place('cost'), attribute: 'cost', items: [
    { label: 'All' }, { label: 'Cheap', end: 20 }, { label: 'Middle', start: 20.5, end: 150 }, { label: 'Dear', start: 150 },
  ] }),
  w.toggleRefinement({ container: place('variable'), attribute: 'variable' }),
  w.clearRefinements({ container: place('clear') }),
  w.searchBox({ container: place('box') }),
  w.configure({ typoTolerance: false }),
  w.hitsPerPage({ container: place('size'), items: [{ label: '20', value: 20, default: true }, { label: '7', value: 7 }] }),
  w.pagination({ container: place('pages') }),
  w.stats({ container: place('stats') }),
  w.hits({ container: place('hits') }),
]`;

function makeStates(): UIState[] {
  const random = createRandom(11);
  const any = <Value>(values: readonly Value[]): Value[] =>
    values.slice(Math.floor(random() * values.length)).slice(0, 1);
  const some = (key: string, count: number) => [
    ...new Set(Array.from({ length: count }, () => any(choicesOf(key).map(({ label }) => label))).flat()),
  ];
  return Array.from({ length: COMBINATIONS }, (): UIState => {
    const [price] = random() < 0.3 ? some('price', 1) : [];
    const [license] = random() < 0.2 ? any(['MIT', 'ISC', 'Apache-2.0', 'GPL-3.0-only']) : [];
    const [cost] = random() < 0.4 ? any(Object.keys(costs)) : [];
    return {
      query: any(QUERIES).join(''),
      refinementList: {
        platform: random() < 0.6 ? some('platform', 1 + Math.floor(random() * 3)) : [],
        language: random() < 0.4 ? some('language', 1 + Math.floor(random() * 2)) : [],
      },
      menu: { ...(price !== undefined && { price }), ...(license !== undefined && { license }) },
      ...(cost !== undefined && { numericMenu: { cost } }),
      ...(random() < 0.3 && { toggle: { variable: true } }),
      ...(random() < 0.3 && { hitsPerPage: 7 }),
      ...(random() < 0.2 && { page: 2 }),
    };
  });
}

/**
 * Has InstantSearch, as it is published, filter the running site in Chromium by random combinations of its widgets, set
 * and clicked, and compares all that it counts with plain SQL.
 *
 * @throws Error for the first count that differs.
 */
export async function drillInstantSearch(folder: string): Promise<string> {
  const file = join(folder, 'site.json');
  await writeFile(file, facetSiteFile);
  const dataSet = await openDataSet('postgres', PRODUCTS, SEARCH_RECORDS);
  const site = await serveBuilt(await freePort(), {
    ...(await siteEnv()),
    ...dataSet.env,
    ...{ APP_ENV: 'development', SITE_FILE: file, DATA_DIR: folder, LOG_LEVEL: 'error' },
  });
  const browser = await chromium.launch({ executablePath: findOrInstallChromium() });
  let countCount = 0;
  let foundCount = 0;
  try {
    const page = await browser.newPage();
    const opened = { url: site.url, indexName, widgets: WIDGETS };
    await openInstantSearch(page, opened);
    for (const [index, state] of makeStates().entries()) {
      // Each from another address, so that no limit is reached.
      await page.setExtraHTTPHeaders({ 'x-forwarded-for': `10.1.${index >> 8}.${index & 255}` });
      await showState(page, indexName, state);
      const checked = await checkCounts(page, dataSet.db, state);
      countCount += checked.countCount;
      if (checked.total > 0) foundCount += 1;
    }
    await openInstantSearch(page, opened);
    const clickedCount = await clickWidgets(page, dataSet.db);
    return (
      `${COMBINATIONS} combinations, ${foundCount} with results: ${countCount} counts equal those of SQL; ` +
      `after each of ${CLICKS} clicks, too: ${clickedCount} counts`
    );
  } finally {
    await browser.close();
    await site.stop();
    await dataSet.close();
  }
}
