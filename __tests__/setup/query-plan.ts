import { drizzle } from 'drizzle-orm/node-postgres';
import type { Pool } from 'pg';
import * as z from 'zod/mini';
import type { Db } from '@/server/db/client';

const node = z.object({
  'Node Type': z.string(),
  'Parent Relationship': z.optional(z.string()),
  'Relation Name': z.optional(z.string()),
  'Index Name': z.optional(z.string()),
  get Plans() {
    return z.optional(z.array(node));
  },
});
type Node = z.infer<typeof node>;
const explained = z.tuple([z.object({ 'QUERY PLAN': z.tuple([z.object({ Plan: node })]) })]);

/** Tables whose size does not grow with the number of products and users that a list has to pass. */
const smallTables = ['tags', 'users', 'images', 'product_edits'];

/**
 * How the database runs the statements that a query function sends: one line per step that reads a large table or
 * sorts, such as "Index Scan products_hot", "Seq Scan products" or "Sort". Leaves out what runs once for each row of
 * the result, unless it reads a large table as a whole.
 *
 * @param hasUsers the list is about users, so how they are read matters, too.
 */
export async function explain(
  pool: Pool,
  query: (db: Db) => Promise<unknown>,
  { hasUsers = false } = {},
): Promise<string[]> {
  const sent: { text: string; params: unknown[] }[] = [];
  const logger = { logQuery: (text: string, params: unknown[]) => void sent.push({ text, params }) };
  await query(drizzle({ client: pool, logger }));
  const steps: string[] = [];
  for (const { text, params } of sent) {
    const { rows } = await pool.query(`EXPLAIN (FORMAT JSON) ${text}`, params);
    steps.push(...describeSteps(explained.parse(rows)[0]['QUERY PLAN'][0].Plan, hasUsers));
  }
  return steps;
}

function describeSteps(plan: Node, hasUsers: boolean): string[] {
  const type = plan['Node Type'];
  const index = plan['Index Name'];
  const table = plan['Relation Name'];
  const steps = (plan.Plans ?? []).flatMap((part) => describeSteps(part, hasUsers));
  const isSmall = (name: string) => smallTables.includes(name) && !(hasUsers && name === 'users');
  if (index !== undefined && !(/^(users|images)_/.test(index) && isSmall(table ?? 'users')))
    steps.unshift(`${type} ${index}`);
  else if (type === 'Seq Scan' && !isSmall(table ?? '')) steps.unshift(`Seq Scan ${table}`);
  else if (type.endsWith('Sort')) steps.unshift(type);
  const isPerRow = plan['Parent Relationship'] === 'SubPlan';
  return isPerRow ? steps.filter((step) => step.startsWith('Seq Scan')) : steps;
}
