import { boolean, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type {
  FoundList,
  ImportCounts,
  ImportFormat,
  ImportMapping,
  ImportUndone,
} from '@/lib/contract/import';
import { IMPORT_OUTCOMES, IMPORT_STATES, PART_KINDS, SKIP_KINDS } from '@/lib/contract/import';
import type { StoredValue } from '@/server/db/schema';
import { bytes, identity, instant, storedText, key } from './columns';

/** Imports that moderators start in the browser. See migration 0105. */
export const imports = pgTable('imports', {
  id: identity(),
  moderatorId: key('moderator_id'),
  sourceName: text('source_name').notNull(),
  format: text('format').$type<ImportFormat>(),
  state: text('state', { enum: IMPORT_STATES }).notNull(),
  failure: storedText('failure'),
  mapping: jsonb('mapping').$type<ImportMapping>(),
  mappingVersion: integer('mapping_version').notNull().default(0),
  found: jsonb('found').$type<FoundList>(),
  entryCount: integer('entry_count').notNull().default(0),
  counts: jsonb('counts').$type<ImportCounts>().notNull(),
  undone: jsonb('undone').$type<ImportUndone>(),
  createdAt: instant('created_at').notNull(),
  startedAt: instant('started_at'),
  endedAt: instant('ended_at'),
  undoneAt: instant('undone_at'),
  hasEntries: boolean('has_entries').notNull().default(true),
  leasedUntil: instant('claimed_until'),
  leaseCount: integer('claim_count').notNull().default(0),
});

/** The file of an import that has not begun. */
export const importSources = pgTable('import_sources', {
  importId: key('import_id').primaryKey(),
  content: bytes('content').notNull(),
});

/** What an updated product said before. */
export type BeforeImport = {
  /** Absent when the import has left the texts as they were. */
  text?: { name: string; tagline: string; description: string };
  /** The slugs of the tags that the import has added. */
  tagSlugs: string[];
  /** The values that the import has changed, by field. Null for those that it has added. */
  values: Record<string, Omit<StoredValue, 'field'> | null>;
};

export const importEntries = pgTable(
  'import_entries',
  {
    importId: key('import_id').notNull(),
    position: integer('position').notNull(),
    line: integer('line').notNull(),
    step: text('step', { enum: ['read', 'compared', 'imported', 'settled', 'undone'] }).notNull(),
    outcome: text('outcome', { enum: [...IMPORT_OUTCOMES, 'part'] }),
    reason: storedText('reason'),
    /** Why the entry is skipped, if it is; how a part belongs to its entry. */
    kind: text('kind', { enum: [...SKIP_KINDS, ...PART_KINDS] })
      .notNull()
      .default('refused'),
    url: text('url'),
    /** An `ImportDraft`. */
    draft: jsonb('draft').$type<Record<string, unknown>>(),
    notes: storedText('notes').array().notNull(),
    changes: text('changes').array().notNull().default([]),
    productId: key('product_id'),
    before: jsonb('before').$type<BeforeImport>(),
  },
  (table) => [primaryKey({ columns: [table.position, table.importId] })],
);
