import * as z from 'zod/mini';
import { after, nextCursor, defineCall, byId } from './call';
import {
  IMPORT_LIMITS,
  IMPORT_OUTCOMES,
  importDetails,
  importEntry,
  importMapping,
  importOverview,
  REPORT_FORMATS,
  SKIP_KINDS,
  skippedGroup,
} from './import';
import { webURL } from './submission-fields';
import { text, t } from '@/lib/texts/texts';

const detailed = z.object({ import: importDetails });
/** The `mappingVersion` of the preview that the moderator has seen. */
const seen = z.int().check(z.nonnegative());

export const uploadImportCall = defineCall({
  method: 'post',
  path: '/moderation/import',
  summary: text(
    'calls.uploadImport',
    'Uploads a list to be imported: Markdown, HTML, CSV, JSON, JSON Lines, YAML, TOML, OPML or bookmarks, up to 5 MB and 20,000 entries. It is compared with the directory first; nothing is listed yet. `conflict` while too many lists wait.',
  ),
  access: 'moderator',
  body: z.object({ file: z.file({ error: () => t('field.chooseFile', 'Choose a file.') }) }),
  bodyTypes: ['multipart/form-data'],
  bodyBytesMax: IMPORT_LIMITS.bytesMax + 64 * 1024,
  answer: detailed,
  status: 202,
  errors: ['conflict'],
});

export const fetchImportCall = defineCall({
  method: 'post',
  path: '/moderation/import/url',
  summary: text(
    'calls.fetchImport',
    'As the upload, for a list on the web, or the README of a repository at GitHub.',
  ),
  access: 'moderator',
  body: z.object({ url: webURL }),
  answer: detailed,
  status: 202,
  errors: ['bad_request', 'conflict'],
});

export const listImportsCall = defineCall({
  method: 'get',
  path: '/moderation/imports',
  summary: text('calls.listImports', 'Imports in the browser, newest first.'),
  access: 'moderator',
  query: z.object({ after }),
  answer: z.object({
    imports: z.array(importOverview),
    nextCursor,
  }),
  errors: [],
});

export const findImportCall = defineCall({
  method: 'get',
  path: '/moderation/imports/:id',
  summary: text('calls.findImport', 'One import: how far it is, and what its source contains.'),
  access: 'moderator',
  params: byId,
  answer: detailed,
  errors: ['not_found'],
});

export const listImportEntriesCall = defineCall({
  method: 'get',
  path: '/moderation/imports/:id/entries',
  summary: text(
    'calls.listImportEntries',
    'The entries of an import with one outcome, in the order of the source; skipped ones also of one kind.',
  ),
  access: 'moderator',
  params: byId,
  query: z.object({ outcome: z.enum(IMPORT_OUTCOMES), why: z.optional(z.enum(SKIP_KINDS)), after }),
  answer: z.object({
    entries: z.array(importEntry),
    nextCursor,
  }),
  errors: ['not_found'],
});

export const listSkippedCall = defineCall({
  method: 'get',
  path: '/moderation/imports/:id/skipped',
  summary: text(
    'calls.listSkipped',
    'The skipped lines of an import by their kind: how many, and the first of each.',
  ),
  access: 'moderator',
  params: byId,
  answer: z.object({ groups: z.array(skippedGroup) }),
  errors: ['not_found'],
});

export const importReportCall = defineCall({
  method: 'get',
  path: '/moderation/imports/:id/report',
  summary: text(
    'calls.importReport',
    'Every decision of an import, as text in parts: together, they are the file that `--report` writes at the terminal. `conflict` while the import is being worked on.',
  ),
  access: 'moderator',
  params: byId,
  query: z.object({ format: z.enum(REPORT_FORMATS), after }),
  answer: z.object({ text: z.string(), nextCursor }),
  errors: ['not_found', 'conflict'],
});

export const mapImportCall = defineCall({
  method: 'put',
  path: '/moderation/imports/:id/mapping',
  summary: text(
    'calls.mapImport',
    'Says what the columns and headings of a source are, and reads it again. `conflict` once it is being imported, and when somebody else has changed them since `seen`, the `mappingVersion` of the import.',
  ),
  access: 'moderator',
  params: byId,
  body: z.extend(importMapping, { seen }),
  bodyBytesMax: 256 * 1024,
  answer: detailed,
  errors: ['not_found', 'conflict'],
});

export const startImportCall = defineCall({
  method: 'post',
  path: '/moderation/imports/:id/start',
  summary: text(
    'calls.startImport',
    'Begins to list what the preview shows. `conflict` when there is no preview yet, it has begun already, or the preview has another `mappingVersion` than `seen`.',
  ),
  access: 'moderator',
  params: byId,
  body: z.object({ seen }),
  answer: detailed,
  errors: ['not_found', 'conflict'],
});

export const cancelImportCall = defineCall({
  method: 'post',
  path: '/moderation/imports/:id/cancel',
  summary: text(
    'calls.cancelImport',
    'Stops an import; what it has listed stays, and can be undone. Deletes one that has not begun.',
  ),
  access: 'moderator',
  params: byId,
  answer: z.object({}),
  errors: ['not_found', 'conflict'],
});

export const undoImportCall = defineCall({
  method: 'post',
  path: '/moderation/imports/:id/undo',
  summary: text(
    'calls.undoImport',
    'Begins to undo an import of the last 30 days. What it added is removed, unless something has been done with it since; what it updated is as before where it has not changed since.',
  ),
  access: 'moderator',
  params: byId,
  answer: detailed,
  errors: ['not_found', 'conflict'],
});
