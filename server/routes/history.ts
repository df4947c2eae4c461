import { Hono } from 'hono';
import { readReference } from './shown-products';
import {
  HISTORY_LIMITS,
  type HistoryEntry,
  listVersionsCall,
  revertProductCall,
  type VersionChange,
} from '@/lib/contract/history';
import { revertProduct } from '@/server/commands/edits/versions';
import type { AppEnv } from '@/server/context';
import { memberEndpoint } from '@/server/http/member-endpoint';
import { readPage } from '@/server/http/page';
import { versionOrder, listVersions, type VersionRow } from '@/server/queries/edits/product-versions';
import { type Field, readFacts } from '@/server/fields/field';
import { formatRow } from '@/lib/texts/lists';

export const historyRoutes = new Hono<AppEnv>();

memberEndpoint(
  historyRoutes,
  listVersionsCall,
  async (c, { viewer, params: { id: productId }, query: { after } }) => {
    const { db, env } = c.var.deps;
    const product = await readReference(c, viewer, productId);
    const page = { after, limit: HISTORY_LIMITS.pageSize };
    const { rows, nextCursor } = await readPage(c, versionOrder, page, (from) =>
      listVersions(db, { ...from, productId }),
    );
    const last = rows.at(-1);
    const older = await listVersions(db, {
      ...{ productId, after: last && versionOrder.positionOf(last), limit: 1 },
    });
    const compared = [...rows, ...older];
    return {
      product,
      versions: rows.map((row, index) =>
        presentVersion(row, compared[index + 1], {
          fields: env.fields,
          isPresent: after === undefined && index === 0,
        }),
      ),
      nextCursor,
    };
  },
);

memberEndpoint(historyRoutes, revertProductCall, async (c, { viewer, params: { id } }) => {
  const productId = await revertProduct(c.var.deps, viewer, id);
  return { product: await readReference(c, viewer, productId) };
});

export function presentVersion(
  row: VersionRow,
  before: VersionRow | undefined,
  { fields, isPresent }: { fields: readonly Field[]; isPresent: boolean },
): HistoryEntry {
  return {
    id: row.id,
    kind: row.kind,
    memberHandle: row.memberHandle,
    ...(row.memberRole !== null && { memberRole: row.memberRole }),
    createdAt: row.createdAt.toISOString(),
    changes: before ? changesBetween(partsOf(before, fields), partsOf(row, fields)) : [],
    isPresent,
  };
}

function partsOf(row: VersionRow, fields: readonly Field[]): Map<string, string> {
  const { name, tagline, url, tags, description } = row;
  const facts = readFacts(fields, row.fieldValues).map(
    ({ field, parts }) => [field.label, formatRow(parts.map(({ text }) => text))] as const,
  );
  return new Map([...Object.entries({ name, tagline, url, tags: formatRow(tags), description }), ...facts]);
}

function changesBetween(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): VersionChange[] {
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((part) => ({ part, before: before.get(part) ?? '', after: after.get(part) ?? '' }))
    .filter((change) => change.before !== change.after);
}
