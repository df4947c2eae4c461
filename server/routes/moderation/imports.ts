import { Hono } from 'hono';
import {
  cancelImportCall,
  fetchImportCall,
  findImportCall,
  importReportCall,
  listImportEntriesCall,
  listImportsCall,
  listSkippedCall,
  mapImportCall,
  startImportCall,
  undoImportCall,
  uploadImportCall,
} from '@/lib/contract/import-calls';
import { IMPORT_LIMITS } from '@/lib/contract/import';
import { cutChars } from '@/lib/contract/plain/text';
import {
  cancelImport,
  createImport,
  mapImport,
  startImport,
  tooLarge,
  undoableUntil,
  undoImport,
} from '@/server/commands/imports/change-imports';
import { fetchList } from '@/server/commands/imports/fetch-list';
import type { AppContext, AppEnv } from '@/server/context';
import { ApiError } from '@/server/base/errors';
import { memberEndpoint } from '@/server/http/member-endpoint';
import { readPage } from '@/server/http/page';
import { listOrder, type ListPosition, newestFirst } from '@/server/queries/list-order';
import { reportText } from '@/server/import/import-report';
import {
  isReported,
  presentDecision,
  presentImport,
  presentImportDetails,
  presentImportEntry,
  presentReportHead,
  presentSkipped,
} from '@/server/presenters/import';
import { type EntryRow, listDecisions, listEntries } from '@/server/queries/imports/import-entries';
import { findImport, listImports, type ImportRow } from '@/server/queries/imports/imports';
import { isPaused } from '@/server/commands/imports/run-imports';
import { t, text } from '@/lib/texts/texts';

export const importRoutes = new Hono<AppEnv>();

const importOrder = newestFirst('imports');
/** By the position of the entry. The id is that of the import. */
const importEntryOrder = listOrder<EntryRow>('importEntries', {
  ...{ type: 'integer', direction: 'ascending' },
  positionOf: ({ position: value, importId: id }) => ({ value, id }),
});

const importDecisionOrder = listOrder<EntryRow>('importDecisions', {
  ...{ type: 'integer', direction: 'ascending' },
  positionOf: ({ position: value, importId: id }) => ({ value, id }),
});
/** The position to go on after. */
const positionIn = (importId: string, last: ListPosition | undefined): number =>
  last?.id === importId ? Number(last.value) : -1;

memberEndpoint(importRoutes, uploadImportCall, async (c, { viewer, body: { file } }) => {
  if (file.size > IMPORT_LIMITS.bytesMax) throw tooLarge();
  const content = Buffer.from(await file.arrayBuffer());
  const id = await createImport(c.var.deps, viewer, { name: nameOf(file), content });
  return { import: await readDetails(c, id) };
});

memberEndpoint(importRoutes, fetchImportCall, async (c, { viewer, body: { url } }) => {
  const id = await createImport(c.var.deps, viewer, await fetchList(c.var.deps, url));
  return { import: await readDetails(c, id) };
});

memberEndpoint(importRoutes, listImportsCall, async (c, { query: { after } }) => {
  const { db, now } = c.var.deps;
  const page = { after, limit: IMPORT_LIMITS.pageSize };
  const { rows, nextCursor } = await readPage(c, importOrder, page, (from) =>
    listImports(db, { ...from, now: now() }),
  );
  return { imports: rows.map((row) => presentImport(row, momentOf(row, now()))), nextCursor };
});

memberEndpoint(importRoutes, findImportCall, async (c, { params: { id } }) => ({
  import: await readDetails(c, id),
}));

memberEndpoint(
  importRoutes,
  listImportEntriesCall,
  async (c, { params: { id }, query: { outcome, why, after } }) => {
    const { db, now } = c.var.deps;
    if (!(await findImport(db, id, now()))) throw gone();
    const page = { after, limit: IMPORT_LIMITS.entriesPageSize };
    const { rows, nextCursor } = await readPage(c, importEntryOrder, page, ({ after: last, limit }) =>
      listEntries(db, id, { outcome, why, after: positionIn(id, last), limit }),
    );
    return { entries: rows.flatMap((row) => presentImportEntry(row) ?? []), nextCursor };
  },
);

memberEndpoint(importRoutes, listSkippedCall, async (c, { params: { id } }) => {
  const { db, now } = c.var.deps;
  const row = await findImport(db, id, now());
  if (!row) throw gone();
  const groups = [];
  for (const { kind, count } of presentSkipped(row)) {
    const first = { outcome: 'skipped' as const, why: kind, after: -1, limit: IMPORT_LIMITS.skippedShown };
    const entries = row.hasEntries ? await listEntries(db, id, first) : [];
    groups.push({ kind, count, entries: entries.flatMap((entry) => presentImportEntry(entry) ?? []) });
  }
  return { groups };
});

memberEndpoint(importRoutes, importReportCall, async (c, { params: { id }, query: { format, after } }) => {
  const { db, now } = c.var.deps;
  const found = await findImport(db, id, now());
  if (!found) throw gone();
  if (!isReported(found)) {
    throw new ApiError(
      'conflict',
      text('import.noReport', 'There is no report of this import now. Wait until it is at rest.'),
    );
  }
  const page = { after, limit: IMPORT_LIMITS.reportPageSize };
  const { rows, nextCursor } = await readPage(c, importDecisionOrder, page, ({ after: last, limit }) =>
    listDecisions(db, id, { after: positionIn(id, last), limit }),
  );
  const part = { isFirst: after === undefined, isLast: nextCursor === null };
  const decisions = rows.flatMap((row) => presentDecision(found.state, row));
  return { text: reportText(format, presentReportHead(found), decisions, part), nextCursor };
});

memberEndpoint(importRoutes, mapImportCall, async (c, { params: { id }, body }) => {
  await mapImport(c.var.deps, id, body);
  return { import: await readDetails(c, id) };
});

memberEndpoint(importRoutes, startImportCall, async (c, { viewer, params: { id }, body }) => {
  await startImport(c.var.deps, viewer, id, body);
  return { import: await readDetails(c, id) };
});

memberEndpoint(importRoutes, cancelImportCall, (c, { params: { id } }) => cancelImport(c.var.deps, id));

memberEndpoint(importRoutes, undoImportCall, async (c, { viewer, params: { id } }) => {
  await undoImport(c.var.deps, viewer, id);
  return { import: await readDetails(c, id) };
});

/** The name without what no line can show. */
function nameOf(file: File): string {
  const name = file.name.replace(/[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]+/gu, ' ');
  return cutChars(
    name.trim() || t('import.unnamedFile', 'A file' /* one without a name */),
    IMPORT_LIMITS.nameCharsMax,
  );
}

async function readDetails(c: AppContext, id: string) {
  const { db, env, now } = c.var.deps;
  const row = await findImport(db, id, now());
  if (!row) throw gone();
  return presentImportDetails(row, momentOf(row, now()), env.fields);
}

const momentOf = (row: ImportRow, now: Date) => ({
  undoableUntil: undoableUntil(row, now),
  isPaused: isPaused(row),
});

const gone = () => new ApiError('not_found', text('import.gone', 'This import no longer exists.'));
