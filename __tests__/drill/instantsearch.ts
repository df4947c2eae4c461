import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type SQL, sql } from 'drizzle-orm';
import { chromium } from 'playwright';
import { OwnerError } from '@/server/errors';
import type { Db } from '@/server/db/client';
import { openDataSet, SEARCH_RECORDS } from '../bench/data-sets';
import { freePort, serveBuilt } from '../bench/processes';
import { createRandom } from '../bench/search-records';
import { findOrInstallChromium } from '../setup/chromium';
import { facetFields, facetSiteFile } from '../setup/facet-fields';
import {
  openInstantSearch,
  readCounts,
  readTotal,
  showState,
  type UIState,
} from '../setup/instantsearch-page';
import { siteEnv } from './built-site';

const PRODUCTS = 2_000;
const COMBINATIONS = 200;
const indexName = 'tool-fyi';

const WIDGETS = `[
  w.refinementList({ container: place('platform'), attribute: 'platform', limit: 50 }),
  w.refinementList({ container: place('language'), attribute: 'language', operator: 'and', limit: 50 }),
  w.menu({ container: place('price'), attribute: 'price', limit: 50 }),
  w.menu({ container: place('license'), attribute: 'license', limit: 50 }),
  w.numericMenu({ container: place('cost'), attribute: 'cost', items: [
    { label: 'All' }, { label: 'Cheap', end: 20 }, { label: 'Middle', start: 20.5, end: 150 }, { label: 'Dear', start: 150 },
  ] }),
  w.toggleRefinement({ container: place('variable'), attribute: 'variable' }),
  w.searchBox({ container: place('box') }),
  w.configure({ typoTolerance: false }),
  w.hitsPerPage({ container: place('size'), items: [{ label: '20', value: 20, default: true }, { label: '7', value: 7 }] }),
  w.pagination({ container: place('pages') }),
  w.stats({ container: place('stats') }),
  w.hits({ container: place('hits') }),
]`;

const LISTS = ['platform', 'language'];
const MENUS = ['price', 'license'];

const value = sql`FROM product_values AS v WHERE v.product_id = products.id AND v.field`;
const has = (field: string, label: string): SQL =>
  sql`EXISTS (SELECT ${value} = ${field} AND v.value ? ${tokenOf(field, label)}::text)`;
const costs: Record<string, SQL> = {
  ':20': sql`<= 20`,
  '20.5:150': sql`BETWEEN 20.5 AND 150`,
  '150:': sql`>= 150`,
};
const QUERIES = ['', '', '', 'developers', 'productivity', 'workflow', 'javascript', 'beautiful'];

const choicesOf = (key: string) => {
  const control = facetFields.find((field) => field.key === key)?.control;
  return control?.kind === 'some-of' || control?.kind === 'one-of' ? control.choices : [];
};
const tokenOf = (key: string, label: string) =>
  choicesOf(key).find((choice) => choice.label === label)?.value ?? label;
const labelOf = (key: string, token: string) =>
  choicesOf(key).find((choice) => choice.value === token)?.label ?? token;

/** Each filter of a state as a condition, by the attribute that it filters. */
function conditionsOf({
  query = '',
  refinementList = {},
  menu = {},
  numericMenu = {},
  toggle = {},
}: UIState) {
  const { platform = [], language = [] } = refinementList;
  return new Map<string, SQL>([
    ...(query
      ? [
          [
            'query',
            sql`(name || ' ' || tagline || ' ' || description || ' ' || ARRAY(SELECT tags.name FROM product_tags JOIN tags ON tags.id = tag_id WHERE product_id = products.id)::text) ~* ${`\\m${query}`}`,
          ] as const,
        ]
      : []),
    ...(platform.length > 0
      ? [
          [
            'platform',
            sql`(${sql.join(
              platform.map((label) => has('platform', label)),
              sql` OR `,
            )})`,
          ] as const,
        ]
      : []),
    ...(language.length > 0
      ? [
          [
            'language',
            sql.join(
              language.map((label) => has('language', label)),
              sql` AND `,
            ),
          ] as const,
        ]
      : []),
    ...Object.entries(menu).map(([key, label]) => [key, has(key, label)] as const),
    ...Object.values(numericMenu).map(
      (range) =>
        ['cost', sql`(SELECT (v.value #>> '{}')::float8 ${value} = 'cost') ${costs[range]}`] as const,
    ),
    ...(toggle.variable
      ? [['variable', sql`EXISTS (SELECT ${value} = 'variable' AND v.value = 'true')`] as const]
      : []),
  ]);
}

async function countTotal(db: Db, conditions: Map<string, SQL>): Promise<number> {
  const { rows } = await db.execute<{ total: number }>(
    sql`SELECT count(*)::int AS total FROM products WHERE ${sql.join([sql`true`, ...conditions.values()], sql` AND `)}`,
  );
  return rows[0]?.total ?? NaN;
}

async function countValues(
  db: Db,
  key: string,
  conditions: Map<string, SQL>,
): Promise<Record<string, number>> {
  const { rows } = await db.execute<{ token: string; total: number }>(sql`
    SELECT token, count(*)::int AS total
    FROM products JOIN product_values AS own ON own.product_id = products.id AND own.field = ${key},
      jsonb_array_elements_text(CASE jsonb_typeof(own.value) WHEN 'array' THEN own.value ELSE jsonb_build_array(own.value) END) AS token
    WHERE ${sql.join([sql`true`, ...conditions.values()], sql` AND `)} GROUP BY token`);
  return Object.fromEntries(rows.map(({ token, total }) => [labelOf(key, token), total]));
}

/** @throws OwnerError that says what differs. */
function requireEqual(shown: unknown, expected: unknown, what: string): void {
  if (isDeepStrictEqual(shown, expected)) return;
  throw new OwnerError(
    `${what}: the page shows ${JSON.stringify(shown)}, SQL counts ${JSON.stringify(expected)}`,
  );
}

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
 * Has InstantSearch, as it is published, filter the running site in Chromium by random combinations of its widgets, and
 * compares all that it counts with plain SQL.
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
    await openInstantSearch(page, { url: site.url, indexName, widgets: WIDGETS });
    for (const [index, state] of makeStates().entries()) {
      // Each from another address, so that no limit is reached.
      await page.setExtraHTTPHeaders({ 'x-forwarded-for': `10.1.${index >> 8}.${index & 255}` });
      await showState(page, indexName, state);
      const conditions = conditionsOf(state);
      const total = await countTotal(dataSet.db, conditions);
      const size = state.hitsPerPage ?? 20;
      const before = ((state.page ?? 1) - 1) * size;
      const shown = Math.max(0, Math.min(size, total - before));
      const told = JSON.stringify(state);
      requireEqual(await readTotal(page), total, told);
      requireEqual(await page.locator('#hits li').count(), shown, told);
      // Without results, InstantSearch draws no menu.
      for (const key of total > 0 ? [...LISTS, ...MENUS] : LISTS) {
        // A facet that narrows by each of its values counts what is left; the others count as if they had no filter.
        const others = new Map([...conditions].filter(([each]) => each !== key || key === 'language'));
        const expected = await countValues(dataSet.db, key, others);
        requireEqual(await readCounts(page, key), expected, `${key} of ${told}`);
        countCount += Object.keys(expected).length + 1;
      }
      if (total > 0) foundCount += 1;
    }
  } finally {
    await browser.close();
    await site.stop();
    await dataSet.close();
  }
  return `${COMBINATIONS} combinations, ${foundCount} with results: ${countCount} counts equal those of SQL`;
}
