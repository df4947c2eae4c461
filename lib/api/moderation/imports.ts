// Apart from the other calls, so that no other page loads its schema.
import type { ImportMapping, ImportOutcomeName } from '@/lib/contract/import';
import {
  cancelImportCall,
  fetchImportCall,
  findImportCall,
  listImportEntriesCall,
  listImportsCall,
  mapImportCall,
  startImportCall,
  undoImportCall,
  uploadImportCall,
} from '@/lib/contract/import-calls';
import { call } from '@/lib/api/http';

/** Resolves to the import, which has no preview yet. @throws ApiFailure `too_large`; `conflict` while too many lists wait. */
export const uploadImport = async (file: File) => (await call(uploadImportCall, { body: { file } })).import;

/** As `uploadImport`, for a list on the web. @throws ApiFailure `bad_request` with `fields.url`. */
export const fetchImport = async (url: string) => (await call(fetchImportCall, { body: { url } })).import;

/** Imports in the browser, newest first. */
export const listImports = (query: { after?: string } = {}) => call(listImportsCall, { query });

export const findImport = async (id: string) => (await call(findImportCall, { params: { id } })).import;

/** The entries of an import with one outcome, in the order of the source. */
export const listImportEntries = (id: string, query: { outcome: ImportOutcomeName; after?: string }) =>
  call(listImportEntriesCall, { params: { id }, query });

/** Has the source read again. @throws ApiFailure `conflict` once it is being imported. */
export const mapImport = async (id: string, body: ImportMapping & { seen: number }) =>
  (await call(mapImportCall, { params: { id }, body })).import;

/** @throws ApiFailure `conflict` when there is no preview yet, or the import has begun already. */
export const startImport = async (id: string, body: { seen: number }) =>
  (await call(startImportCall, { params: { id }, body })).import;

/** Stops an import, or deletes one that has not begun. @throws ApiFailure `conflict` when it has ended. */
export const cancelImport = (id: string) => call(cancelImportCall, { params: { id } });

/** @throws ApiFailure `conflict` when the import cannot be undone. */
export const undoImport = async (id: string) => (await call(undoImportCall, { params: { id } })).import;
