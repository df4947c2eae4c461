import { isDeepStrictEqual } from 'node:util';
import { type SQL, sql } from 'drizzle-orm';
import type { Page } from 'playwright';
import { OwnerError } from '@/server/base/errors';
import type { Db } from '@/server/db/client';
import { requireMeasured } from '../setup/measured';
import { facetFields } from '../setup/facet-fields';
import { readCounts, readTotal, type UIState } from '../setup/instantsearch-page';

export const LISTS = ['platform', 'language'];
export const MENUS = ['price', 'license'];

export const QUERIES = ['', '', '', 'developers', 'productivity', 'workflow', 'javascript', 'beautiful'];

const value = sql`FROM product_values AS v WHERE v.product_id = products.id AND v.field`;
const has = (field: string, label: string): SQL =>
  sql`EXISTS (SELECT ${value} = ${field} AND v.value ? ${tokenOf(field, label)}::text)`;
export const costs: Record<string, SQL> = {
  ':20': sql`<= 20`,
  '20.5:150': sql`BETWEEN 20.5 AND 150`,
  '150:': sql`>= 150`,
};
export const choicesOf = (key: string) => {
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
  return requireMeasured(rows[0]?.total);
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
export function requireEqual(shown: unknown, expected: unknown, what: string): void {
  if (isDeepStrictEqual(shown, expected)) return;
  throw new OwnerError(
    `${what}: the page shows ${JSON.stringify(shown)}, SQL counts ${JSON.stringify(expected)}`,
  );
}

/** Compares all that the page counts with SQL. @returns how many counts there are, and whether there are results. */
export async function checkCounts(page: Page, db: Db, state: UIState) {
  const conditions = conditionsOf(state);
  const total = await countTotal(db, conditions);
  const size = state.hitsPerPage ?? 20;
  const before = ((state.page ?? 1) - 1) * size;
  const shown = Math.max(0, Math.min(size, total - before));
  const told = JSON.stringify(state);
  requireEqual(await readTotal(page), total, told);
  requireEqual(await page.locator('#hits li').count(), shown, told);
  let countCount = 0;
  // Without results, InstantSearch draws no menu.
  for (const key of total > 0 ? [...LISTS, ...MENUS] : LISTS) {
    // A facet that narrows by each of its values counts what is left; the others count as if they had no filter.
    const others = new Map([...conditions].filter(([each]) => each !== key || key === 'language'));
    const expected = await countValues(db, key, others);
    requireEqual(await readCounts(page, key), expected, `${key} of ${told}`);
    countCount += Object.keys(expected).length + 1;
  }
  return { countCount, total };
}
