import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import * as z from 'zod/mini';

/** What the page asks the site, as InstantSearch describes it. */
export type UIState = {
  query?: string;
  refinementList?: Record<string, string[]>;
  menu?: Record<string, string>;
  numericMenu?: Record<string, string>;
  toggle?: Record<string, boolean>;
  hitsPerPage?: number;
  page?: number;
};

const LIBRARIES = [
  'node_modules/algoliasearch/dist/lite/builds/browser.umd.js',
  'node_modules/instantsearch.js/dist/instantsearch.production.min.js',
];

/**
 * Opens a page of the site's origin that has nothing but InstantSearch and Algolia's client, both as they are published.
 *
 * @param widgets an array of widgets as a script, in which `w` has the library's widgets.
 */
export async function openInstantSearch(
  page: Page,
  { url, indexName, widgets }: { url: string; indexName: string; widgets: string },
): Promise<void> {
  const path = `${url}/instantsearch-proof`;
  const libraries = await Promise.all(LIBRARIES.map((file) => readFile(file, 'utf8')));
  const script = `
    const w = instantsearch.widgets;
    const place = (name) => {
      const element = document.body.appendChild(document.createElement('section'));
      element.id = name;
      return element;
    };
    const search = instantsearch({
      indexName: ${JSON.stringify(indexName)},
      searchClient: globalThis['algoliasearch/lite'].liteClient('any', 'any', {
        hosts: [{ url: location.host, protocol: 'http', accept: 'readWrite' }],
      }),
    });
    search.addWidgets(${widgets});
    // Says of which state the page shows the results. The widgets before it have been drawn.
    let arrived;
    let arrivedCount = 0;
    search.addWidgets([{ $$type: 'proof.shown', render() {
      if (arrived) Object.assign(document.body.dataset, { shown: arrived, drawn: arrivedCount });
    } }]);
    search.start();
    search.mainHelper.derivedHelpers[0].on('result', ({ state }) => {
      arrived = state.userToken ?? 'start';
      arrivedCount += 1;
    });`;
  await page.route(path, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>InstantSearch</title><body>' }),
  );
  await page.goto(path);
  for (const content of [...libraries, script]) await page.addScriptTag({ content });
  await page.locator('body[data-shown]').waitFor();
}

let shownCount = 0;

/** Sets the state of all widgets, and waits until they show it. */
export async function showState(page: Page, indexName: string, state: UIState): Promise<void> {
  shownCount += 1;
  const whole = { [indexName]: { ...state, configure: { userToken: `state-${shownCount}` } } };
  await page.evaluate(`search.setUiState(${JSON.stringify(whole)})`);
  await page.locator(`body[data-shown=state-${shownCount}]`).waitFor();
}

/** Uses a widget, and waits until all show the results of it. */
export async function actOnWidget(page: Page, act: () => Promise<unknown>): Promise<void> {
  const drawn = await page.locator('body').getAttribute('data-drawn');
  await act();
  await page.waitForFunction(
    `Number(document.body.dataset.drawn) > ${Number(drawn)} && search.status === 'idle'`,
  );
}

const counted = z.array(z.tuple([z.string(), z.int()]));

/** The values of a widget with their counts, without those that no result has. */
export async function readCounts(page: Page, name: string): Promise<Record<string, number>> {
  const items = await page
    .locator(`#${name} li`)
    .evaluateAll((elements) =>
      elements.map((element) => [
        element.querySelector('[class*=labelText], [class*=Menu-label]')?.textContent ?? '',
        Number(element.querySelector('[class*=count]')?.textContent.replaceAll(',', '')),
      ]),
    );
  return Object.fromEntries(counted.parse(items).filter(([, count]) => count > 0));
}

/** The number of results that the page states. */
export const readTotal = async (page: Page): Promise<number> =>
  Number((await page.locator('#stats').innerText()).replaceAll(',', '').match(/^\d+/)?.[0] ?? 0);
