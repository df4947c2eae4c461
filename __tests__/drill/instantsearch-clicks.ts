import type { Page } from 'playwright';
import type { Db } from '@/server/db/client';
import { createRandom } from '../bench/search-records';
import { readCounts, type UIState, actOnWidget } from '../setup/instantsearch-page';
import { checkCounts, LISTS, MENUS, QUERIES, requireEqual } from './instantsearch-counts';

export const CLICKS = 200;

type Clicked = Required<Omit<UIState, 'page'>> & { page: number };
const nothing: Clicked = {
  ...{ query: '', refinementList: {}, menu: {}, numericMenu: {}, toggle: {} },
  ...{ hitsPerPage: 20, page: 1 },
};
const RANGES = { Cheap: ':20', Middle: '20.5:150', Dear: '150:' };

/**
 * Uses widgets as visitors do, at random: clicks, chooses and types. What must be counted follows from the clicks alone,
 * not from what the library makes of them.
 */
export async function clickWidgets(page: Page, db: Db) {
  const random = createRandom(12);
  const any = <Value>(values: readonly Value[]): Value | undefined =>
    values[Math.floor(random() * values.length)];
  const used = new Map<string, number>();
  let state = nothing;
  let countCount = 0;
  const labelsOf = async (key: string) => Object.keys(await readCounts(page, key));
  const toggleValue = (key: string, label: string) => {
    const chosen = state.refinementList[key] ?? [];
    const changed = chosen.includes(label) ? chosen.filter((each) => each !== label) : [...chosen, label];
    state = { ...state, refinementList: { ...state.refinementList, [key]: changed }, page: 1 };
  };
  const itemOf = (key: string, label: string) =>
    page.locator(`#${key} li`).filter({ has: page.getByText(label, { exact: true }) });

  /** Each tells whether there was something to click. */
  const actions: Record<string, () => Promise<boolean>> = {
    async 'refinement list'() {
      const key = any(LISTS) ?? '';
      const label = any(await labelsOf(key));
      if (label === undefined) return false;
      await actOnWidget(page, () => itemOf(key, label).locator('input').click());
      toggleValue(key, label);
      return true;
    },
    async menu() {
      const key = any(MENUS) ?? '';
      const label = any(await labelsOf(key));
      if (label === undefined) return false;
      await actOnWidget(page, () => itemOf(key, label).locator('a').click());
      const { [key]: chosen, ...others } = state.menu;
      state = { ...state, menu: chosen === label ? others : { ...others, [key]: label }, page: 1 };
      return true;
    },
    async 'numeric menu'() {
      const [label, cost] = any(Object.entries(RANGES)) ?? [];
      if (label === undefined || cost === undefined || state.numericMenu.cost === cost) return false;
      await actOnWidget(page, () => itemOf('cost', label).locator('input').click());
      state = { ...state, numericMenu: { cost }, page: 1 };
      return true;
    },
    async toggle() {
      await actOnWidget(page, () => page.locator('#variable input').click());
      state = { ...state, toggle: state.toggle.variable ? {} : { variable: true }, page: 1 };
      return true;
    },
    async 'facet search'() {
      const counts = await readCounts(page, 'platform');
      const label = any(Object.keys(counts));
      if (label === undefined) return false;
      await page.locator('#platform input[type=search]').fill(label.slice(0, 3).toLowerCase());
      await page.locator('#platform li mark').first().waitFor();
      const found = Object.entries(counts).filter(([each]) => each.startsWith(label.slice(0, 3)));
      requireEqual(await readCounts(page, 'platform'), Object.fromEntries(found), `values like ${label}`);
      await actOnWidget(page, () => itemOf('platform', label).locator('input').click());
      toggleValue('platform', label);
      return true;
    },
    async 'clear refinements'() {
      if (await page.locator('#clear button').isDisabled()) return false;
      await actOnWidget(page, () => page.locator('#clear button').click());
      state = { ...nothing, query: state.query, hitsPerPage: state.hitsPerPage };
      return true;
    },
    async 'hits per page'() {
      const hitsPerPage = state.hitsPerPage === 20 ? 7 : 20;
      await actOnWidget(page, () => page.locator('#size select').selectOption(String(hitsPerPage)));
      state = { ...state, hitsPerPage, page: 1 };
      return true;
    },
    async pagination() {
      const number = any([1, 2, 3].filter((each) => each !== state.page)) ?? 1;
      const link = page.locator('#pages').getByRole('link', { name: `Page ${number}`, exact: true });
      if ((await link.count()) === 0) return false;
      await actOnWidget(page, () => link.click());
      state = { ...state, page: number };
      return true;
    },
    async 'search box'() {
      const query = any(QUERIES.filter((each) => each !== state.query)) ?? '';
      await actOnWidget(page, () => page.locator('#box input[type=search]').fill(query));
      state = { ...state, query, page: 1 };
      return true;
    },
  };

  for (let clicks = 0; clicks < CLICKS;) {
    const [name, act] = any(Object.entries(actions)) ?? [];
    if (name === undefined || act === undefined || !(await act())) continue;
    clicks += 1;
    used.set(name, (used.get(name) ?? 0) + 1);
    await page.setExtraHTTPHeaders({ 'x-forwarded-for': `10.2.${clicks >> 8}.${clicks & 255}` });
    countCount += (await checkCounts(page, db, state)).countCount;
  }
  const unused = Object.keys(actions).filter((name) => (used.get(name) ?? 0) < 5);
  requireEqual(unused, [], 'Widgets that were used fewer than five times');
  return countCount;
}
