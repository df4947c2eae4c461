import { useRouter } from 'next/router';
import { useViewerData } from './use-viewer-data';
import { call } from '@/lib/api/http';
import { saveFile } from '@/lib/browser/save-file';
import type {
  ImportDetails,
  ImportMapping,
  ImportOutcomeName,
  ImportState,
  ReportFormat,
  SkipKind,
} from '@/lib/contract/import';
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
import { useAnnouncedAttempt, useAttempt } from './use-attempt';
import { useModeratorList } from './use-moderator-list';
import { t } from '@/lib/texts/texts';

const WORKING: readonly ImportState[] = ['reading', 'comparing', 'importing', 'undoing'];
const PROGRESS_MS = 1_000;

export const isWorking = (state: ImportState) => WORKING.includes(state);

/** The import that the URL of the page names, and how to open one. */
export function useOpenImport() {
  const router = useRouter();
  const { id } = router.query;
  return {
    openId: typeof id === 'string' && /^\d{1,18}$/.test(id) ? id : undefined,
    /** Without an id, the list of all imports. */
    open: (next?: string) =>
      void router.push(next ? `/moderation/import?id=${next}` : '/moderation/import', undefined, {
        shallow: true,
        scroll: false,
      }),
  };
}

export function useImports() {
  const { pages, ...list } = useModeratorList('imports', (after) =>
    call(listImportsCall, { query: { after } }),
  );
  return {
    imports: pages?.flatMap(({ imports }) => imports),
    list,
  };
}

export function useNewImport(onCreated: (id: string) => void) {
  const { isUnderWay, failure, attempt } = useAttempt();
  const send = (create: () => Promise<{ import: ImportDetails }>) =>
    attempt(async () => {
      onCreated((await create()).import.id);
    });
  return {
    isSending: isUnderWay,
    failure,
    upload: (file: File) => send(() => call(uploadImportCall, { body: { file } })),
    fetch: (url: string) => send(() => call(fetchImportCall, { body: { url } })),
  };
}

export function useImport(id: string) {
  const { isUnderWay, announce } = useAnnouncedAttempt();
  const { data, error, mutate, refresh } = useViewerData(
    ['import', id],
    async () => (await call(findImportCall, { params: { id } })).import,
    { refreshInterval: (latest) => (latest && isWorking(latest.state) ? PROGRESS_MS : 0) },
  );
  const seen = data?.mappingVersion ?? 0;
  const change = (send: () => Promise<{ import: ImportDetails }>, outcome: string) =>
    announce(async () => {
      await mutate((await send()).import, { revalidate: false });
      return outcome;
    }).finally(() => void refresh());
  return {
    found: data,
    error,
    refresh,
    isChanging: isUnderWay,
    map: (mapping: ImportMapping) =>
      change(
        () => call(mapImportCall, { params: { id }, body: { ...mapping, seen } }),
        t('importDetails.previewBegun', 'The preview is being made again.'),
      ),
    start: () =>
      change(
        () => call(startImportCall, { params: { id }, body: { seen } }),
        t('importDetails.begun', 'The import has begun. You can leave this page.'),
      ),
    undo: () =>
      change(
        () => call(undoImportCall, { params: { id } }),
        t('importDetails.undoBegun', 'The import is being undone. You can leave this page.'),
      ),
    stop: () =>
      announce(async () => {
        await call(cancelImportCall, { params: { id } });
        return t(
          'importDetails.stopped',
          'The import is stopped. What it has listed stays until you undo it.',
        );
      }).finally(() => void refresh()),
    discard: (onDiscarded: () => void) =>
      announce(async () => {
        await call(cancelImportCall, { params: { id } });
        onDiscarded();
        return t('importDetails.discarded', 'The preview is discarded.');
      }),
  };
}

/** The entries of an import with one outcome, or one reason to skip them. Loaded again once its state changes. */
export function useImportEntries(
  { id, state }: Pick<ImportDetails, 'id' | 'state'>,
  outcome: ImportOutcomeName,
  why?: SkipKind,
) {
  const { pages, ...list } = useModeratorList(`import ${id} ${outcome} ${why ?? ''} ${state}`, (after) =>
    call(listImportEntriesCall, { params: { id }, query: { outcome, why, after } }),
  );
  return {
    entries: pages?.flatMap(({ entries }) => entries),
    list,
  };
}

/** What an import skips, by the reason. Loaded again once its state changes. */
export function useSkippedGroups({ id, state }: Pick<ImportDetails, 'id' | 'state'>) {
  const { data, error, refresh } = useViewerData(
    ['skipped of import', id, state],
    async () => (await call(listSkippedCall, { params: { id } })).groups,
  );
  return { groups: data, error, refresh };
}

/** Saves the report of an import as a file. */
export function useImportReport({ id, sourceName }: Pick<ImportDetails, 'id' | 'sourceName'>) {
  const { isUnderWay, failure, attempt } = useAttempt();
  return {
    isSaving: isUnderWay,
    failure,
    save: (format: ReportFormat) =>
      attempt(async () => {
        const texts: string[] = [];
        for (let after: string | null | undefined; after !== null;) {
          const part = await call(importReportCall, { params: { id }, query: { format, after } });
          texts.push(part.text);
          after = part.nextCursor;
        }
        const name =
          sourceName
            .replace(/[/?#]+$/, '')
            .split(/[/?#]/)
            .at(-1) ?? '';
        saveFile(`${name}-report.${format}`, new Blob(texts, { type: REPORT_TYPES[format] }));
      }),
  };
}

const REPORT_TYPES: Record<ReportFormat, string> = { md: 'text/markdown', json: 'application/json' };
